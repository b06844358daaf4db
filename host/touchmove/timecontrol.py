# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls between the board's text and PGN's TimeControl.

PGN knows periods, increments and hourglasses, in seconds. What it has no kind for is `?`, never a near one: the
board's own words then stand in a tag of our own. `docs/time-controls.md` is the table.
"""

import re
from collections.abc import Mapping

OWN_TAG = "BoardTimeControl"
SIDE_TAGS = ("WhiteTimeControl", "BlackTimeControl")

_BOARD = re.compile(r"(?:([0-9]+)/)?([0-9]+)(s?)(?:\+([0-9]+))?")
_PGN = re.compile(r"(?:([0-9]+)/)?([0-9]+)(?:\+([0-9]+))?")


def pgn(control: str) -> str:
    """Return the value of TimeControl for a control in the board's one form; `?` where PGN has no kind for it."""
    if control == "-":
        return "-"
    if control.startswith("*"):
        base = pgn(control[1:])
        return f"*{base}" if base.isdecimal() else "?"
    periods = []
    for text in control.split(","):
        match = _BOARD.fullmatch(text)
        if match is None:
            return "?"
        moves, base, seconds, increment = match.groups()
        base_s = int(base) * (1 if seconds else 60)
        periods.append((f"{moves}/" if moves else "") + str(base_s) + (f"+{increment}" if int(increment or 0) else ""))
    return ":".join(periods)


def tags(control: str) -> dict[str, str]:
    """Return the tags that say what TimeControl cannot: a value for each side, or the board's own words."""
    if pgn(control) != "?":
        return {}
    sides = [pgn(side) for side in control.split(" vs ")]
    if len(sides) == 2 and "?" not in sides:
        return dict(zip(SIDE_TAGS, sides, strict=True))
    return {OWN_TAG: control}


def read(headers: Mapping[str, str]) -> str | None:
    """Return the control that the tags of a game tell, in the board's form; None if they tell none."""
    if headers.get(OWN_TAG):
        return headers[OWN_TAG]
    both = headers.get("TimeControl", "?")
    sides = [_read(headers.get(tag, both)) for tag in SIDE_TAGS]
    white, black = sides
    if white == black:
        return white
    return None if None in sides or "-" in sides else f"{white} vs {black}"


def _read(value: str) -> str | None:
    """Return the board's form of one value of TimeControl."""
    if value == "-":
        return "-"
    if value.startswith("*"):
        return f"*{_time(int(value[1:]))}" if value[1:].isdecimal() and int(value[1:]) else None
    periods = []
    for text in value.split(":"):
        match = _PGN.fullmatch(text)
        if match is None or not int(match[2]) or match[1] == "0":
            return None
        moves, base, increment = match.groups()
        periods.append(
            (f"{int(moves)}/" if moves else "")
            + _time(int(base))
            + (f"+{int(increment)}" if int(increment or 0) else "")
        )
    return ",".join(periods) if all("/" in period for period in periods[:-1]) else None


def _time(seconds: int) -> str:
    return f"{seconds}s" if seconds % 60 else str(seconds // 60)
