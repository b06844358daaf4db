# SPDX-License-Identifier: GPL-3.0-or-later
"""Show how a position ends a game by itself: R30 checkmate, R34 stalemate, R35 dead by material."""

import pytest

from rules import fen, uci
from rules.position import Position


def outcome(text):
    position = Position()
    fen.load(position, text)
    return position.outcome()


def test_R30_checkmate():
    position = Position()
    for text in "f2f3 e7e5 g2g4".split():
        position.push(uci.parse(position, text))
        assert position.outcome() is None
    position.push(uci.parse(position, "d8h4"))
    assert position.outcome() == "checkmate"


@pytest.mark.parametrize(
    "text",
    [
        "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
        "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
        "8/8/8/8/8/1N1N3/5K2/3k4 b - - 0 1".replace("1N1N3", "1N2N3"),
        "7B/8/8/8/8/1K6/8/kb6 b - - 0 1",
    ],
)
def test_R30_checkmate_by_whatever_men(text):
    assert outcome(text) == "checkmate"


def test_R34_stalemate():
    assert outcome("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1") == "stalemate"
    assert outcome("8/8/8/8/4k3/1p6/pP6/K7 w - - 0 1") == "stalemate"


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4kb2/8/8/8/8/B7/1B6/B3K3 w - - 0 1",
    ],
)
def test_R35_dead_by_material(text):
    assert outcome(text) == "insufficient"


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
        "4kq2/8/8/8/8/8/8/4KN2 w - - 0 1",
    ],
)
def test_R35_not_dead_by_material(text):
    assert outcome(text) is None
