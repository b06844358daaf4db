# SPDX-License-Identifier: GPL-3.0-or-later
"""Show what only a Setup made by hand, not by FEN, can get wrong, and that the numbers of kernels and tables agree."""

import pytest

from rules import fen, generate, helpmate, make, material, move, piece, position, slate, uci, wall
from rules.position import Position
from rules.setup import Setup
from rules.square import parse


def test_what_cannot_be_is_refused_and_leaves_the_position_as_it_was():
    """Nothing is disturbed: neither the men nor what can be taken back."""
    position = Position()
    position.push(uci.parse(position, "e2e4"))
    before = fen.dump(position)
    setup = Setup()
    with pytest.raises(ValueError, match="White has 0 kings"):
        position.set_up(setup)
    setup.board[4] = piece.KING
    setup.board[60] = piece.KING | 8
    setup.board[59] = piece.QUEEN
    with pytest.raises(ValueError, match="Black is in check, but White has the move"):
        position.set_up(setup)
    assert fen.dump(position) == before and position.legal() == 20
    position.pop()
    assert fen.dump(position) == fen.START


def test_kernels_repeat_the_numbers_of_the_tables():
    for kernel in (generate, helpmate, make, material):
        for name in ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"):
            assert getattr(kernel, "_" + name, getattr(piece, name)) == getattr(piece, name)
        for name in ("CAPTURE", "CASTLING"):
            assert getattr(kernel, "_" + name, getattr(move, name)) == getattr(move, name)
    assert generate._EN_PASSANT == move.EN_PASSANT | move.CAPTURE
    assert make._BACK == position._BACK == helpmate._BACK


def test_kernels_repeat_the_layout_of_the_slate():
    names = (
        "TURN KINGS ROOKS EP CLOCK NUMBER TOP END NEWEST MARKED FIRST STRIDE SHEET SPARE LINES RING ENTRY RIGHTS STATE"
    )
    places = dict(
        zip(
            names.split(),
            (65, 66, 68, 72, 73, 76, 80, 84, 88, 100, 104, 112, 128, 192, 256, 1280, 12, 68, 72),
            strict=True,
        )
    )
    for module in (generate, helpmate, make, position, slate, wall):
        for name, place in places.items():
            value = getattr(module, "_" + name, None)
            word = getattr(module, f"_{name}_WORD", None)
            assert value in (None, place), (module, name)
            assert word is None or word * 4 == place, (module, name)
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
