# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell whether a side could mate in some position with the men on the board.

Exact for men without pawns: the table in docs/rules-core.md, proved by exhaustive search. "Yes" is said of the men, not
of the position.
"""

import micropython
from micropython import const

_KNIGHT = const(2)
_BISHOP = const(3)

# A set of men: bit 1 pawn, 2 knight, 3 bishop on dark squares, 4 rook, 5 queen, 6 king, 7 bishop on light squares; the
# same 8 bits higher for the other side; bit 16 for a second knight.
_MEN = const(0xBE)
_PAWNS_AND_HEAVY = const(0x232)
_MINOR = const(0x1008C)
_KNIGHTS = const(4)
_HELP_KNIGHT = const(0x9C00)  # knight, bishops, rook
_HELP_BISHOP = const(0x8C00)  # knight, bishops: but not of his own colour


@micropython.viper
def can_mate(men: ptr8, own: int) -> int:
    """Return 1 if a colour (0 White, 8 Black) can mate in some position with the men on the board, else 0."""
    found = 0
    square = 64
    while square:
        square -= 1
        man = int(men[square]) ^ own
        if not (man & 7) ^ _BISHOP and (square ^ square >> 3) & 1:
            man |= 4
        if not man ^ _KNIGHT:
            found |= (found & _KNIGHTS) << 14
        found |= 1 << man
    if not found & _MEN:
        return 0
    minor = found & _MINOR
    if found & _PAWNS_AND_HEAVY or minor & (minor - 1):
        return 1
    helpers = _HELP_KNIGHT
    if not minor & _KNIGHTS:
        helpers = _HELP_BISHOP ^ minor << 8
    if found & helpers:
        return 1
    return 0
