# SPDX-License-Identifier: GPL-3.0-or-later
"""A mirrored game as PGN in export format: text only, one game at a time, so any number of games streams through.

Whatever a record says, what comes out is read by other programs: quotes, brackets, line ends and percent signs are
taken care of, a result is one of PGN's four, and lines have at most 79 characters (a tag has one line of any length).
Written here and not by python-chess, because its 1.11 leaves quotes and backslashes in tags as they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from typing import TextIO

import chess

from . import timecontrol
from .mirror import Game, position

_WIDTH = 79
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
# Inside a comment only a brace ends it; but some programs take a line that begins with a bracket for a tag, and PGN one
# that begins with a percent sign for no part of the game.
_TAMED = str.maketrans("{}[]%", "()()/")
_ESCAPED = re.compile(r'\\(["\\])')
# PGN knows few words for how a game ended; all that the laws call a normal end is `normal`.
_TERMINATION = {
    "time": "time forfeit",
    "illegal": "rules infraction",
    "award": "adjudication",
    "abandoned": "abandoned",
    "": "unterminated",
}


def write(games: Iterable[Game], file: TextIO) -> int:
    """Write games one after the other; return how many."""
    count = 0
    for game in games:
        file.write(text(game))
        count += 1
    return count


def text(game: Game, tags: Mapping[str, str] | None = None) -> str:
    """Return the game with the blank line that ends it. tags: what the board cannot know, such as names.

    A date among them is another than that of the board, so the board's time of day goes.
    """
    pairs = {**_tags(game), **(tags or {})}
    if tags and "Date" in tags:
        pairs.pop("UTCDate", None)
        pairs.pop("UTCTime", None)
    lines = [f'[{name} "{_escape(value)}"]' for name, value in pairs.items()]
    return "\n".join([*lines, "", *_wrap(_tokens(game)), "", ""])


def time_control(control: str) -> str:
    """Return the board's form of a time control (`5+3`) in PGN's, in seconds (`300+3`); `?` if PGN has none."""
    return timecontrol.pgn(control)


def day(epoch: int) -> str:
    """Return the day where the game is played, as PGN writes it; 0 is a board that was never told the time."""
    moment = _moment(epoch, None)
    return f"{moment:%Y.%m.%d}" if moment else "????.??.??"


def clk(clock_ms: int) -> str:
    """Return a clock as h:mm:ss, rounded down: a player never has more than it says."""
    seconds = max(0, clock_ms) // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def result(game: Game) -> str:
    """Return the result of a game as one of PGN's four; `*` for what the board may say besides."""
    return game.result if game.result in _RESULTS else "*"


def unescape(value: str) -> str:
    """Return what a tag says. python-chess 1.11 hands over the text between the quotes as it stands in the file."""
    return _ESCAPED.sub(r"\1", value)


def _tags(game: Game) -> dict[str, str]:
    tags = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?")
    tags["Date"] = day(game.epoch)
    tags["Result"] = result(game)
    moment = _moment(game.epoch, UTC)
    if moment:
        tags["UTCDate"] = f"{moment:%Y.%m.%d}"
        tags["UTCTime"] = f"{moment:%H:%M:%S}"
    if game.board.chess960:
        tags["Variant"] = "Chess960"
    if game.fen != chess.STARTING_FEN:
        tags["SetUp"] = "1"
        tags["FEN"] = game.fen
    tags["TimeControl"] = time_control(game.control)
    tags.update(timecontrol.tags(game.control))
    tags["Termination"] = _TERMINATION.get(game.reason, "normal")
    return tags


def _moment(epoch: int, zone: tzinfo | None) -> datetime | None:
    """Return a moment, None if the board was never told the time, or tells one that no calendar has."""
    try:
        moment = datetime.fromtimestamp(epoch, zone) if epoch else None
    except (OverflowError, ValueError, OSError):
        return None
    return moment if moment and moment.year >= 1000 else None


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _comment(text: str) -> list[str]:
    """Return the words of a comment, none too long for a line."""
    words = "{" + _printable(text).translate(_TAMED) + "}"
    return [word[at : at + _WIDTH] for word in words.split() for at in range(0, len(word), _WIDTH)]


def _escape(value: str) -> str:
    value = _printable(value)
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tokens(game: Game) -> Iterator[str]:
    number = position(game.fen).fullmove_number
    has_number = False
    for index, ply in enumerate(game.plies):
        for note in game.notes.get(index, ()):
            yield from _comment(note)
            has_number = False
        if ply.turn == chess.WHITE:
            yield f"{number}. {ply.san}"
        else:
            # After a comment, and at the beginning, Black's move says its number too.
            yield ply.san if has_number else f"{number}... {ply.san}"
            number += 1
        if game.is_timed:
            yield f"{{[%clk {clk(ply.clock_ms)}]}}"
        has_number = not game.is_timed
    for note in game.said:
        yield from _comment(note)
    if game.problem:
        yield from _comment(game.problem)
    yield result(game)


def _wrap(tokens: Iterable[str]) -> Iterator[str]:
    line = ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _WIDTH:
            yield line
            line = token
        else:
            line = f"{line} {token}" if line else token
    yield line
