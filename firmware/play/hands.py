# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands: from lifts and places to the one legal move that explains them, in whichever order they came.

nothing differs                                WAITING
only empty squares, no move fits               IN_HAND
a move fits                                    PROVISIONAL   may still be changed, nothing has been recorded
it fits, but for men of the opponent in the air ANSWERED
king two squares on, its rook still to follow  CASTLING
pawn landed, the passed pawn still stands      EN_PASSANT
anything else                                  DISTURBED
"""

from micropython import const

from rules import move as moves
from rules.position import move_buffer

from .fit import NOWHERE, REPLYING, TOUCHED, UNSEEN, Fit
from .health import believe
from .sensed import Sensed

WAITING = const(0)
IN_HAND = const(1)
PROVISIONAL = const(2)
ANSWERED = const(3)
CASTLING = const(4)
EN_PASSANT = const(5)
DISTURBED = const(6)

_QUEEN = const(5)
_SQUARES = const(0xFFF)  # from and to of a move
_PROMOTION = const(0x7000)


class Hands:
    def __init__(self, position, masked=bytes(8)):
        """masked: squares that are not heard, a rank a byte."""
        self.position = position
        self.sensed = Sensed(masked)
        self.fit = Fit(position, self.sensed)
        self.n_moves = 0  # legal moves of the position, in its own buffer
        self.only = 0  # the one move among them that counts, whatever a pawn becomes; 0 for all
        self.state = WAITING
        self.move = 0  # the move that fits, or that is half done
        self.promotion = 0  # the piece that was chosen for a pawn; 0: none was, so a queen
        self.landed = 0  # the last move that fitted, and the order of the step with which it did
        self.landed_at = 0
        self.rested_at = 0  # the order of the last step after which hands rested with a move that fits
        self.wrong = bytearray(64)  # squares to fix, those that miss a man first; n_wrong of them
        self.n_wrong = 0
        self._replies = move_buffer()

    def settle(self, move=0, answered=False):
        """Take the position as the one to start from; men off their squares were lifted.

        move: has just been made. What was lifted since it landed, and hands rested, stays lifted; everything does if it
        may be answered.
        """
        since = 255
        if move and not (move ^ self.landed) & _SQUARES:
            since = max(self.landed_at, self.rested_at)
        elif answered:
            since = 0
        elif move:
            since = self.fit.settled_at(move) or 255
        self.list_moves()
        self.promotion = self.landed = self.rested_at = 0
        self.sensed.settle(self.position.board, since)
        self._judge()

    def list_moves(self):
        """List the legal moves that count, after something else has overwritten them."""
        self.n_moves = self.position.legal()
        if self.only:
            buffer, count, self.n_moves = self.position.moves, self.n_moves, 0
            for index in range(count):
                if not (buffer[index] ^ self.only) & ~_PROMOTION:
                    buffer[self.n_moves] = buffer[index]
                    self.n_moves += 1

    def keep(self, move):
        """Let this legal move be the only one that counts, until `only` is cleared."""
        self.only = move
        self.list_moves()
        self._judge()

    def lift(self, square):
        self.sensed.lift(square)
        self._judge()

    def place(self, square):
        self.sensed.place(square)
        self._judge()

    def believe(self):
        """Take the masked squares as the position has them: there are others than before."""
        believe(self.sensed.occupied, self.position.board, self.sensed.masked)
        self._judge()

    def rest(self):
        """Hands keep still: what was touched, and stands as before or as moved, is no part of what follows."""
        if self.state == PROVISIONAL:
            self.rested_at = self.sensed.order
        elif self.state == WAITING and self.sensed.order:
            self.settle()
            self.sensed.order = 0

    def stands(self):
        """Return True if every man stands where the position has it and nothing else does."""
        return not self.fit.n_missing and not self.fit.n_extra

    def find_wrong(self, n_moves):
        """Find the squares to fix, as the half-done or the nearest move has them, or else the position.

        n_moves: how many of the position's moves count, 0 for the position alone. Return that move, or 0.
        """
        if self.only and n_moves:
            nearest = self.only
        elif self.state in (CASTLING, EN_PASSANT) and n_moves:
            nearest = self.move
        else:
            nearest = self.fit.nearest(self.position.moves, n_moves)
        self.n_wrong = self.fit.wrong(nearest, self.wrong)
        return nearest

    def names_man(self):
        """Return True if the first square to fix misses a man: the one that has to come next."""
        return bool(self.n_wrong) and not self.sensed.occupied[self.wrong[0]]

    def in_air(self, side):
        """Return the first lifted man of this side that has not come back, or 64."""
        for index in range(self.fit.n_missing):
            square = self.fit.missing[index]
            if self.position.board[square] >> 3 == side:
                return square
        return NOWHERE

    def can_capture(self, from_square, square):
        """Return True if the man of from_square may capture on this square."""
        for index in range(self.n_moves):
            move = self.position.moves[index]
            if move & 63 == from_square and self.fit.victim(move) == square:
                return True
        return False

    def has_stood(self):
        """Return True if the opponent's lift lets the move stand: the mover goes on with no man of his.

        One of his may be in the air as what the opponent captures.
        """
        turn = self.position.turn
        stray = self.fit.stray(self.move, 1 - turn)
        if self.state != ANSWERED or not self._can_be_answered(self.move):
            return False
        return stray == NOWHERE or not self.can_capture(self.move & 63, stray)

    def may_capture_yet(self, move):
        """Return True if the move's man may be on his way to capture the man in the air, who left before it landed."""
        sensed = self.sensed
        stray = self.fit.stray(move, 1 - self.position.turn)
        if stray == NOWHERE or not self.can_capture(move & 63, stray):
            return False
        return sensed.placed_at[stray] > 0 or sensed.lifted_at[stray] < sensed.placed_at[move >> 6 & 63]

    def is_made(self):
        """Return True if a press may complete the move: it fits, and what else is in the air can be the answer."""
        return self.state == PROVISIONAL or (self.state == ANSWERED and self._can_be_answered(self.move))

    def leaves_pawn(self):
        """Return True if the pawn may still stand on the last rank: no swap was seen, and no piece was chosen."""
        if self.promotion or not moves.promotion(self.move):
            return False
        return self.sensed.lifted_at[self.move >> 6 & 63] <= self.landed_at

    def final(self):
        """Return the fitting move, with the piece that a promoted pawn becomes."""
        if not moves.promotion(self.move):
            return self.move
        for index in range(self.n_moves):
            move = self.position.moves[index]
            if not (move ^ self.move) & _SQUARES and moves.promotion(move) == self.promotion:
                return move
        return self.move

    def unseen(self):
        """Return the only move that explains the squares if a sensor missed something; 0 for none, -1 for several."""
        move = self.fit.best(self.position.moves, self.n_moves, UNSEEN | REPLYING)
        if not move:
            return 0
        stray = self.fit.stray(move, 1 - self.position.turn)
        if self.fit.ties or (stray != NOWHERE and self.can_capture(move & 63, stray)):
            return -1
        if self.fit.is_unsure(self.position.moves, self.n_moves):
            return -1
        return move if self._can_be_answered(move) else 0

    def taken_away(self):
        """Return the move that had landed, if its man has been lifted from there since; else 0."""
        landed = self.landed
        if not landed or self.fit.n_extra or self.sensed.occupied[landed >> 6 & 63]:
            return 0
        return landed if not self.sensed.occupied[landed & 63] else 0

    def answered(self, need):
        """Return the only move whose only answer explains the squares; 0 if there is none, or several."""
        position, fit, sensed = self.position, self.fit, self.sensed
        found = ties = 0
        for index in range(self.n_moves):
            move = position.moves[index]
            if moves.promotion(move) not in (0, _QUEEN) or (need & TOUCHED and not fit.touched(move)):
                continue
            if sensed.placed_at[move >> 6 & 63] <= self.rested_at < sensed.lifted_at[move & 63]:
                continue  # he was lifted when hands had rested since somebody came to his square
            position.push(move)
            fit.differ()
            if fit.n_missing + fit.n_extra:
                count = position.legal_into(self._replies)
                if fit.best(self._replies, count, need):
                    ties += 1 + fit.ties if found else fit.ties
                    found = move
            position.pop()
        fit.differ()
        return 0 if ties else found

    def _can_be_answered(self, move):
        """Return True if a man of the mover's who is in the air beside the move can be the answer's victim."""
        position = self.position
        stray = self.fit.stray(move, position.turn)
        if stray == NOWHERE:
            return True
        captured = False
        position.push(move)
        for index in range(position.legal_into(self._replies)):
            captured = captured or self.fit.victim(self._replies[index]) == stray
        position.pop()
        return captured

    def _judge(self):
        fit, buffer, count = self.fit, self.position.moves, self.n_moves
        fit.differ()
        is_unsure = fit.is_unsure(buffer, count)
        self.move = 0 if is_unsure else fit.best(buffer, count, TOUCHED)
        if self.move:
            self.state = PROVISIONAL
            if self.move != self.landed:
                self.landed = self.move
                self.landed_at = self.sensed.order
            return
        half_done = fit.half_done(buffer, count)
        follows = half_done and self.sensed.lifted_at[half_done & 63] < fit.settled_at(half_done)
        if fit.n_missing > 1 and not follows and not is_unsure:
            self.move = fit.best(buffer, count, TOUCHED | REPLYING)
            if self.move:
                self.state = ANSWERED
                return
        self.move = half_done
        if self.move:
            self.state = CASTLING if self.move & moves.CASTLING else EN_PASSANT
        elif fit.n_extra:
            self.state = DISTURBED
        else:
            self.state = IN_HAND if fit.n_missing else WAITING
