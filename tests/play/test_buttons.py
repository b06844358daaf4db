# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons: when a press counts, and when an action is a long one."""

import pytest

from play import states
from play.buttons import FOREVER, Buttons

WHITE_PRESS, WHITE_ACTION, BLACK_PRESS, BLACK_ACTION, ARBITER = 1, 2, 4, 8, 16

NAMES = {states.PRESS: "press", states.ACTION: "action", states.LONG: "long"}


class Heard:
    def __init__(self):
        self.said = []

    def do(self, side, button):
        self.said.append((NAMES[button], side))

    def arbiter(self):
        self.said.append("arbiter")

    def long_arbiter(self):
        self.said.append("long arbiter")

    def both_actions(self):
        self.said.append("both")


def play(*steps):
    heard = Heard()
    buttons = Buttons(heard)
    for down, elapsed_ms in steps:
        buttons.step(down, elapsed_ms)
    return heard.said


def test_a_press_counts_when_the_finger_comes_down():
    assert play((WHITE_PRESS, 0)) == [("press", 0)]
    assert play((BLACK_PRESS, 0), (BLACK_PRESS, 5000), (0, 10)) == [("press", 1)]


def test_a_short_action_counts_on_release():
    assert play((WHITE_ACTION, 0), (WHITE_ACTION, 700)) == []
    assert play((WHITE_ACTION, 0), (WHITE_ACTION, 700), (0, 99)) == [("action", 0)]


@pytest.mark.parametrize("parts", [1, 3, 800])
def test_a_long_action_counts_once_while_it_is_held(parts):
    steps = [(BLACK_ACTION, 800 // parts)] * parts + [(BLACK_ACTION, 800 - 800 // parts * parts)]
    assert play((BLACK_ACTION, 0), *steps, (BLACK_ACTION, 900), (0, 10)) == [("long", 1)]


def test_the_arbiter_has_a_button_of_his_own():
    assert play((ARBITER, 0), (ARBITER, 300), (0, 1)) == ["arbiter"]
    assert play((ARBITER, 0), (ARBITER, 900), (0, 1)) == ["long arbiter"]
    assert play((ARBITER | WHITE_ACTION, 0), (ARBITER | WHITE_ACTION, 2500)) == [("long", 0), "long arbiter"]


def test_both_actions_held_for_two_seconds():
    both = WHITE_ACTION | BLACK_ACTION
    assert play((both, 0), (both, 800), (both, 1199)) == [("long", 0), ("long", 1)]
    assert play((both, 0), (both, 800), (both, 1200), (both, 500))[2:] == ["both"]


def test_wait_is_until_a_held_button_becomes_a_long_one():
    buttons = Buttons(Heard())
    assert buttons.wait_ms() == FOREVER
    buttons.step(WHITE_ACTION, 0)
    assert buttons.wait_ms() == 800
    buttons.step(WHITE_ACTION, 300)
    assert buttons.wait_ms() == 500
    buttons.step(WHITE_ACTION, 500)
    assert buttons.wait_ms() == 1200
