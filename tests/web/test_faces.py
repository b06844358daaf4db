# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces on the page are those of the board: dot by dot what the driver of the panels puts on its wire."""

import importlib
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from desk import House
from playwright.sync_api import expect

from boards import pico_w_oled
from drivers.clockface_ssd1306 import SSD1306
from play import face
from touchmove.emulator.ssd1306 import Panel

BOARDS = Path(__file__).resolve().parents[2] / "boards"
TEXTS = ("05:03", "1h40", '19"4', "Err", "drA?", "88:88", "FL 1", "qd1", "")
_DOTS = """async (faces) => {
  const { Panel } = await import("/static/oled.js");
  const element = document.createElement("div");
  const panel = new Panel(element);
  return faces.map((bytes) => {
    panel.show(bytes, "");
    const canvas = element.querySelector("canvas");
    const pitch = canvas.width / 128;
    const rgba = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const dots = [];
    for (let y = 0; y < 64; y++) {
      for (let x = 0; x < 128; x++) {
        if (rgba[((y * pitch + 1) * canvas.width + x * pitch + 1) * 4 + 3]) dots.push([x, y]);
      }
    }
    return dots;
  });
}"""


@pytest.fixture
def driven():
    """Return what a panel shows after its driver was given these cells."""
    panel = Panel()
    bus = SimpleNamespace(write=lambda address, data: panel.take(bytes(data)) or True, lost=())
    driver = SSD1306(bus=bus, addresses=(0x3C,), column=0, contrast=0x7F)

    def show(cells):
        driver.show(0, cells)
        while driver.send():
            pass
        return panel.dots

    return show


def cells(text):
    drawn = bytearray(4)
    face.draw(text, drawn)
    return drawn


def test_the_page_draws_the_dots_that_the_driver_sends(house, browse, driven):
    eyes = browse(house.url)
    shown = [cells(text) for text in TEXTS] + [
        bytes(cell) + bytes((1 << bit,)) + bytes(3 - cell) for cell in range(4) for bit in range(8 if cell == 1 else 7)
    ]
    for drawn, dots in zip(shown, eyes.page.evaluate(_DOTS, [list(some) for some in shown]), strict=True):
        assert {tuple(dot) for dot in dots} == driven(drawn), bytes(drawn)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_both_faces_are_panels_where_the_board_has_panels(tmp_path, browse, size):
    look, _ = pico_w_oled.PARTS["clockface"]
    with House(tmp_path, look=look) as house:
        eyes = browse(house.url, viewport={"width": size[0], "height": size[1]})
        eyes.is_connected()
        house.new()
        eyes.begin()
        expect(eyes.page.locator(".face.oled canvas")).to_have_count(2)
        expect(eyes.page.locator(".face svg")).to_have_count(0)
        eyes.reads("black", "05:03")
        for side in ("white", "black"):
            box = eyes.face(side).locator("canvas").bounding_box()
            assert box["width"] == pytest.approx(2 * box["height"], abs=1)
        assert eyes.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        if folder := os.environ.get("TOUCHMOVE_PICTURES"):
            eyes.page.screenshot(path=Path(folder) / f"oled-{size[0]}.png")


def test_the_page_knows_the_faces_of_every_board(house, browse):
    boards = [path.stem for path in BOARDS.glob("*.py") if path.stem != "__init__"]
    faces = {importlib.import_module(f"boards.{board}").PARTS["clockface"][0] for board in boards}
    assert faces >= {"tm1637", "ssd1306"}
    known = "import('/static/desk.js').then(({ LOOKS }) => Object.keys(LOOKS))"
    assert set(browse(house.url).page.evaluate(known)) == faces


def test_segments_are_what_the_reference_board_has(house, browse):
    eyes = browse(house.url)
    expect(eyes.page.locator(".face svg")).to_have_count(2)
    expect(eyes.page.locator(".oled")).to_have_count(0)
