# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does to a game: his words as a command of the link, and a record of it as the words of a comment."""

import re

from .errors import InputError
from .record import Record

_SIDES = ("white", "black")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2", "1/2-1/2": "1/2-1/2", "draw": "1/2-1/2"}
_TIME = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,3})(?:\.(\d))?")
_SQUARE = re.compile(r"[a-h][1-8]")

USAGE = {
    "stop": "stop [WHY]",
    "continue": "continue",
    "flag": "flag",
    "time": "time white|black 1:23:45",
    "number": "number N",
    "back": "back N [black]",
    "position": "position FEN",
    "illegal": "illegal white|black",
    "hands": "hands white|black",
    "claim": "claim white|black",
    "conduct": "conduct white|black",
    "waive": "waive white|black",
    "must": "must SQUARE",
    "award": "award 1-0|0-1|1/2",
    "unproven": "unproven loss|draw",
    "reopen": "reopen",
    "adjourn": "adjourn",
    "seal": "seal",
    "resume": "resume",
}
_ONE_SIDE = ("illegal", "hands", "claim", "conduct", "waive")
_ALONE = ("continue", "flag", "reopen", "adjourn", "seal", "resume")


def command(words: list[str]) -> tuple[str, str, str]:
    """Return act, side and value as the board's command `rule` takes them; InputError says how it is written."""
    act, rest = (words[0], words[1:]) if words else ("", [])
    if act not in USAGE:
        raise InputError(f"no act {act}: there are {', '.join(USAGE)}" if act else f"say what: {', '.join(USAGE)}")
    match [act, *rest]:
        case ["stop", *why]:
            return act, "none", " ".join(why)[:20]
        case ["time", side, time] if side in _SIDES and (ms := _ms(time)) is not None:
            return act, side, str(ms)
        case ["number", number] if number.isdecimal():
            return act, "none", number
        case ["back", number] if number.isdecimal():
            return act, "white", number
        case ["back", number, side] if number.isdecimal() and side in _SIDES:
            return act, side, number
        case ["must", square] if _SQUARE.fullmatch(square):
            return act, "none", square
        case ["position", *fen] if fen:
            return act, "none", " ".join(fen)
        case ["award", result] if result in _RESULTS:
            return act, "none", _RESULTS[result]
        case ["unproven", "loss" | "draw" as value]:
            return act, "none", value
        case [_, side] if act in _ONE_SIDE and side in _SIDES:
            return act, side, ""
        case [_] if act in _ALONE:
            return act, "none", ""
    raise InputError(f"`{' '.join(words)}` is not understood: it is `arbiter {USAGE[act]}`")


def _ms(text: str) -> int | None:
    """Return a time h:mm:ss, m:ss or s, with tenths or without, in milliseconds; None if it is none."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds, tenths = (int(part or 0) for part in match.groups())
    if minutes > 59 or (match[2] is not None and seconds > 59):
        return None
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + tenths * 100


def comment(record: Record, number: int) -> str:
    """Return what a record tells a reader of the score, or nothing. number: of the move that is made next."""
    match record.name:
        case "flagged":
            return f"{record['side'].capitalize()}'s flag is down"
        case "stopped":
            return _stopped(record["by"], record["why"])
        case "continued" if record["by"] == "both":
            return "Both players let the clocks go on"
        case "sealed":
            return f"{record['side'].capitalize()} has sealed a move; adjourned"
        case "reopened":
            return f"{_ruler(record['by'])}: the result is overruled, the game goes on"
        case "ruled":
            return f"{_ruler(record['by'])}: {_ruling(record['act'], record['side'], record['value'], number)}"
    return ""


def _stopped(by: str, why: str) -> str:
    if why == "flags":
        return "Both flags are down in unknown order before the last period: play goes on"
    if by in _SIDES:
        return f"{by.capitalize()} stops the clocks and {'claims the flag' if why == 'flag' else 'calls the arbiter'}"
    return f"{_ruler(by)} stops the clocks{'' if why == 'arbiter' else f': {why}'}".replace("}", ")")


def _ruler(by: str) -> str:
    return {"both": "Both players", "computer": "The arbiter, at the computer"}.get(by, "The arbiter")


def _ruling(act: str, side: str, value: str, number: int) -> str:
    whose = side.capitalize()
    other = "Black" if side == "white" else "White"
    match act:
        case "time":
            return f"{whose}'s clock is set to {_clock(value)}"
        case "number":
            return f"the next move is number {value}"
        case "illegal" | "hands" | "claim" | "conduct":
            fault = {"illegal": "illegal move", "hands": "two hands", "claim": "wrong claim", "conduct": "conduct"}[act]
            return f"{whose}, {fault}" + (f"; {other} gets {_clock(value)}" if int(value) else "")
        case "waive":
            return f"{whose}'s illegal move is waived" + (f"; {other} loses {_clock(value)}" if int(value) else "")
        case "must":
            return f"the man on {value} must be moved or captured"
        case "back":
            return f"back to {whose}'s move {number}"
        case "position":
            return "the position is set"
        case "award":
            return value
        case "reject":
            return f"{value} is rejected"
        case "unproven":
            return f"it is not proven that {other} can mate; {'the loss stands' if value == 'loss' else 'drawn'}"
        case "adjourn":
            return "adjourned"
        case "seal":
            return "the player to move seals a move"
        case "resume":
            return "the game is resumed"
    return act


def _clock(ms: str) -> str:
    seconds = int(ms) // 1000
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"
