# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents say what the code does: what can be checked in them is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from play.lights import FIX, MEANINGS
from touchmove import compiler, slots
from touchmove.compiler import load_board
from touchmove.sim import picture
from touchmove.sim.scenario import Stage
from touchmove.wiring.matrix import NAMES as BUTTONS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("tool", ["link_doc", "settings_doc", "buttons_doc", "hands_picture", "wiring_pictures"])
def test_what_is_written_from_the_code_is_what_the_code_says(tool):
    subprocess.run([sys.executable, str(ROOT / "tools" / f"{tool}.py"), "--check"], check=True)


def test_every_step_and_expectation_is_documented():
    page = (ROOT / "docs" / "scenarios.md").read_text()
    for method in dir(Stage):
        kind, _, word = method.removeprefix("_").partition("_")
        if kind == "do" and word != "expect":
            assert re.search(rf"`{word}\b", page), f"the step {word} is not in docs/scenarios.md"
        if kind == "expect":
            assert f"`expect {word}" in page, f"expect {word} is not in docs/scenarios.md"
    for colour in picture.COLOURS:
        assert f"`{colour}`" in page


def test_the_page_for_builders_counts_what_the_board_has():
    page = (ROOT / "docs" / "build" / "README.md").read_text()
    board = load_board("pico_reed")
    data = {kind: part[1] for kind, part in board.PARTS.items()}
    buttons = len(BUTTONS)
    needed = {
        "reed, normally open": 64,
        "diode 1N4148": 64 + buttons,
        "WS2812B light, 5 V": len(data["lights"]["order"]),
        "TM1637 face": len(data["clockface"]["faces"]),
        "push button, closes when pressed": buttons,
        f"resistor {board.PULL_UP_OHM // 1000} kΩ": len(data["sensors"]["columns"]),
    }
    rows = dict(re.findall(r"^\| ([^|]+?) \| (\d+) \|", page, re.MULTILINE))
    for part, count in needed.items():
        assert int(rows[part]) == count
    prices = re.findall(r"^\| .* \| ([\d.]+) \| [^|]*\|$", page.partition("## The wires")[0], re.MULTILINE)
    assert len(prices) == 13
    assert f"some {round(sum(map(float, prices)), -1):.0f} euros" in page
    assert int(rows["all lights together, at most"]) == board.LIGHTS_MA
    assert int(rows["one colour of one light, full on"]) == board.LIGHT_MA
    rest = int(rows["the Pico and the faces"]) + int(rows["64 lights, dark"])
    assert (rest, rest + board.LIGHTS_MA) == (board.REST_MA, int(rows["together, what a USB 2.0 port gives"]))
    wanted = 32 * sum(MEANINGS[FIX][1]) / 255 * board.LIGHT_MA
    assert f"want {wanted:.0f} mA and are dimmed to {board.LIGHTS_MA}" in page
    assert wanted * 0.4 < board.LIGHTS_MA
    assert f"makes that {wanted * 0.4:.0f}" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_targets_that_a_page_names_exist(page):
    text = page.read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"`(?:\w+=\S+ )?make (\w+)`", text):
        assert f"\n{target}:" in makefile, f"{page.name} names make {target}"
    for path in re.findall(r"`((?:firmware|boards|host|tests|docs|tools)/[\w./-]+)`", text):
        assert "NAME" in path or (ROOT / path).exists(), f"{page.name} names {path}"
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (page.parent / name).exists(), f"{page.name} links to {name}"


def test_what_the_firmware_takes_is_what_the_pages_say():
    testing, tools = ((ROOT / "docs" / page).read_text() for page in ("testing.md", "tools.md"))
    sizes = compiler.sizes()
    in_flash = sizes.pop(compiler.IN_FLASH)
    assert f"another {in_flash:,} bytes stay in its flash | 80 KB | {sum(sizes.values()) / 1024:.1f} KB |" in testing
    version = bytes(slots.pack(compiler.linkable(compiler.REFERENCE), 1))
    assert f"a version takes {len(version) / 1024:.0f} KB" in tools
