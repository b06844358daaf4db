# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell which square is next to which: NEXT[direction * 64 + square] is a square, or 64 beyond the edge.

Every kernel walks the board with this one table.

    7 0 1        14 . 15        King's and line directions 0 to 7, clockwise from north (towards rank 8);
    6 . 2      13 .  .  . 8     knight's jumps 8 to 15. A direction and its opposite differ by 4 (bit 2),
    5 4 3      12 .  N  . 9     so bits 0 and 1 are the axis; odd directions below 8 are diagonals.
                 11 . 10
"""

_FILES = (0, 1, 1, 1, 0, -1, -1, -1, 2, 2, 1, -1, -2, -2, -1, 1)
_RANKS = (1, 1, 0, -1, -1, -1, 0, 1, 1, -1, -2, -2, -1, 1, 2, 2)


def _neighbours():
    table = bytearray(1024)
    for direction in range(16):
        files = _FILES[direction]
        ranks = _RANKS[direction]
        for square in range(64):
            file = (square & 7) + files
            rank = (square >> 3) + ranks
            inside = 0 <= file < 8 and 0 <= rank < 8
            table[direction * 64 + square] = rank * 8 + file if inside else 64
    return bytes(table)


NEXT = _neighbours()
