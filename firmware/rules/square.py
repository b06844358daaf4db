# SPDX-License-Identifier: GPL-3.0-or-later
"""Number and name the squares: a1 = 0, b1 = 1, ... h8 = 63.

The board is never turned round here; only board data does that.
"""

from micropython import const

# Stands for "no square" wherever a square is kept in a byte.
NOWHERE = const(64)


def name(square):
    """Return the name of a square, such as 'e4'."""
    return bytes((97 + (square & 7), 49 + (square >> 3))).decode()


def parse(text):
    """Return the square of a name; raise ValueError if there is no such square."""
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise ValueError(f"'{text}' is no square: a file a to h and a rank 1 to 8")
    return ord(text[0]) - 97 + (ord(text[1]) - 49) * 8
