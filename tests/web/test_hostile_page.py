# SPDX-License-Identifier: GPL-3.0-or-later
"""A board whose every word is an attack on the page: all of it is shown as text, no script runs."""

import sys
from pathlib import Path

import pytest
from attack import HOSTILE
from playwright.sync_api import expect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "host"))

from desk import House
from fakeboard import Journal, PluggedBoard
from games import moved, started

CLOCKS = ("none", 60000, 59000, 1, 0, 0, 0)
MARKUP = "".join(text for text in HOSTILE if "<" in text)


class Spoiled(House):
    """A house without a desk, whose board says the same in every field that is text."""

    def __init__(self, folder, text):
        super().__init__(folder, has_desk=False)
        journal = Journal()
        journal.add(*started(control=text))
        journal.add(*moved(1, "e2e4"))
        journal.add("stopped", 1, "computer", text, "white", *CLOCKS)
        journal.add("ruled", 2, text, "white", text, text, text, *CLOCKS)
        journal.add("ended", 4, text, text, 60000, 59000)
        journal.add(*started(fen=text, control=text))
        journal.add("moved", 9, 1, text, *CLOCKS)
        journal.add("ended", 9, text, text, 60000, 59000)
        self.board = PluggedBoard(journal)
        self.board._command = self.refuse
        self.board.reset()
        self.text = text
        self.board.plug()

    def refuse(self, name, values):
        if name != "hello":
            raise ValueError(self.text)

    def find(self):
        return self.board.port

    def __exit__(self, *_):
        super().__exit__(*_)
        self.board.unplug()


@pytest.fixture(params=HOSTILE, ids=range(len(HOSTILE)))
def spoiled(request, tmp_path):
    with Spoiled(tmp_path, request.param) as house:
        yield house


def test_text_stays_text(spoiled, browse):
    eyes = browse(spoiled.url)
    page = eyes.page
    page.evaluate("() => { window.boom = () => (window.isOwned = true); }")
    eyes.is_connected()
    expect(page.locator("#kept tr")).to_have_count(2)
    later, earlier = (page.locator("#kept tr").nth(row).locator("td").all_text_contents() for row in (0, 1))
    for _, control, result, words, _ in (later, earlier):
        assert control == spoiled.text and words == f"Not decided: {spoiled.text}"
        assert result == spoiled.text.replace("-", "–", 1)
    expect(page.locator("#lost")).to_contain_text("cannot be followed further")
    page.get_by_role("button", name="New game").click()
    page.locator("#new [type=submit]").click()
    expect(page.locator("#new .problem:visible")).to_have_count(1)
    assert spoiled.text in page.locator("#new .problem:visible").text_content()
    assert not page.evaluate("window.isOwned")
    # Nothing of it has become an element: the page has the scripts and pictures that it had.
    assert page.locator("script").count() == 1 and page.locator("script").get_attribute("src") == "/static/main.js"
    assert page.locator("svg[onload], img[onerror], [onload], [onerror]").count() == 0


def test_even_markup_would_run_nothing(house, browse):
    """A second wall: were text ever taken for markup, the page's policy runs no script in it."""
    page = browse(house.url).page
    page.evaluate(
        """text => {
            window.boom = () => (window.isOwned = true);
            document.body.insertAdjacentHTML("beforeend", text);
            const script = document.createElement("script");
            script.textContent = "window.isOwned = true";
            document.body.append(script);
        }""",
        MARKUP,
    )
    page.evaluate(
        """() => new Promise(done => {
            const image = document.querySelector("img[src=x]");
            image.complete ? done() : image.addEventListener("error", done);
        })"""
    )
    assert not page.evaluate("window.isOwned")
