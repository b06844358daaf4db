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
    word = text.encode()
    square = NOWHERE if len(word) != 2 else read(word, 0)
    if square == NOWHERE:
        raise ValueError(f"'{text}' is no square: a file a to h and a rank 1 to 8")
    return square


def read(word, at):
    """Return the square that two bytes name from there on, NOWHERE if they name none.

    Bytes, for MicroPython looks each text that is made up among all names it knows: 0.2 ms.
    """
    file, rank = word[at] - 97, word[at + 1] - 49
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else NOWHERE
