# SPDX-License-Identifier: GPL-3.0-or-later
"""Pack a move into an int of 18 bits.

    bit  17        16          15       14..12     11..6  5..0
         CASTLING  EN_PASSANT  CAPTURE  promotion  to     from

`promotion` is a piece type or 0. `to` is where the moving man ends: for castling the king's square on the g or c file,
so in Chess960 `from` and `to` may be equal. An en passant capture carries CAPTURE too. Only `legal` makes moves.
"""

from micropython import const

CAPTURE = const(0x8000)
EN_PASSANT = const(0x10000)
CASTLING = const(0x20000)


def from_square(move):
    """Return the square the moving man leaves."""
    return move & 63


def to_square(move):
    """Return the square the moving man (when castling, the king) ends on."""
    return (move >> 6) & 63


def promotion(move):
    """Return the piece type a pawn becomes, or 0."""
    return (move >> 12) & 7
