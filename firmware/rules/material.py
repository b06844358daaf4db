# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell which positions are dead by material alone.

Only what no position with the same men can contradict: king against king, one knight more, or bishops all on squares
of one colour (Laws 5.2.2, the exact table for men without pawns).
"""

import micropython
from micropython import const

from .viper import ptr8

_KNIGHT = const(2)
_BISHOP = const(3)
_KING = const(6)


@micropython.viper
def is_insufficient(board) -> int:
    """Return 1 if neither side can ever mate with the men on the board, else 0."""
    men = ptr8(board)
    knights = 0
    light = 0
    dark = 0
    for square in range(64):
        kind = men[square] & 7
        if kind == _KNIGHT:
            knights += 1
        elif kind == _BISHOP:
            if (square ^ (square >> 3)) & 1:
                light = 1
            else:
                dark = 1
        elif kind and kind != _KING:
            return 0
    if knights + light + dark <= 1:
        return 1
    return 0
