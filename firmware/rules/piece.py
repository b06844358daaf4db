# SPDX-License-Identifier: GPL-3.0-or-later
"""Number the pieces: type 1 to 6, plus 8 for a black one, 0 for an empty square.

The letters are here and nowhere else. Kernels repeat the numbers they need, because viper takes constants only from
its own file; a test compares them with these.
"""

from micropython import const

PAWN = const(1)
KNIGHT = const(2)
BISHOP = const(3)
ROOK = const(4)
QUEEN = const(5)
KING = const(6)

WHITE = const(0)
BLACK = const(1)
SIDES = ("White", "Black")

# Indexed by piece code. Position 0 and the two gaps (7, 8) hold a character that no FEN uses. Bytes, and walked over as
# bytes, because MicroPython keeps each string of one character for good.
LETTERS = b".PNBRQK..pnbrqk"


def letter(piece):
    """Return the FEN letter of a piece code that is not 0."""
    return chr(LETTERS[piece])


def from_letter(text):
    """Return the piece code of a FEN letter, or 0 if there is none."""
    code = LETTERS.find(text.encode())
    return code if code > 0 and text != "." else 0
