# SPDX-License-Identifier: GPL-3.0-or-later
"""A new game from the page: the dialog, the board's own words in it, and what it is asked for without a browser."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from attack import ask
from desk import House
from playwright.sync_api import expect

from play import control, presets, profile
from touchmove import web
from touchmove.errors import BoardError, PortError, RefusalError
from touchmove.web import messages

PAGE = Path(web.__file__).parent / "static" / "index.html"
FEN = "4k3/8/8/8/8/8/3p4/K7 b - - 0 1"


class Dialog:
    """The dialog, with the words for what is in it."""

    def __init__(self, eyes):
        self.page = eyes.page
        self.box = eyes.page.locator("dialog#new")
        self.control = self.box.get_by_label("Time control", exact=True)
        self.warning = self.box.locator(".warning")

    def open(self):
        self.page.get_by_role("button", name="New game").click()
        expect(self.box).to_be_visible()

    def problem(self, field):
        return self.box.locator(f'.problem[data-field="{field}"]')

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()


def test_a_new_game_from_a_position(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    dialog = Dialog(eyes)
    dialog.open()
    dialog.press("3+2 blitz")
    expect(dialog.control).to_have_value("3+2")
    dialog.box.get_by_label("Club").check()
    dialog.box.get_by_text("From another position").click()
    dialog.box.get_by_label("Position as FEN").fill(FEN)
    dialog.press("Set up")
    expect(dialog.box).to_be_hidden()
    expect(eyes.page.locator("#coming")).to_have_text("A new game is set up. Press White's clock to start Black's.")
    eyes.stands("d2", "p")
    eyes.reads("white", "03:02")
    eyes.begin(eyes.button("white press").click)
    expect(eyes.page.locator("#control")).to_have_text("Game 1 · 3+2")
    expect(eyes.page.locator("#coming")).to_be_hidden()
    (summary,) = house.archive.games()
    assert (summary.started["fen"], summary.started["profile"]) == (FEN, "club")


def test_the_running_game_is_given_up_with_keys_alone(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    dialog = Dialog(eyes)
    keys = eyes.page.keyboard
    opener = eyes.page.get_by_role("button", name="New game")
    opener.focus()
    keys.press("Enter")
    expect(dialog.control).to_be_focused()
    expect(dialog.control).to_have_value("10+5")
    keys.press("Enter")
    expect(dialog.warning).to_have_text("The running game will end as abandoned.")
    keys.press("Escape")
    expect(dialog.box).to_be_hidden()
    expect(opener).to_be_focused()
    keys.press("Enter")
    expect(dialog.warning).to_be_hidden()
    keys.type("blitz")  # the text is selected: typing replaces it
    keys.press("Enter")
    expect(dialog.warning).to_be_visible()
    keys.press("Enter")
    expect(eyes.page.locator("#result")).to_contain_text("Abandoned")
    eyes.stands("e2", "P")
    eyes.reads("white", "03:02")
    dialog.open()
    dialog.press("Set up")
    expect(dialog.box).to_be_hidden()  # no game is running, so nothing is asked
    assert [game.ended["reason"] for game in house.archive.games()] == ["abandoned"]


def test_the_board_says_what_it_does_not_take(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    dialog = Dialog(eyes)
    dialog.open()
    dialog.control.fill("1:30")
    dialog.press("Set up")
    expect(dialog.problem("control")).to_contain_text("time control 1:30: 1:30 can be read in two ways")
    expect(dialog.control).to_be_focused()
    dialog.control.fill("5+3")
    dialog.box.get_by_text("From another position").click()
    dialog.box.get_by_label("Position as FEN").fill("8/8/8/8/8/8/8/8 w - - 0 1")
    dialog.box.get_by_text("From another position").click()
    dialog.press("Set up")
    expect(dialog.problem("fen")).to_contain_text("0 kings")
    expect(dialog.problem("control")).to_be_hidden()
    eyes.stands("e2", "P")
    house.stop()
    dialog.press("Set up")
    expect(dialog.problem("")).to_contain_text("is touchmove run still running?")
    house.start()


def test_a_real_board_has_no_men_to_put(tmp_path, browse):
    with House(tmp_path, has_desk=False) as house:
        eyes = browse(house.url)
        eyes.is_connected()
        dialog = Dialog(eyes)
        dialog.open()
        expect(dialog.box.get_by_label("Put the men")).to_be_hidden()
        dialog.press("Set up")
        expect(eyes.page.locator("#coming")).to_contain_text("Put the men on their squares, then press Black's clock")


def test_other_pages_may_not_ask(house):
    def post(body, **headers):
        return ask(house.port, "POST", "/new", body, **{"Origin": house.url[:-1], **headers})[0]

    wish = json.dumps({"control": "5", "fen": "", "profile": "club", "men": True})
    assert post(wish, Origin="http://evil.example") == 403
    for nonsense in ("", "{", "[]", '{"control": 5}', wish.replace("true", "1")):
        assert post(nonsense) == 400
    assert post(wish.replace("club", "x" * 2000)) == 413


@pytest.mark.parametrize(
    ("error", "field"),
    [
        (RefusalError("time control 5+: the increment must be a whole number"), "control"),
        (RefusalError("no profile master: there are beginner, club"), "profile"),
        (RefusalError("FEN has 1 fields, must have 6, or 4 without counters"), "fen"),
        (BoardError("the board does not answer"), ""),
        (PortError("no board is connected"), ""),
    ],
)
def test_where_a_refusal_is_shown(error, field):
    assert messages.refusal(error) == {"field": field, "text": str(error)}


def test_the_dialog_offers_what_the_board_knows():
    offered = _Offered()
    offered.feed(PAGE.read_text())
    known = dict(presets.TABLE)
    assert offered.controls and offered.profiles
    for value, (text, name) in offered.controls.items():
        assert (text, name) == (value, known[value])
    for name in offered.profiles:
        assert profile.Profile(name).name == name


class _Offered(HTMLParser):
    """controls: what stands on a preset's button, text and name, by its value; profiles: in their order."""

    def __init__(self):
        super().__init__()
        self.controls = {}
        self.profiles = []
        self.value = None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "button" and attributes.get("value") not in (None, "cancel"):
            self.value = attributes["value"]
            self.controls[self.value] = ("", "")
        elif attributes.get("name") == "profile":
            self.profiles.append(attributes["value"])

    def handle_data(self, data):
        if self.value is not None:
            text, name = self.controls[self.value]
            self.controls[self.value] = (text, data.strip()) if text else (data.strip(), name)

    def handle_endtag(self, tag):
        if tag == "button":
            self.value = None


def test_what_the_board_says_is_told_apart():
    """The words that `refusal` goes by are the board's."""
    with pytest.raises(ValueError, match=r"^time control"):
        control.parse("5+")
    with pytest.raises(ValueError, match=r"^no profile"):
        profile.Profile("master")
