# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell whether a side could mate in some position with the men on the board.

Exact for men without pawns: the table in docs/rules-core.md, proved by exhaustive search. "Yes" is said of the men, not
of the position.
"""

import micropython
from micropython import const

from .viper import ptr8

# A set of kinds is a byte: bit 0 for a second knight, bits 1 to 6 for the types, bit 7 for a bishop on dark squares.
_PAWNS = const(0x02)
_KNIGHTS = const(0x04)
_BISHOP = const(3)
_LIGHT = const(0x08)
_HEAVY = const(0x30)
_BARE = const(0x40)
_DARK = const(0x80)
_MINOR = const(0x8D)


@micropython.viper
def can_mate(men: ptr8, own: int) -> int:
    """Return 1 if a colour (0 White, 8 Black) can mate in some position with the men on the board, else 0."""
    mine = 0
    theirs = 0
    for square in range(64):
        man = int(men[square])
        if man:
            kind = man & 7
            if kind == _BISHOP and ((square ^ (square >> 3)) & 1) == 0:
                kind = 7
            kind = 1 << kind
            if man & 8 != own:
                theirs |= kind
            elif kind == mine & _KNIGHTS:
                mine |= 1
            else:
                mine |= kind
    if mine == _BARE:
        return 0
    if (mine | theirs) & _PAWNS or mine & _HEAVY:
        return 1
    minor = mine & _MINOR
    if minor & (minor - 1):
        return 1
    helpers = _KNIGHTS | _LIGHT
    if minor == _KNIGHTS:
        helpers = _KNIGHTS | _LIGHT | _DARK | 1 << 4
    elif minor == _LIGHT:
        helpers = _KNIGHTS | _DARK
    if theirs & helpers:
        return 1
    return 0
