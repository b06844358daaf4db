# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/settings.md from the tables of settings, sounds and the menu before the game. `--check` only compares."""

import sys
from pathlib import Path

from comments import meanings, write

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "settings.md"
PLAY = ROOT / "firmware" / "play"
sys.path[:0] = [str(ROOT / "firmware"), str(ROOT / "host" / "touchmove" / "cpython")]

from play import before, profile, settings, sound  # noqa: E402 - the path comes first

_HEAD = """# Settings

This page is written by `make docs` from `firmware/play/profile.py`, `settings.py`, `sound.py` and `before.py`.

## Of a game

A profile says how much the board helps and by which regulations it is played. What differs from it is written behind its name:
`tournament flag=call illegal=1`. So it is said to `touchmove new --profile`, to the page and in a scenario, and so it stands in the
record of the game's start.

"""

_BOARD = """
## Of a board

They are kept on its flash. `touchmove set` shows them, `touchmove set lights 4` changes one; some can be changed with the buttons.

| setting | values | a new board | meaning |
|---|---|---|---|
"""

_SOUNDS = """
Each sound can be switched off by its name, `touchmove set press off`, or all together: `touchmove set sounds off`. Of two at
once the later in this list is heard.

| sound | tones in hertz | when |
|---|---|---|
"""

_MENU = """
## With the buttons, before the game

While no game runs, a long action opens the menu of whoever made it; his action shows the next item, his press changes it, a long
action or ten seconds leave it. A short action without the menu steps through the
[time controls](time-controls.md).

| face | press |
|---|---|
"""


def values(known: tuple[str, ...], least: int = 0, most: int = 999) -> str:
    return ", ".join(f"`{word}`" for word in known) or f"{least} to {most}"


def word(known: tuple[str, ...], value: int) -> str:
    return known[value] if known else str(value)


def render() -> str:
    said = meanings(PLAY / "profile.py")
    parts = [_HEAD, f"| setting | values | {' | '.join(profile.NAMES)} | meaning |\n|---|---|{'---|' * 5}\n"]
    for name, known, of_profiles in profile.SETTINGS:
        shown = " | ".join(word(known, value) for value in of_profiles)
        parts.append(f"| `{name}` | {values(known)} | {shown} | {said[name]} |\n")
    said = meanings(PLAY / "settings.py") | meanings(PLAY / "sound.py")
    parts.append(_BOARD)
    cues = dict(sound.CUES)
    for name, known, least, most, default in settings.TABLE:
        if name not in cues:
            parts.append(f"| `{name}` | {values(known, least, most)} | {word(known, default)} | {said[name]} |\n")
    parts.append(_SOUNDS)
    for name, tones in sound.CUES:
        parts.append(f"| `{name}` | {' '.join(str(hertz) for hertz in tones[::2] if hertz)} | {said[name]} |\n")
    parts.append(_MENU)
    said = meanings(PLAY / "before.py")
    parts += [f"| `{text}` | {said[text]} |\n" for text in before.ITEMS]
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(FILE, render()))
