# SPDX-License-Identifier: GPL-3.0-or-later
"""Lay out all of a position in one bytearray, the slate, with the table of neighbours that every kernel walks by.

A kernel called by a kernel costs 3 µs on the RP2040, 1.4 µs more for each buffer it is handed, 2 µs for a table of its
module: so it is handed one buffer that holds all. Bytes 64 to 127 are words too: one instruction reaches those.
Kernels repeat these numbers, because viper takes constants only from its own file; a test compares them with these.

      0..63   board              64      beyond the edge: 7 of any colour, a man that no kernel knows
     65       turn               66..67  squares of the kings, White's first
     68..71   castling rooks, like Setup's                  (word 17)
     72       en passant square, 64 for none                (word 18)
     73..75   halfmove clock     76..79  move number        (words 18, 19; low byte first)
     80..83   the word of the ring where the newest entry goes when a newer one comes, 84..87 the ring's end
     88..99   newest entry       100     word 25, not 0 if the work sheet may have a mark
    104..111  for each kind of man but the pawn its first direction, 112..119 the stride to its next
    128..191  work sheet: under an own man the axes it is pinned off, as bits; elsewhere 1 if a move to it meets check
    192..255  spare board, for a look back
    256..1279 neighbours: [direction * 64 + square] is a square, or 64 beyond the edge
   1280..     ring of older entries of three words, one for each move that can be taken back

An entry: castling rooks | en passant and clock, both before the move, and in the high byte the man captured | the move

    11 4  5       18 . 19        Lines 4 to 11, clockwise from north (towards rank 8); knight's jumps 12 to 19.
    10 .  6     17 .  .  . 12    A line and its opposite differ by 12, bits 0 and 1 are the axis, and odd lines are
     9 8  7     16 .  N  . 13    diagonals. A direction times 64 is a lane: kernels count in lanes.
                  15 . 14
"""

from micropython import const

_TOP = const(80)
_END = const(84)
_FIRST = const(104)
_STRIDE = const(112)
_LINES = const(256)
_RING = const(1280)
_ENTRY = const(12)

# Of knight, bishop, rook, queen, king.
_FIRSTS = b"\x0c\x05\x04\x04\x04"
_STRIDES = b"\x01\x02\x02\x01\x01"

# Sixteen squares to a rank, so that a step beyond the edge shows in a bit of 0x88; steps back are taken modulo 256.
_STEPS = b"\x10\x11\x01\xf1\xf0\xef\xff\x0f\x12\xf2\xe1\xdf\xee\x0e\x1f\x21"


def new(depth):
    """Return an empty slate from which the last `depth` moves can be taken back."""
    if not 1 <= depth <= 1000:
        raise ValueError(f"undo depth {depth}: must be 1 to 1000")
    slate = bytearray(_RING + _ENTRY * max(1, depth - 1))
    slate[64] = 7
    slate[_TOP : _TOP + 2] = (_RING // 4).to_bytes(2, "little")
    slate[_END : _END + 2] = (len(slate) // 4).to_bytes(2, "little")
    slate[_FIRST + 2 : _FIRST + 7] = _FIRSTS
    slate[_STRIDE + 2 : _STRIDE + 7] = _STRIDES
    at = _LINES
    for step in _STEPS:
        for square in range(64):
            to = square + (square & 56) + step
            slate[at] = 64 if to & 0x88 else (to & 7) + (to >> 1 & 56)
            at += 1
    return slate
