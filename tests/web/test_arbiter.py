# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter at the page: his acts with mouse, keys and fingers, the board's refusals, and who else may not rule."""

import json

import pytest
from attack import ask
from playwright.sync_api import expect

from touchmove import rulings


class Dialog:
    """The arbiter's dialog, with the words for what is in it."""

    def __init__(self, eyes):
        self.page = eyes.page
        self.box = eyes.page.locator("dialog#arbiter")
        self.confirm = self.box.locator("[type=submit]")
        self.problem = self.box.locator(".problem")
        self.done = self.box.locator(".done")
        self.score = self.box.locator(".score")

    def open(self):
        self.page.get_by_role("button", name="Arbiter…").click()
        expect(self.box).to_be_visible()

    def choose(self, name):
        self.box.get_by_label(name, exact=True).check()

    def rule(self, act, **entered):
        """Choose an act, enter its fields, confirm."""
        self.choose(act)
        for label, said in entered.items():
            field = self.box.get_by_label(label.replace("_", " "), exact=True)
            field.check() if said is True else field.fill(said)
        expect(self.confirm).to_have_text(act)
        self.confirm.click()

    def clock(self, side):
        return self.box.locator(f'.clocks [data-side="{side}"] dd')


def test_stop_set_a_clock_go_on_award(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    dialog = Dialog(eyes)
    dialog.open()
    dialog.rule("Stop", Reason="noise in the hall")
    expect(dialog.score).to_have_text("The arbiter, at the computer, stops the clocks: noise in the hall.")
    expect(dialog.done).to_have_text("Stop: done")
    eyes.reads("white", "5toP")

    dialog.choose("Set a clock")
    dialog.choose("White")
    time = dialog.box.get_by_label("Time left")
    expect(time).to_have_value("0:10:10")  # as it stands: 10 + 5, and another 5
    dialog.choose("Black")
    expect(time).not_to_have_value("0:10:10")
    dialog.rule("Set a clock", White=True, Time_left="1:23:45")
    expect(dialog.clock("white")).to_have_text("1:23:45")
    expect(dialog.score).to_have_text("The arbiter, at the computer: White's clock is set to 1:23:45.")

    dialog.rule("Continue")
    expect(dialog.box.locator('.running[data-side="black"]')).to_be_visible()
    dialog.rule("Continue")
    expect(dialog.problem).to_have_text("the clocks are not stopped")
    expect(dialog.done).to_be_hidden()
    dialog.choose("Award")
    expect(dialog.problem).to_be_hidden()

    dialog.rule("Award", **{"½–½": True})
    expect(dialog.score).to_have_text("Draw by the arbiter's award.")
    dialog.box.get_by_role("button", name="Close").click()
    expect(dialog.box).to_be_hidden()
    expect(eyes.page.locator("#result")).to_contain_text("½–½")
    (summary,) = house.archive.games()
    assert (summary.ended["result"], summary.ended["reason"]) == ("1/2-1/2", "award")
    acts = [event["act"] for event in house.archive.game(1).events if event.name == "ruled"]
    assert acts == ["time", "award"]


def test_what_is_wrong_stands_beside_it(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    dialog = Dialog(eyes)
    dialog.open()
    dialog.rule("Adjourn")
    expect(dialog.problem).to_have_text("no game is running")
    dialog.rule("Set a clock", White=True, Time_left="5:75")
    expect(dialog.problem).to_have_text("5:75 is no time, such as 1:23:45")
    dialog.rule("Touched man", Square="z9")
    expect(dialog.problem).to_have_text("z9 is no square, such as e2")
    dialog.rule("Award")  # without a result the browser asks for one
    expect(dialog.problem).to_be_hidden()
    house.stop()
    dialog.rule("Adjourn")
    expect(dialog.problem).to_contain_text("is touchmove run still running?")
    house.start()
    expect(eyes.page.locator("#link")).to_have_attribute("data-state", "good")
    assert eyes.page.locator("[name=act]").count() == len(rulings.ACTS)


def test_keys_alone(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    dialog = Dialog(eyes)
    keys = eyes.page.keyboard
    eyes.page.get_by_role("button", name="Arbiter…").focus()
    keys.press("Enter")
    expect(dialog.box.get_by_label("Stop", exact=True)).to_be_focused()
    keys.press("Enter")
    expect(dialog.done).to_have_text("Stop: done")
    expect(dialog.box.get_by_label("Stop", exact=True)).to_be_focused()
    for _ in range(5):
        keys.press("ArrowRight")
    expect(dialog.box.get_by_label("Go back", exact=True)).to_be_checked()
    keys.press("Tab")
    expect(dialog.box.get_by_label("Number", exact=True)).to_be_focused()
    expect(dialog.box.get_by_label("Number", exact=True)).to_have_value("1")  # the last move
    keys.press("Tab")
    keys.press("ArrowRight")
    expect(dialog.box.get_by_label("Black", exact=True)).to_be_checked()
    keys.press("Enter")
    expect(dialog.problem).to_have_text("move 1 of black has not been made")
    keys.press("ArrowLeft")
    keys.press("Enter")
    expect(dialog.score).to_have_text("The arbiter, at the computer: back to White's move 1.")
    keys.press("Escape")
    expect(dialog.box).to_be_hidden()
    expect(eyes.page.get_by_role("button", name="Arbiter…")).to_be_focused()
    expect(eyes.moves).to_have_count(0)


def test_the_position_is_set_from_the_one_there_is(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    dialog = Dialog(eyes)
    dialog.open()
    dialog.choose("Position")
    fen = dialog.box.get_by_label("FEN", exact=True)
    expect(fen).to_have_value("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    dialog.rule("Position", FEN="8/8/8/8/8/8/8/8 w - - 0 1")
    expect(dialog.problem).to_contain_text("king")
    dialog.rule("Position", FEN="rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    expect(dialog.score).to_have_text("The arbiter, at the computer: the position is set.")


def test_fingers_on_a_phone(house, browse):
    """Every act can be reached, nothing is cut off at the side, and a refusal is in sight."""
    eyes = browse(house.url, has_touch=True, viewport={"width": 390, "height": 667})
    eyes.is_connected()
    dialog = Dialog(eyes)
    eyes.page.get_by_role("button", name="Arbiter…").tap()
    for name, act in rulings.ACTS.items():
        dialog.box.locator(f'[value="{name}"][name=act]').tap()
        expect(dialog.confirm).to_have_text(act.label)
        assert dialog.box.evaluate("box => box.scrollWidth <= box.clientWidth"), name
        for field in act.fields:
            expect(dialog.box.locator(f"[name={field}]").first).to_be_visible()
    dialog.confirm.tap()
    expect(dialog.problem).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("body", ["", "{", "[]", '{"words":"stop"}', '{"words":[1]}', '{"words":[["stop"]]}'])
def test_what_is_no_ruling(house, body):
    assert ask(house.port, "POST", "/rule", body, Origin=house.url[:-1])[0] == 400


def test_who_else_may_not_rule(house):
    wish = json.dumps({"words": ["award", "1-0"]})
    for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
        assert ask(house.port, "POST", "/rule", wish, **headers)[0] == 403
    status, _, body = ask(house.port, "POST", "/rule", '{"words":["ban"]}', Origin=house.url[:-1])
    assert status == 409 and json.loads(body)["text"].startswith("no act ban: there are stop, continue")
