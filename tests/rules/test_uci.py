# SPDX-License-Identifier: GPL-3.0-or-later
"""Show moves as UCI text: what is read, what is written, and why a text is refused."""

import pytest

from rules import fen, uci
from rules.move import CASTLING, from_square, promotion, to_square
from rules.position import Position


def at(text):
    position = Position()
    fen.load(position, text)
    return position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no move"),
        ("e2", "'e2' is no move"),
        ("e2e4qq", "'e2e4qq' is no move"),
        ("e2e9", "'e9' is no square"),
        ("e7e8k", "'e7e8k' is no move: two squares, and q, r, b or n for a promotion"),
        ("e7e8Q", "'e7e8Q' is no move: two squares, and q, r, b or n for a promotion"),
        ("e4e5", "'e4e5' is not legal: e4 is empty"),
        ("e7e5", "'e7e5' is not legal: White has the move"),
        ("e2e5", "'e2e5' is not legal: the man on e2 cannot move there"),
        ("e2e4q", "'e2e4q' is not legal: the man on e2 cannot move there"),
        ("0000", "'00' is no square"),
    ],
)
def test_a_text_that_is_no_legal_move_is_refused(text, message):
    with pytest.raises(ValueError) as refusal:
        uci.parse(Position(), text)
    assert str(refusal.value).startswith(message)


def test_R13_a_promotion_names_its_piece():
    position = at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    move = uci.parse(position, "a7a8r")
    assert (from_square(move), to_square(move), promotion(move)) == (48, 56, 4)
    assert uci.text(position, move) == "a7a8r"
    with pytest.raises(ValueError, match="the pawn must become q, r, b or n"):
        uci.parse(position, "a7a8")


def test_R14_castling_is_the_kings_move():
    position = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    move = uci.parse(position, "e1g1")
    assert move & CASTLING
    assert uci.text(position, move) == "e1g1"
    with pytest.raises(ValueError):
        uci.parse(position, "e1h1")


def test_R4_castling_in_chess960_is_king_takes_rook():
    position = at("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
    castling = uci.parse(position, "f1g1")
    assert castling & CASTLING
    assert (from_square(castling), to_square(castling)) == (5, 6)
    assert uci.text(position, castling) == "f1g1"


def test_R4_a_kings_step_to_the_castling_square_is_not_castling():
    position = at("4k3/8/8/8/8/8/8/5K1R w H - 0 1")
    step = uci.parse(position, "f1g1")
    castling = uci.parse(position, "f1h1")
    assert not step & CASTLING
    assert castling & CASTLING
    assert to_square(step) == to_square(castling)
