# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands: from lifts and places to the one legal move that explains them.

Sensors tell only occupied or empty. Against the last settled position a board differs by the squares that went empty
(`missing`) and those that filled (`extra`); a legal move *fits* if it explains exactly these and its own men have
been lifted. In which order hands did it never matters, unless two moves leave the same squares: then the order decides.

    nothing differs                                WAITING
    only empty squares, no move fits               IN_HAND
    a move fits                                    PROVISIONAL   may still be changed, nothing has been recorded
    king two squares on, its rook still to follow  CASTLING
    pawn landed, the passed pawn still stands      EN_PASSANT
    anything else                                  DISTURBED
"""

from micropython import const

from rules import move as moves

WAITING = const(0)
IN_HAND = const(1)
PROVISIONAL = const(2)
CASTLING = const(3)
EN_PASSANT = const(4)
DISTURBED = const(5)

_NONE = const(64)
_QUEEN = const(5)
_SQUARES = const(0xFFF)  # from and to of a move


class Hands:
    def __init__(self, position):
        self.position = position
        self.occupied = bytearray(64)  # 1 where a man is sensed
        self.lifted_at = bytearray(64)  # order of the last lift since the position settled, 0 for none
        self.placed_at = bytearray(64)
        self.missing = bytearray(64)  # the first n_missing entries are squares, in the order of their lifting
        self.extra = bytearray(64)
        self.n_missing = 0
        self.n_extra = 0
        self.n_moves = 0
        self.order = 0
        self.state = WAITING
        self.move = 0  # the move that fits, or that is half done
        self.promotion = _QUEEN
        self._gone = bytearray(3)  # squares that a move empties, and those that it fills
        self._come = bytearray(2)
        self._n_gone = 0
        self._n_come = 0

    def settle(self, since=255):
        """Take the position as the one to start from; what is off its square now, or went after `since`, was lifted."""
        self.n_moves = self.position.legal()
        self.promotion = _QUEEN
        for square in range(64):
            away = self.position.board[square] and not self.occupied[square]
            if self.lifted_at[square] <= since:
                self.lifted_at[square] = 1 if away else 0
            if self.placed_at[square] <= since:
                self.placed_at[square] = 0
        self._fit()

    def lift(self, square):
        self.occupied[square] = 0
        self.lifted_at[square] = self._next()
        self._fit()

    def place(self, square):
        self.occupied[square] = 1
        self.placed_at[square] = self._next()
        self._fit()

    def stands(self):
        """Return True if every man stands where the position has it and nothing else does."""
        return not self.n_missing and not self.n_extra

    def legal(self, index):
        return self.position.moves[index]

    def in_air(self, side):
        """Return the first lifted man of this side that has not come back, or 64."""
        for index in range(self.n_missing):
            square = self.missing[index]
            if self.position.board[square] >> 3 == side:
                return square
        return _NONE

    def can_capture(self, from_square, square):
        """Return True if the man of from_square may capture on this square."""
        for index in range(self.n_moves):
            move = self.legal(index)
            if moves.from_square(move) == from_square and self.victim(move) == square:
                return True
        return False

    def victim(self, move):
        """Return the square of the man that the move captures, or 64."""
        if move & moves.EN_PASSANT:
            return self.position.en_passant_victim(move)
        return moves.to_square(move) if move & moves.CAPTURE else _NONE

    def is_special(self, move):
        """Return True for castling and en passant: moves in which a second man has to be touched elsewhere."""
        return bool(move & (moves.CASTLING | moves.EN_PASSANT))

    def final(self):
        """Return the fitting move, with the piece that a promoted pawn becomes."""
        if not moves.promotion(self.move):
            return self.move
        for index in range(self.n_moves):
            move = self.legal(index)
            if not (move ^ self.move) & _SQUARES and moves.promotion(move) == self.promotion:
                return move
        return self.move

    def _next(self):
        if self.order == 254:  # a very restless hand: keep the order of the lifts, forget how long ago they were
            for square in range(64):
                self.lifted_at[square] = (self.lifted_at[square] + 1) >> 1
                self.placed_at[square] >>= 1
            self.order = 127
        self.order += 1
        return self.order

    def _differ(self):
        self.n_missing = self.n_extra = 0
        for square in range(64):
            stood = 1 if self.position.board[square] else 0
            if stood == self.occupied[square]:
                continue
            if not stood:
                self.extra[self.n_extra] = square
                self.n_extra += 1
                continue
            index = self.n_missing
            while index and self.lifted_at[self.missing[index - 1]] > self.lifted_at[square]:  # insertion sort
                self.missing[index] = self.missing[index - 1]
                index -= 1
            self.missing[index] = square
            self.n_missing += 1

    def _fit(self):
        self._differ()
        self.move = 0
        if self.n_missing > 3 or self.n_extra > 2:
            self.state = IN_HAND if not self.n_extra else DISTURBED
            return
        half = 0
        best = -1
        for index in range(self.n_moves):
            move = self.legal(index)
            if not self.lifted_at[moves.from_square(move)]:
                continue
            if moves.promotion(move) not in (0, _QUEEN):
                continue  # the four promotions fit alike
            self._plan(move)
            if self._fits():
                rank = self._rank(move)
                if rank > best:
                    best = rank
                    self.move = move
            elif self._half_done(move):
                half = move
        if self.move:
            self.state = PROVISIONAL
        elif half:
            self.move = half
            self.state = CASTLING if half & moves.CASTLING else EN_PASSANT
        elif self.n_extra:
            self.state = DISTURBED
        else:
            self.state = IN_HAND if self.n_missing else WAITING

    def _plan(self, move):
        """Write the squares that the move empties and fills into _gone and _come."""
        gone, come = self._gone, self._come
        gone[0] = moves.from_square(move)
        come[0] = moves.to_square(move)
        self._n_gone = self._n_come = 1
        if move & moves.CASTLING:
            gone[1] = self.position.rook_from(move)
            come[1] = self.position.rook_to(move)
            self._n_gone = self._n_come = 2
        elif move & (moves.CAPTURE | moves.EN_PASSANT):
            gone[1] = self.victim(move)
            self._n_gone = 2

    def _fits(self):
        emptied = filled = 0
        for index in range(self._n_gone):
            square = self._gone[index]
            if not self.lifted_at[square]:
                return False
            if not self._comes(square):
                if self.occupied[square]:
                    return False
                emptied += 1
        for index in range(self._n_come):
            square = self._come[index]
            if not self.occupied[square]:
                return False
            if not self.position.board[square]:
                filled += 1
        return emptied == self.n_missing and filled == self.n_extra

    def _comes(self, square):
        for index in range(self._n_come):
            if self._come[index] == square:
                return True
        return False

    def _rank(self, move):
        """Rank moves that leave the same squares: in order first, castling before a rook move, then the latest."""
        in_order = True
        latest = 0
        for index in range(self._n_come):
            placed = self.placed_at[self._come[index]]
            latest = max(latest, placed)
            if placed < self.lifted_at[self._gone[index]]:
                in_order = False
        return (1024 if in_order else 0) + (512 if move & moves.CASTLING else 0) + latest

    def _half_done(self, move):
        """Return True if the mover has landed, alone, and what belongs to the move has yet to follow."""
        if not move & (moves.CASTLING | moves.EN_PASSANT):
            return False
        came = self._come[0]
        return (
            self.n_extra == 1
            and self.extra[0] == came
            and not self.occupied[self._gone[0]]
            and self.n_missing <= self._n_gone
            and (self.n_missing == 1 or not self.occupied[self._gone[1]])
        )
