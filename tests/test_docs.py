# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents say what the code does: what can be checked in them is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from touchmove.sim import picture
from touchmove.sim.scenario import Stage

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
