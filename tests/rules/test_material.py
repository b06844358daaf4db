# SPDX-License-Identifier: GPL-3.0-or-later
"""Show who could mate with which men: the exact table, against python-chess for all men up to three a side."""

from itertools import combinations_with_replacement

import chess
import pytest

from rules import fen
from rules.material import can_mate
from rules.position import Position

# Men and the squares they are put on: bishops on light squares (L) and on dark ones (D) are different men.
LIGHT = [square for square in range(8, 56) if (square ^ square >> 3) & 1]
DARK = [square for square in range(8, 56) if not (square ^ square >> 3) & 1]
SIDES = [men for count in range(4) for men in combinations_with_replacement("QRLDN", count)]


def test_the_exact_table_for_3136_pawnless_signatures():
    count = 0
    for white in SIDES:
        for black in SIDES:
            board = chess.Board(None)
            board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
            board.set_piece_at(chess.H8, chess.Piece.from_symbol("k"))
            light, dark = iter(LIGHT), iter(DARK)
            men = bytearray(64)
            men[0], men[63] = 6, 14
            for colour, letters in ((True, white), (False, black)):
                for letter in letters:
                    square = next(light if letter == "L" else dark)
                    piece = chess.Piece.from_symbol("B" if letter in "LD" else letter)
                    piece.color = colour
                    board.set_piece_at(square, piece)
                    men[square] = piece.piece_type | (0 if colour else 8)
            count += 1
            assert can_mate(men, 0) == (not board.has_insufficient_material(chess.WHITE)), (white, black)
            assert can_mate(men, 8) == (not board.has_insufficient_material(chess.BLACK)), (white, black)
    assert count == 3136


# White's men, Black's men: can White mate? Rows of the table, the bishops by the colour of their squares.
@pytest.mark.parametrize(
    ("white", "black", "can"),
    [
        ("", "QQQ", False),
        ("N", "", False),
        ("N", "QQ", False),
        ("N", "R", True),
        ("N", "L", True),
        ("N", "N", True),
        ("N", "QR", True),
        ("L", "", False),
        ("L", "RQ", False),
        ("L", "L", False),
        ("L", "D", True),
        ("L", "N", True),
        ("LLL", "R", False),
        ("LL", "D", True),
        ("LD", "", True),
        ("LN", "", True),
        ("NN", "", True),
        ("R", "", True),
        ("Q", "QQQ", True),
    ],
)
def test_R35_the_rows_of_the_table(white, black, can):
    men = bytearray(64)
    men[0], men[63] = 6, 14
    light, dark = iter(LIGHT), iter(DARK)
    for colour, letters in ((0, white), (8, black)):
        for letter in letters:
            men[next(light if letter == "L" else dark)] = ".PNLRQ".index(letter.replace("D", "L")) | colour
    assert can_mate(men, 0) == can


def test_R35_with_a_pawn_only_a_bare_king_cannot_by_material():
    position = Position()
    fen.load(position, "4k3/8/8/8/8/8/4p3/4KN2 w - - 0 1")
    assert can_mate(position.board, 0) == 1
    fen.load(position, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1")
    assert can_mate(position.board, 0) == 0
    assert can_mate(position.board, 8) == 1
