# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold what stands on a board with what a game needs to know besides, and say whether that is a position.

A Setup may be anything; a Position may not. `check` is the gate between the two; castling rooks are looked at where
they are read, in fen.py.
"""

from micropython import const

from .piece import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SIDES, WHITE
from .square import NOWHERE, name

# The number of the usual start array among the 960.
ORTHODOX = const(518)

# The two knights' places among the five squares left, the right one in the high digit.
_KNIGHTS = b"\x10\x20\x30\x40\x21\x31\x41\x32\x42\x43"

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
    knights = _KNIGHTS[number // 96]
    men = (QUEEN, KNIGHT, KNIGHT, ROOK, KING, ROOK)
    places = (number // 16 % 6, knights >> 4, knights & 15, 0, 0, 0)
    for index in range(6):
        file = rank.find(b"\0")
        for _ in range(places[index]):
            file = rank.find(b"\0", file + 1)
        rank[file] = men[index]
    left = rank.find(bytes([ROOK]))
    right = rank.rfind(bytes([ROOK]))
    setup = Setup()
    setup.rooks[:] = bytes((right, left, right + 56, left + 56))
    setup.chess960 = number != ORTHODOX
    for file in range(8):
        setup.board[file] = rank[file]
        setup.board[file + 8] = PAWN
        setup.board[file + 48] = PAWN | 8
        setup.board[file + 56] = rank[file] | 8
    return setup


class Setup:
    """`rooks` holds the castling rooks (White right and left of the king, then Black), NOWHERE for no right."""

    def __init__(self):
        self.board = bytearray(64)
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
        if self.ep_square != NOWHERE:
            self._check_en_passant()
        if not 0 <= self.halfmove_clock <= _LONGEST:
            raise ValueError("halfmove clock %d: must be 0 to %d" % (self.halfmove_clock, _LONGEST))
        if not 1 <= self.fullmove_number <= _LONGEST:
            raise ValueError("move number %d: must be 1 to %d" % (self.fullmove_number, _LONGEST))

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
