# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sheets there are, what is said where something cannot be drawn, and that text fits."""

import importlib
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from samples import DRAWN, SAMPLES, board, on_all, sheets, used
from sheet import extent, near, rectangle, tag

from touchmove.errors import InputError
from touchmove.wiring.sheets import draw, wired

ROOT = Path(__file__).resolve().parent.parent.parent
BOARDS = sorted(path.stem for path in (ROOT / "boards").glob("*.py") if path.stem != "__init__")


@on_all
def test_text_fits_its_box_and_its_sheet(name):
    for sheet in DRAWN[name].values():
        for kind, group in sheet.all:
            if kind == "g" and group.get("class").startswith("part"):
                left, top, right, bottom = rectangle(group)
                for node in group.iter():
                    if tag(node) == "text" and top < float(node.get("y")) < bottom:
                        start, end = extent(node)
                        assert left <= start + 1
                        assert end <= right + 1, node.text
        for kind, node in sheet.all:
            if kind == "text" and "rotate" not in node.get("transform", ""):
                start, end = extent(node)
                assert start >= 14, node.text
                assert end <= sheet.size[0] - 14, node.text


def test_other_data_make_another_picture():
    plain, turned = SAMPLES["pico_reed"], SAMPLES["turned"]
    assert used(plain)[0] == "rank 1"
    assert used(turned)[0] == "rank 8"
    swapped = board("pico_reed", sensors={"rows": (1, 0, 2, 3, 4, 5, 6, 7, 8)})
    (line,) = sheets(swapped)["wiring"].lines("wire", gpio=0)
    (row,) = sheets(swapped)["wiring"].lines("row", name="rank 2")
    assert near(line[-1], row[0])
    assert draw(wired(plain)).keys() == draw(wired(turned)).keys()
    assert all(a != b for a, b in zip(draw(wired(plain)).values(), draw(wired(turned)).values(), strict=True))


def test_the_same_data_make_the_same_picture():
    assert draw(wired(board("pico_reed"))) == draw(wired(board("pico_reed")))


def test_the_current_is_the_boards():
    found = board("pico_reed")
    found.LIGHTS_MA = 123
    assert any("123 mA" in word for word in sheets(found)["wiring"].words())


def test_what_is_not_known_is_left_out_and_said():
    found = board("pico_reed")
    found.PARTS["sensors"] = ("sonar", {"pins": (0, 1)})
    assert wired(found).left_out == ["sensors sonar"]
    drawn = sheets(found)
    assert set(drawn) == {"wiring", "below", "above"}
    for sheet in drawn.values():
        assert any("sensors sonar" in word for word in sheet.words())
        assert not sheet.lines("row")
    found.PARTS["lights"] = ("candles", {})
    assert set(draw(wired(found))) == {"wiring"}


def test_text_is_text():
    found = board("pico_reed")
    found.NAME = '<b>&"x'
    assert '<b>&"x: wiring' in sheets(found)["wiring"].words()


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_drawn_or_says_why_not(name):
    module = importlib.import_module(f"boards.{name}")
    parts = {part for part, _ in module.PARTS.values()}
    if "virtual" in parts:
        with pytest.raises(InputError, match="all its parts are virtual"):
            wired(module)
    else:
        assert "wiring" in draw(wired(module))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"MODULE": None}, r"boards/pico_reed.py names no module: MODULE has to be one of pico, "),
        ({"MODULE": "arduino"}, "names the module 'arduino'"),
    ],
)
def test_a_board_needs_a_module_that_is_known(change, message):
    with pytest.raises(InputError, match=message):
        wired(SimpleNamespace(**{**vars(board("pico_reed")), **change}))


def test_a_pin_has_to_be_brought_out():
    with pytest.raises(InputError, match="Raspberry Pi Pico does not bring out pin 23"):
        draw(wired(board("pico_reed", buzzer={"pin": 23})))


def test_pages_and_pictures_have_the_size_of_paper():
    for name, text in draw(wired(board("pico_reed"))).items():
        size = ("297mm", "210mm") if name == "wiring" else ("210mm", "297mm")
        assert re.search(r'width="(\w+)" height="(\w+)"', text).groups() == size
