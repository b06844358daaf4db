# SPDX-License-Identifier: GPL-3.0-or-later
"""Show what only a Setup made by hand, not by FEN, can get wrong, and that the numbers of kernels and tables agree."""

import pytest

from rules import attack, generate, helpmate, make, material, move, piece, position, slate
from rules.position import Position
from rules.setup import Setup
from rules.square import parse


def kings():
    setup = Setup()
    setup.board[4] = piece.KING
    setup.board[60] = piece.KING | 8
    return setup


@pytest.mark.parametrize(
    ("king", "rook", "index", "message"),
    [
        (12, 7, 0, "White cannot castle: the king has left the first rank to e2"),
        (4, 15, 0, "White cannot castle with h2: no rook of his first rank there"),
        (4, 0, 0, "White cannot castle with a1: the king is on e1"),
        (4, 6, 0, "White cannot castle with e1 and g1 outside Chess960"),
        (3, 7, 0, "White cannot castle with d1 and h1 outside Chess960"),
    ],
)
def test_R14_rights_need_king_and_rook_in_place(king, rook, index, message):
    setup = kings()
    setup.board[4] = 0
    setup.board[king] = piece.KING
    setup.board[rook] = piece.ROOK
    setup.rooks[index] = rook
    position = Position()
    with pytest.raises(ValueError) as refusal:
        position.set_up(setup)
    assert str(refusal.value) == message
    assert position.legal() == 20


def test_kernels_repeat_the_numbers_of_the_tables():
    for kernel in (attack, generate, helpmate, make, material):
        for name in ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"):
            assert getattr(kernel, "_" + name, getattr(piece, name)) == getattr(piece, name)
    for kernel in (generate, make):
        assert kernel._CAPTURE == move.CAPTURE
        assert kernel._CASTLING == move.CASTLING
        assert kernel._EN_PASSANT & move.EN_PASSANT


def test_kernels_repeat_the_layout_of_the_slate():
    names = "TURN KINGS ROOKS EP CLOCK NUMBER TOP END MARKED SHEET SPARE RING ENTRY VALID".split()
    for module in (generate, helpmate, make, position):
        for name in names:
            assert getattr(module, "_" + name, getattr(slate, "_" + name)) == getattr(slate, "_" + name)
    for name in ("LOST", "BLOCKED", "ATTACKED"):
        assert getattr(position, name) == getattr(generate, "_" + name)


def test_letters_are_read_as_written():
    for code in (1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14):
        assert piece.from_letter(piece.letter(code)) == code
    for text in (".", "x", "1", ""):
        assert piece.from_letter(text) == 0


def test_R1_a_light_corner_at_each_players_right():
    light = {square for square in range(64) if (square ^ square >> 3) & 1}
    assert {parse("h1"), parse("a8")} <= light
    assert not {parse("a1"), parse("h8")} & light
    assert len(light) == 32
