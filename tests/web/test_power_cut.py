# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated board loses its power, dies, or is wanted by two."""

import pytest
from playwright.sync_api import expect

from touchmove import web
from touchmove.errors import BusyError
from touchmove.sim import process


def test_a_power_cut_in_the_middle_of_a_game(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    eyes.play("e7", "e5", "e5")
    eyes.square("g1").click()  # in the air when all goes dark
    eyes.sees({"g1": "white", "f3": "green", "h3": "green", "e2": "green"})
    eyes.page.get_by_role("button", name="Power cut").click()
    expect(eyes.page.locator("#off")).to_have_text("The board was off for a moment; it goes on where it was.")
    eyes.is_connected()
    expect(eyes.page.locator(".case")).to_have_class("case")
    eyes.square("f3").click()
    eyes.finish("white", "g1", "Nf3")
    eyes.play("b8", "c6", "Nc6")
    (summary,) = house.archive.games()
    game = house.archive.game(summary.number)
    assert [ply.san for ply in game.plies] == ["e4", "e5", "Nf3", "Nc6"]
    assert [record.name for record in game.events].count("resumed") == 1


def test_a_board_that_died_is_switched_on_again(house, browse):
    eyes = browse(house.url)
    eyes.begin()
    house.table.desk._body._process.kill()
    expect(eyes.page.locator("#desk .problem")).to_contain_text("the simulated board has stopped")
    expect(eyes.page.locator(".case")).to_have_class("case off")
    expect(eyes.page.locator("#link")).to_contain_text("the simulated board is off")
    eyes.square("e2").click()
    eyes.square("e4").click()
    eyes.stands("e4", "P")  # wood needs no power
    eyes.page.get_by_role("button", name="Switch on").click()
    expect(eyes.page.locator("#desk .problem")).to_be_hidden()
    eyes.is_connected()
    expect(eyes.page.get_by_role("button", name="Power cut")).to_be_visible()


def test_a_board_is_for_one(house, tmp_path):
    with pytest.raises(BusyError, match=r"in use by another `touchmove run --sim`.*TOUCHMOVE_HOME"):
        web.Table(tmp_path / "sim", process.maker().make)
