# SPDX-License-Identifier: GPL-3.0-or-later
"""A board that stands at a MicroPython prompt is sent back into its game from the page."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "host"))

from desk import House
from fakeboard import Journal, PluggedBoard
from games import game


class Waiting(House):
    """A house without a desk, whose board was left at its prompt."""

    def __init__(self, folder):
        super().__init__(folder, has_desk=False)
        journal = Journal()
        for values in game("e2e4 e7e5"):
            journal.add(*values)
        self.board = PluggedBoard(journal)
        self.board.at_prompt = True
        self.board.plug()

    def find(self):
        return self.board.port

    def __exit__(self, *_):
        super().__exit__(*_)
        self.board.unplug()


@pytest.fixture
def waiting(tmp_path):
    with Waiting(tmp_path) as house:
        yield house


def test_a_board_at_its_prompt_is_resumed(waiting, browse):
    eyes = browse(waiting.url)
    expect(eyes.page.locator("#link")).to_contain_text("stands at a MicroPython prompt")
    eyes.page.get_by_role("button", name="Resume the game").click()
    eyes.is_connected()
    expect(eyes.moves).to_have_count(2)
    expect(eyes.page.locator("#resume")).to_be_hidden()
