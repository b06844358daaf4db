# SPDX-License-Identifier: GPL-3.0-or-later
"""Which legal moves explain what the sensors tell. Sees one position and one moment; decides nothing.

A position and the sensors differ by the squares that went empty (`missing`) and those that filled (`extra`). A move
fits if it explains exactly these. How strictly is the caller's choice, as a sum of

    TOUCHED    its own men, and the man it captures, must have been lifted; without it a sensor may have missed
               a lift and the place that followed
    REPLYING   other men may be in the air, of either side: the opponent is already answering
"""

import micropython
from micropython import const

from rules import move as moves

UNSEEN = const(0)
TOUCHED = const(1)
REPLYING = const(2)
NOWHERE = const(64)

_QUEEN = const(5)
_SQUARES = const(0xFFF)  # from and to of a move
_MOST_GONE = const(3)
_MOST_COME = const(2)


@micropython.viper
def differ(board: ptr8, occupied: ptr8, square: int) -> int:
    """Return the first square from here on that is occupied and should not be, or the reverse; 64 if none is."""
    while square < 64:
        if int(board[square]):
            if not int(occupied[square]):
                return square
        elif int(occupied[square]):
            return square
        square += 1
    return 64


@micropython.viper
def _next(moves: ptr32, index: int, count: int, lifted_at: ptr8, occupied: ptr8) -> int:
    """Return the index of the first move from here on whose man has gone and whose goal is occupied; `count` if none.

    He has gone if his square was lifted or is empty.
    """
    while index < count:
        move = int(moves[index])
        from_square = move & 63
        if int(occupied[move >> 6 & 63]) and (int(lifted_at[from_square]) or not int(occupied[from_square])):
            return index
        index += 1
    return count


class Fit:
    def __init__(self, position, sensed):
        self.position = position
        self.sensed = sensed
        self.missing = bytearray(64)  # the first n_missing entries are squares, in the order of their lifting
        self.extra = bytearray(64)
        self.n_missing = 0
        self.n_extra = 0
        self.n_theirs = 0  # men of the side that has not the move among the missing
        self.ties = 0  # moves with other squares that fitted as well
        self._gone = bytearray(_MOST_GONE)  # squares that a move empties, and those that it fills
        self._come = bytearray(_MOST_COME)
        self._n_gone = 0
        self._n_come = 0

    def differ(self):
        """Find what is missing and what is extra."""
        board, occupied, lifted_at = self.position.board, self.sensed.occupied, self.sensed.lifted_at
        waiting = 1 - self.position.turn
        missing = self.missing
        self.n_missing = self.n_extra = self.n_theirs = 0
        square = differ(board, occupied, 0)
        while square < 64:
            man = board[square]
            if not man:
                self.extra[self.n_extra] = square
                self.n_extra += 1
            else:
                index = self.n_missing
                while index and lifted_at[missing[index - 1]] > lifted_at[square]:  # insertion sort
                    missing[index] = missing[index - 1]
                    index -= 1
                missing[index] = square
                self.n_missing += 1
                if man >> 3 == waiting:
                    self.n_theirs += 1
            square = differ(board, occupied, square + 1)

    def best(self, moves_buffer, count, need):
        """Return the move of the buffer that fits best, 0 for none; of promotions the queen's. Call `differ` before."""
        found = 0
        best = -1
        self.ties = 0
        if self.n_extra > _MOST_COME or self.n_missing > (_MOST_GONE + 2 if need & REPLYING else _MOST_GONE):
            return 0
        lifted_at, occupied = self.sensed.lifted_at, self.sensed.occupied
        index = -1
        while True:
            index = _next(moves_buffer, index + 1, count, lifted_at, occupied)
            if index == count:
                return found
            move = moves_buffer[index]
            if moves.promotion(move) not in (0, _QUEEN):
                continue  # the four promotions fit alike
            self.plan(move)
            if not self._fits(need) or (need & TOUCHED and not self.touched(move)):
                continue
            rank = self._rank(move)
            if found:
                self.ties += 1
            if rank > best:
                best = rank
                found = move

    def half_done(self, moves_buffer, count):
        """Return a castling or en passant whose mover has landed while the other man has yet to follow; 0 for none."""
        if self.n_extra != 1:
            return 0
        occupied = self.sensed.occupied
        for index in range(count):
            move = moves_buffer[index]
            if not move & (moves.CASTLING | moves.EN_PASSANT) or (move >> 6 & 63) != self.extra[0]:
                continue
            self.plan(move)
            if (
                not occupied[self._gone[0]]
                and self.n_missing <= self._n_gone
                and (self.n_missing == 1 or not occupied[self._gone[1]])
            ):
                return move
        return 0

    def is_unsure(self, moves_buffer, count):
        """Return True if a castling and another move explain what came in the dark, and no man of theirs says which.

        One of those who stand there now does if he has been lifted since. Other men may be in the air.
        """
        lifted_at, dark = self.sensed.lifted_at, self.sensed.dark
        for index in range(count if dark else 0):
            move = moves_buffer[index]
            if move & moves.CASTLING and self._explains(move):
                if lifted_at[self._come[0]] <= dark >= lifted_at[self._come[1]]:
                    return self._explains_another(moves_buffer, count)
        return False

    def victim(self, move):
        """Return the square of the man that the move captures, or 64."""
        if move & moves.EN_PASSANT:
            return self.position.en_passant_victim(move)
        return moves.to_square(move) if move & moves.CAPTURE else NOWHERE

    def plan(self, move):
        """Write the squares that the move empties and fills."""
        gone, come = self._gone, self._come
        gone[0] = move & 63
        come[0] = move >> 6 & 63
        self._n_gone = self._n_come = 1
        if move & moves.CASTLING:
            gone[1] = self.position.rook_from(move)
            come[1] = self.position.rook_to(move)
            self._n_gone = self._n_come = 2
        elif move & moves.CAPTURE:
            gone[1] = self.victim(move)
            self._n_gone = 2

    def stray(self, move, side):
        """Return the first missing man of this side that the move does not explain, or 64."""
        self.plan(move)
        for index in range(self.n_missing):
            square = self.missing[index]
            explained = self._gone[0] == square or (self._n_gone > 1 and self._gone[1] == square)
            if self.position.board[square] >> 3 == side and not explained:
                return square
        return NOWHERE

    def touched(self, move):
        """Return True if all men of the move, and the one it captures, were lifted."""
        self.plan(move)
        for index in range(self._n_gone):
            if not self.sensed.lifted_at[self._gone[index]]:
                return False
        return True

    def settled_at(self, move):
        """Return the order in which the last man of the move came down."""
        self.plan(move)
        placed_at = self.sensed.placed_at
        return max(placed_at[self._come[0]], placed_at[self._come[1]] if self._n_come == 2 else 0)

    def nearest(self, moves_buffer, count):
        """Return a move whose own squares are all as it has them, whatever else is wrong; 0 for none."""
        for index in range(count):
            move = moves_buffer[index]
            if self.sensed.lifted_at[move & 63]:
                self.plan(move)
                if self._is_done() and self.touched(move):
                    return move
        return 0

    def wrong(self, move, squares):
        """Fill in the squares that are not as they should be after the move (0: no move); return how many.

        Those that miss a man come first.
        """
        self._n_gone = self._n_come = 0
        if move:
            self.plan(move)
        count = 0
        for index in range(self.n_missing):
            square = self.missing[index]
            if not self._goes(square):
                squares[count] = square
                count += 1
        for index in range(self.n_extra):
            square = self.extra[index]
            if not self._comes(square):
                squares[count] = square
                count += 1
        return count

    def _explains_another(self, moves_buffer, count):
        for index in range(count):
            if not moves_buffer[index] & moves.CASTLING and self._explains(moves_buffer[index]):
                return True
        return False

    def _explains(self, move):
        self.plan(move)
        return self._fits(REPLYING)

    def _fits(self, need):
        board = self.position.board
        if not self._is_done():
            return False
        emptied = filled = 0
        for index in range(self._n_gone):
            emptied += 0 if self._comes(self._gone[index]) else 1
        for index in range(self._n_come):
            filled += 0 if board[self._come[index]] else 1
        return filled == self.n_extra and (emptied == self.n_missing or bool(need & REPLYING))

    def _is_done(self):
        """Return True if the planned squares are empty and occupied as they should be."""
        occupied = self.sensed.occupied
        for index in range(self._n_come):
            if not occupied[self._come[index]]:
                return False
        for index in range(self._n_gone):
            square = self._gone[index]
            if occupied[square] and not self._comes(square):
                return False
        return True

    def _goes(self, square):
        for index in range(self._n_gone):
            if self._gone[index] == square:
                return True
        return False

    def _comes(self, square):
        for index in range(self._n_come):
            if self._come[index] == square:
                return True
        return False

    def _rank(self, move):
        """Rank moves that leave the same squares: seen in order first, castling before a rook move, then the latest."""
        in_order = True
        latest = 0
        sensed = self.sensed
        for index in range(self._n_come):
            lifted = sensed.lifted_at[self._gone[index]]
            placed = sensed.placed_at[self._come[index]]
            latest = max(latest, placed)
            if placed < lifted or 0 < lifted <= sensed.dark:
                in_order = False
        return (1024 if in_order else 0) + (512 if move & moves.CASTLING else 0) + latest
