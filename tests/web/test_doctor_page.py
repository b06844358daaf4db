# SPDX-License-Identifier: GPL-3.0-or-later
"""The board on the page: what its sensors read, what it is told to show, and who else may not tell it."""

import json
import re

import pytest
from attack import ask
from playwright.sync_api import expect

CLOSED = re.compile(r"\bclosed\b")


class Panel:
    """The part of the page that is about the board itself."""

    def __init__(self, eyes):
        self.box = eyes.page.locator("#board")
        self.squares = self.box.locator(".contacts i")
        self.seen = self.box.locator(".seen")
        self.problem = self.box.locator(".problem")

    def toggle(self):
        self.box.locator("summary").click()

    def square(self, name):
        """Return a square; the picture begins with a8."""
        return self.squares.nth(8 * (8 - int(name[1])) + "abcdefgh".index(name[0]))

    def press(self, name):
        return self.box.locator(".presses li", has_text=name)

    def show(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()


def test_sensors_and_buttons_as_they_are(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    panel = Panel(eyes)
    panel.toggle()
    expect(panel.box.locator(".contacts .closed")).to_have_count(32)
    expect(panel.box.locator(".findings")).to_contain_text("firmware: 0.1.0, protocol 1")
    expect(panel.box.locator(".findings .bad")).to_have_count(0)
    eyes.drag(eyes.square("e2"), eyes.square("e4"))
    expect(panel.square("e4")).to_have_class(CLOSED)
    expect(panel.square("e2")).not_to_have_class(CLOSED)
    expect(panel.seen).to_contain_text("2 of 64")
    panel.show("Red")  # the buttons are nobody's then
    eyes.button("white action").click(delay=150)
    expect(panel.press("White action")).to_contain_text("1")
    expect(panel.press("Black action")).to_contain_text("0")


def test_lights_and_faces_are_lent_and_given_back(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    eyes.reads("white", "10:05")
    panel = Panel(eyes)
    panel.toggle()
    panel.show("Green")
    expect(eyes.page.locator('.square[data-light="green"]')).to_have_count(64)
    panel.show("88:88")
    eyes.reads("black", "88:88")
    panel.show("End of the test")
    eyes.sees({})
    eyes.reads("black", "10:05")
    panel.show("Green")
    expect(eyes.page.locator('.square[data-light="green"]')).to_have_count(64)
    panel.toggle()
    eyes.sees({})


def test_a_game_keeps_its_lights(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    panel = Panel(eyes)
    panel.toggle()
    panel.show("Red")
    expect(panel.problem).to_contain_text("a game is being played")
    eyes.play("e2", "e4", "e4")


def test_the_board_is_turned_round_and_back(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    panel = Panel(eyes)
    panel.toggle()
    eyes.lift(eyes.square("a2"))
    expect(panel.square("a2")).not_to_have_class(CLOSED)
    panel.box.get_by_role("button", name="Turn the board round").focus()
    eyes.page.keyboard.press("Enter")
    expect(panel.square("h7")).not_to_have_class(CLOSED)
    expect(panel.square("a2")).to_have_class(CLOSED)
    assert "turned=on" in house.bridge.command("set", "-", "-").result(20)["text"]
    eyes.page.keyboard.press("Enter")
    expect(panel.square("h7")).to_have_class(CLOSED)


@pytest.mark.parametrize("path", ["/test", "/set", "/doctor"])
def test_other_sites_may_not(house, path):
    body = json.dumps({"act": "lights", "value": "ffffffffffffffff:ff0000", "setting": "turned"})
    assert ask(house.port, "POST", path, body, Origin="http://evil.example")[0] == 403


def test_nonsense_is_refused(house):
    for body in ("", "{", "[]", '{"act":1,"value":"x"}', "[" * 900):
        assert ask(house.port, "POST", "/test", body, Origin=house.url[:-1])[0] == 400
