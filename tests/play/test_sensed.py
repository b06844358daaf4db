# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which men came and went: kept when its numbers run out, and none for what was moved in the dark."""

import pytest

from play.sensed import ALL, Sensed

BOARD = bytearray(64)


@pytest.fixture
def sensed():
    sensed = Sensed()
    sensed.dark = ALL
    sensed.lift(0)
    sensed.place(1)
    sensed.wake()
    return sensed


def test_the_dark_ends_with_the_first_lift_that_is_seen(sensed):
    assert sensed.dark == 2
    sensed.lift(2)
    sensed.wake()
    assert sensed.lifted_at[2] > sensed.dark == 2


def test_a_restless_hand_leaves_the_order_and_the_dark(sensed):
    for _ in range(200):
        sensed.lift(3)
        sensed.place(3)
    assert 0 < sensed.lifted_at[0] <= sensed.placed_at[1] <= sensed.dark < sensed.lifted_at[3] < sensed.placed_at[3]


def test_a_restless_hand_in_the_dark_leaves_it_dark():
    sensed = Sensed()
    sensed.dark = ALL
    for _ in range(200):
        sensed.lift(3)
        sensed.place(3)
    assert sensed.dark == ALL


@pytest.mark.parametrize(("since", "dark"), [(0, 2), (1, 2), (2, 0), (255, 0)])
def test_what_is_forgotten_is_dark_no_more(sensed, since, dark):
    sensed.settle(BOARD, since)
    assert sensed.dark == dark
