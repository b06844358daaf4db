# SPDX-License-Identifier: GPL-3.0-or-later
"""Lay out all of a position in one bytearray, the slate.

A kernel called by a kernel costs 3 µs on the RP2040, and 1.4 µs more for each buffer it is handed: so it is handed one.
Kernels repeat these numbers, because viper takes constants only from its own file; a test compares them with these.

      0..63   board              64      beyond the edge: 7 of any colour, a man that no kernel knows
     65       turn               66..67  squares of the kings, White's first
     68..71   castling rooks, like Setup's                  72       en passant square, 64 for none
     73..74   halfmove clock     75..76  move number         (low byte first)
     77..78   where the ring's newest entry is               79..80   where its last entry is
     81       1 if any byte of the work sheet is not 0
    128..191  work sheet: under an own man 1 + the axis it is pinned to, on another square 1 if a move to it meets check
    192..255  spare board, for a look back
    256..     ring of entries of 12 bytes, one for each move that can be taken back

An entry: 0..3 rooks | 4 en passant | 5..6 clock, all before the move | 7 man captured | 8..10 the move | 11 1 if valid
"""

from micropython import const

_TURN = const(65)
_KINGS = const(66)
_ROOKS = const(68)
_EP = const(72)
_CLOCK = const(73)
_NUMBER = const(75)
_TOP = const(77)
_END = const(79)
_MARKED = const(81)
_SHEET = const(128)
_SPARE = const(192)
_RING = const(256)
_ENTRY = const(12)
_VALID = const(11)


def new(depth):
    """Return an empty slate from which the last `depth` moves can be taken back."""
    if not 1 <= depth <= 1000:
        raise ValueError(f"undo depth {depth}: must be 1 to 1000")
    slate = bytearray(_RING + _ENTRY * depth)
    slate[64] = 7
    slate[_TOP + 1] = 1  # the first entry, 256
    end = _RING + _ENTRY * (depth - 1)
    slate[_END] = end & 255
    slate[_END + 1] = end >> 8
    return slate
