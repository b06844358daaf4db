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


class Hands:
    def __init__(self, position):
        self.position = position
        self.sensed = Sensed()
        self.fit = Fit(position, self.sensed)
        self.n_moves = 0  # legal moves of the position, in its own buffer
        self.state = WAITING
        self.move = 0  # the move that fits, or that is half done
        self.promotion = _QUEEN
        self._replies = move_buffer()

    def settle(self, since=255):
        """Take the position as the one to start from; what is off its square now, or went after `since`, was lifted."""
        self.n_moves = self.position.legal()
        self.promotion = _QUEEN
        self.sensed.settle(self.position.board, since)
        self._judge()

    def lift(self, square):
        self.sensed.lift(square)
        self._judge()

    def place(self, square):
        self.sensed.place(square)
        self._judge()

    def stands(self):
        """Return True if every man stands where the position has it and nothing else does."""
        return not self.fit.n_missing and not self.fit.n_extra

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

    def may_go_on(self):
        """Return True if the mover, who has landed, could be on his way to capture a man that is in the air."""
        for index in range(self.fit.n_missing):
            square = self.fit.missing[index]
            if self.position.board[square] >> 3 != self.position.turn and self.can_capture(self.move & 63, square):
                return True
        return False

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
        """Return the only move that explains the squares if a sensor missed something; 0 if there is not just one."""
        move = self.fit.best(self.position.moves, self.n_moves, UNSEEN | REPLYING)
        return 0 if self.fit.ties else move

    def answered(self, need):
        """Return the only move whose only answer explains the squares; 0 if there is none, or several."""
        position, fit = self.position, self.fit
        found = ties = 0
        for index in range(self.n_moves):
            move = position.moves[index]
            if moves.promotion(move) not in (0, _QUEEN) or (need & TOUCHED and not fit.touched(move)):
                continue
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

    def _judge(self):
        fit, buffer, count = self.fit, self.position.moves, self.n_moves
        fit.differ()
        self.move = fit.best(buffer, count, TOUCHED)
        if self.move:
            self.state = PROVISIONAL
            return
        if fit.n_theirs and fit.n_extra:
            self.move = fit.best(buffer, count, TOUCHED | REPLYING)
            if self.move:
                self.state = ANSWERED
                return
        self.move = fit.half_done(buffer, count)
        if self.move:
            self.state = CASTLING if self.move & moves.CASTLING else EN_PASSANT
        elif fit.n_extra:
            self.state = DISTURBED
        else:
            self.state = IN_HAND if fit.n_missing else WAITING
