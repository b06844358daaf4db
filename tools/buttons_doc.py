# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/buttons.md from the table of states and what each act says of itself. `--check` only compares."""

import sys
from pathlib import Path

from comments import meanings, write

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "buttons.md"
sys.path[:0] = [str(ROOT / "firmware"), str(ROOT / "host" / "touchmove" / "cpython")]

from play import states  # noqa: E402 - the path comes first
from play.dialogue import Dialogue  # noqa: E402

_HEAD = """# Buttons

What each button of a player means in each state: `PLAYER` in `firmware/play/states.py`, from which the board acts and `make docs` writes
this page. A press counts when the finger comes down; an action when it is let go, within 0.8 s, else it is a long one. A player can
never act for the other: the state is his own, and what he opens stands on his own face. The clock runs in all menus but the
arbiter's. What has no entry has no effect but a short low tone.

The first row that holds counts. Both action buttons, held for two seconds after the end, set up a new game. The arbiter's button
has [a page of its own](arbiter.md), claims and offers [another](draws.md), the menu before the game is among the [settings](settings.md).

| state | press | action | long action |
|---|---|---|---|
"""


def said(act: str) -> str:
    return (getattr(Dialogue, act).__doc__ or "").strip().rstrip(".") if act else "–"


def render() -> str:
    means = meanings(ROOT / "firmware" / "play" / "states.py")
    rows = [
        f"| **{name}**: {means[name].rstrip('.')} | {' | '.join(said(act) for act in acts)} |\n"
        for name, *acts in states.PLAYER
    ]
    return _HEAD + "".join(rows)


if __name__ == "__main__":
    sys.exit(write(FILE, render()))
