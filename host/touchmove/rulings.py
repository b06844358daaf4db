# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does to a game: his words as a command of the link, and a record of it as the words of a comment.

ACTS is the one list of what he can do at the computer: the command line reads its words by it, the page is built of it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from .errors import InputError
from .record import Record

_SIDES = ("white", "black")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2", "1/2-1/2": "1/2-1/2", "draw": "1/2-1/2"}
_TIME = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,3})(?:\.(\d))?")
_SQUARE = re.compile(r"[a-h][1-8]")
_LONGEST_WHY = 20
_LONGEST_FEN = 92


@dataclass(frozen=True)
class Field:
    """What an act needs to know: how it is written, what it is called, what a word that is wrong is not.

    choices: words of the command and of people; else it is typed, with so many letters at most.
    """

    usage: str
    label: str
    noun: str
    choices: tuple[tuple[str, str], ...] = ()
    longest: int = 0


@dataclass(frozen=True)
class Act:
    """group and label: where people find it; says: what comes of it; fields: in the order in which they are written."""

    group: str
    label: str
    says: str
    fields: tuple[str, ...] = ()


_BOTH = (("white", "White"), ("black", "Black"))
FIELDS = {
    "side": Field("white|black", "Whose", "side, white or black", _BOTH),
    "time": Field("1:23:45", "Time left", "time, such as 1:23:45", longest=8),
    "number": Field("N", "Number", "number", longest=3),
    "mover": Field("[black]", "Whose move", "side, white or black", _BOTH),
    "square": Field("SQUARE", "Square", "square, such as e2", longest=2),
    "result": Field("1-0|0-1|1/2", "Result", "result", (("1-0", "1–0"), ("1/2", "½–½"), ("0-1", "0–1"))),
    "verdict": Field("loss|draw", "Ruling", "ruling", (("loss", "The loss stands"), ("draw", "Draw"))),
    "fen": Field("FEN", "FEN", "position", longest=_LONGEST_FEN),
    "why": Field("[WHY]", "Reason", "reason", longest=_LONGEST_WHY),
}
ACTS = {
    "stop": Act("Clocks", "Stop", "Both clocks stop; nothing that is done on the board is a move.", ("why",)),
    "continue": Act("Clocks", "Continue", "The clocks go on, even if a man does not stand: a sensor may be broken."),
    "time": Act("Clocks", "Set a clock", "Corrects the time of one side. Both clocks stop.", ("side", "time")),
    "number": Act("Clocks", "Move number", "The next move has this number for the time control.", ("number",)),
    "flag": Act("Clocks", "Flag", "Rules on the flag that is down."),
    "back": Act(
        "Moves", "Go back", "The move of this number is made next; clocks are as they were then.", ("number", "mover")
    ),
    "position": Act("Moves", "Position", "This position is set up; the score begins with it.", ("fen",)),
    "must": Act("Moves", "Touched man", "The man on this square must be moved, or captured.", ("square",)),
    "illegal": Act("Penalties", "Illegal move", "Counts, and gives the opponent time.", ("side",)),
    "hands": Act("Penalties", "Two hands", "Counts as an illegal move.", ("side",)),
    "claim": Act("Penalties", "Wrong claim", "Gives the opponent time.", ("side",)),
    "conduct": Act("Penalties", "Conduct", "Gives the opponent time.", ("side",)),
    "waive": Act("Penalties", "Waive", "Takes an illegal move off the count, and the time back.", ("side",)),
    "award": Act("Result", "Award", "Ends the game so, or corrects how it ended.", ("result",)),
    "unproven": Act("Result", "Not proven", "Rules on what the board cannot prove after a flag fell.", ("verdict",)),
    "reopen": Act("Result", "Reopen", "Overrules the end: the game goes on, with both clocks stopped."),
    "adjourn": Act("Adjourn", "Adjourn", "Puts the game away without a sealed move."),
    "seal": Act("Adjourn", "Seal a move", "The player to move seals on the board and on his time, while all is dark."),
    "resume": Act("Adjourn", "Resume", "The position of the adjourned game is set up again."),
}


def usage(act: str) -> str:
    """Return how an act is written."""
    return " ".join([act, *(FIELDS[field].usage for field in ACTS[act].fields)])


class NotUnderstoodError(InputError):
    """Words that are no act. why: what is wrong with them; whoever types them is told besides how they are written."""

    def __init__(self, why: str, act: str) -> None:
        super().__init__(f"{why}: it is `arbiter {usage(act)}`")
        self.why = why


def command(words: list[str]) -> tuple[str, str, str]:
    """Return act, side and value as the board's command `rule` takes them; InputError says how it is written."""
    act, rest = (words[0], words[1:]) if words else ("", [])
    if act not in ACTS:
        raise InputError(f"no act {act}: there are {', '.join(ACTS)}" if act else f"say what: {', '.join(ACTS)}")
    side, value = "none", ""
    for field in ACTS[act].fields:
        if field in ("why", "fen"):  # all words that follow
            value, rest = " ".join(rest)[: FIELDS[field].longest], []
            if field == "fen" and not value:
                raise NotUnderstoodError(_all_of(words), act)
            continue
        word = rest[0] if rest else "white" if field == "mover" else ""
        read, rest = _READ[field](word), rest[1:]
        if read is None:
            raise NotUnderstoodError(f"{word} is no {FIELDS[field].noun}" if word else _all_of(words), act)
        if field in ("side", "mover"):
            side = read
        else:
            value = read
    if rest:
        raise NotUnderstoodError(_all_of(words), act)
    return act, side, value


def _all_of(words: list[str]) -> str:
    return f"`{' '.join(words)}` is not understood"


def _side(word: str) -> str | None:
    return word if word in _SIDES else None


def _time(word: str) -> str | None:
    ms = _ms(word)
    return None if ms is None else str(ms)


def _number(word: str) -> str | None:
    return word if word.isascii() and word.isdecimal() else None


def _square(word: str) -> str | None:
    return word if _SQUARE.fullmatch(word) else None


def _verdict(word: str) -> str | None:
    return word if word in ("loss", "draw") else None


# What a word of each field means to the board, None if it is none.
_READ: dict[str, Callable[[str], str | None]] = {
    "side": _side,
    "mover": _side,
    "time": _time,
    "number": _number,
    "square": _square,
    "result": _RESULTS.get,
    "verdict": _verdict,
}


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
    comma = "," if by == "computer" else ""
    return f"{_ruler(by)}{comma} stops the clocks{'' if why == 'arbiter' else f': {why}'}".replace("}", ")")


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
