# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold what stands on a board with what a game needs to know besides, and say whether that is a position.

A Setup may be anything; a Position may not. `check` is the only gate between the two.
"""

from micropython import const

from .attack import is_attacked
from .piece import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SIDES, WHITE
from .square import NOWHERE, name

# The number of the usual start array among the 960.
ORTHODOX = const(518)

# The two knights' places among the five squares left.
_KNIGHTS = b"\x03\x05\x09\x11\x06\x0a\x12\x0c\x14\x18"

# Clocks are kept in two bytes; no game reaches this.
_LONGEST = 9999


def array_setup(number):
    """Return one of the 960 start arrays (R4) as a Setup; raise ValueError if there is none of that number.

    Chess960's own numbering: number = bishop on light + 4 * (bishop on dark + 4 * (queen + 6 * knights)), the queen
    and then the knights counted over the squares that are left; rook, king, rook take the last three.
    """
    if not 0 <= number < 960:
        raise ValueError(f"start array {number}: must be 0 to 959")
    rank = bytearray(8)
    rank[number % 4 * 2 + 1] = BISHOP
    rank[number // 4 % 4 * 2] = BISHOP
    free = [file for file in range(8) if not rank[file]]
    rank[free.pop(number // 16 % 6)] = QUEEN
    knights = _KNIGHTS[number // 96]
    rest = [free[index] for index in range(5) if not knights >> index & 1]
    setup = Setup()
    setup.rooks[:] = bytes((rest[2], rest[0], rest[2] + 56, rest[0] + 56))
    setup.chess960 = number != ORTHODOX
    for file in range(8):
        piece = rank[file] or KNIGHT
        if file in rest:
            piece = KING if file == rest[1] else ROOK
        setup.board[file] = piece
        setup.board[file + 8] = PAWN
        setup.board[file + 48] = PAWN | 8
        setup.board[file + 56] = piece | 8
    return setup


class Setup:
    """`rooks` holds the castling rooks (White right and left of the king, then Black), NOWHERE for no right."""

    def __init__(self):
        self.board = bytearray(65)
        self.board[64] = 7  # beyond the edge, see slate.py
        self.turn = WHITE
        self.rooks = bytearray([NOWHERE] * 4)
        self.ep_square = NOWHERE
        self.halfmove_clock = 0
        self.fullmove_number = 1
        self.chess960 = False

    def check(self):
        """Raise ValueError that says what is wrong and where, if this is not a position."""
        for side in (WHITE, BLACK):
            self._check_men(side)
        self._check_castling()
        if self.ep_square != NOWHERE:
            self._check_en_passant()
        if is_attacked(self.board, self.board.find(bytes([KING | (self.turn ^ 1) << 3])), self.turn << 3):
            raise ValueError(f"{SIDES[self.turn ^ 1]} is in check, but {SIDES[self.turn]} has the move")
        if not 0 <= self.halfmove_clock <= _LONGEST:
            raise ValueError(f"halfmove clock {self.halfmove_clock}: must be 0 to {_LONGEST}")
        if not 1 <= self.fullmove_number <= _LONGEST:
            raise ValueError(f"move number {self.fullmove_number}: must be 1 to {_LONGEST}")

    def _check_men(self, side):
        # A promoted man costs a pawn. This also keeps the legal moves below the buffer's 256.
        count = [0] * 7
        for square in range(64):
            man = self.board[square]
            if man and man >> 3 == side:
                count[man & 7] += 1
                if man & 7 == PAWN and not 8 <= square < 56:
                    raise ValueError(f"{SIDES[side]} pawn on {name(square)}: pawns stand on ranks 2 to 7")
        if count[KING] != 1:
            raise ValueError(f"{SIDES[side]} has {count[KING]} kings, must have one")
        if count[PAWN] > 8:
            raise ValueError(f"{SIDES[side]} has {count[PAWN]} pawns, at most 8")
        promoted = max(0, count[QUEEN] - 1)
        for kind in (KNIGHT, BISHOP, ROOK):
            promoted += max(0, count[kind] - 2)
        if promoted > 8 - count[PAWN]:
            raise ValueError(f"{SIDES[side]} has {promoted} promoted men, but only {8 - count[PAWN]} pawns are missing")

    def _check_castling(self):
        for index in range(4):
            rook = self.rooks[index]
            if rook == NOWHERE:
                continue
            side = index >> 1
            king = self.board.find(bytes([KING | side << 3]))
            if king >> 3 != side * 7:
                raise ValueError(f"{SIDES[side]} cannot castle: the king has left the first rank to {name(king)}")
            if self.board[rook] != ROOK | side << 3 or rook >> 3 != side * 7:
                raise ValueError(f"{SIDES[side]} cannot castle with {name(rook)}: no rook of his first rank there")
            if (rook < king) != (index & 1):
                raise ValueError(f"{SIDES[side]} cannot castle with {name(rook)}: the king is on {name(king)}")
            if not self.chess960 and (king & 7 != 4 or rook & 7 != (0 if index & 1 else 7)):
                raise ValueError(f"{SIDES[side]} cannot castle with {name(king)} and {name(rook)} outside Chess960")

    def _check_en_passant(self):
        square = self.ep_square
        pawn = square ^ 8
        if (
            square >> 3 != (2 if self.turn else 5)
            or self.board[square]
            or self.board[pawn] != PAWN | (self.turn ^ 1) << 3
            or self.board[square * 2 - pawn]
        ):
            raise ValueError(f"en passant {name(square)}: {SIDES[self.turn ^ 1]} has not just moved a pawn across it")
