# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell whether a square is attacked.

The man that stands on the square itself does not matter, and a pinned man attacks like any other.
"""

import micropython
from micropython import const

from .compass import NEXT
from .viper import ptr8

_PAWN = const(1)
_KNIGHT = const(2)
_ROOK = const(4)
_QUEEN = const(5)
_KING = const(6)

# Directions, as bits, in which a square sees the pawns that attack it.
_WHITE_PAWNS = const(0x28)
_BLACK_PAWNS = const(0x82)


@micropython.viper
def is_attacked(men: ptr8, square: int, by: int) -> int:
    """Return 1 if a man of colour `by` (0 White, 8 Black) attacks the square, else 0."""
    table = ptr8(NEXT)
    pawns = _WHITE_PAWNS
    if by:
        pawns = _BLACK_PAWNS
    knight = by | _KNIGHT
    for direction in range(8):
        lane = direction << 6
        to = table[lane + square + 512]
        if men[to] == knight:
            return 1
        first = table[lane + square]
        to = first
        while men[to] == 0:
            to = table[lane + to]
        kind = int(men[to]) ^ by
        if kind == _QUEEN or kind == _ROOK - (direction & 1):
            return 1
        if to == first and (kind == _KING or (kind == _PAWN and (pawns >> direction) & 1)):
            return 1
    return 0
