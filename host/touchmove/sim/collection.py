# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the games of a PGN file of anybody's: each comes out as a task for a robot, or as the reason why it does not.

python-chess reads the moves; but it passes over what it does not know, and would play `Sf3` (a knight, in German) as
f3. So the words are looked at here first, and games are told apart even where blank lines or ends are missing.
"""

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import chess.pgn

from .. import mirror, pgn
from ..errors import InputError
from .robot import Task

_KEPT_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
_VARIANTS = ("standard", "chess", "from position", "chess960", "chess 960", "fischerandom")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2", "*": "*", "": "*"}
_TAG = re.compile(r'\[\s*\w+\s*"(?:[^"\\]|\\.|"(?!\s*\]))*"\s*\]')
_WORD = re.compile(r"[^\s(){};]+")
_NUMBER = re.compile(r"\d+\.+|\d+$")
_MOVE = re.compile(
    r"(?:[NBRQK]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[NBRQKnbrqk])?|[O0]-[O0](?:-[O0])?)[+#]*[!?]*|\$\d+|e\.p\."
)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read(path: Path) -> Iterator[Task | str]:
    """Yield each game of a PGN file as a task, or as the message why it cannot be played. InputError: no such file.

    Text that is not UTF-8 is taken for Latin-1, which is PGN's own.
    """
    codecs.register_error("touchmove-latin-1", _as_latin_1)
    try:
        with path.open("rb") as file:
            start = file.read(4096)
        if start.startswith(_UTF16) or b"\0" in start:
            raise InputError(f"{path} is no text in UTF-8 or Latin-1: save it as UTF-8 and try again")
        file_text = path.open(encoding="utf-8-sig", errors="touchmove-latin-1", newline=None)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name a PGN file") from error
    count = 0
    with file_text as lines:
        for count, source in enumerate(_split(lines), 1):
            yield _task(count, source)
    if not count:
        raise InputError(f"{path} holds no game: is it a PGN file?")


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


@dataclass
class _Source:
    """The text of one game. problem: what its words tell before any move is looked at."""

    tags: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    problem: str = ""
    depth: int = 0  # of variations that are open
    in_comment: bool = False
    is_ended: bool = False  # its result has come

    def take(self, line: str) -> str:
        """Take a line of moves; return what comes after the result."""
        at = 0
        while at < len(line):
            if self.in_comment:
                end = line.find("}", at)
                self.in_comment = end < 0
                at = len(line) if end < 0 else end + 1
            elif line[at] == "{":
                self.in_comment = True
                at += 1
            elif line[at] == ";":
                break
            elif line[at] in "()":
                self.depth += 1 if line[at] == "(" else -1
                at += 1
            elif (match := _WORD.match(line, at)) and self.depth <= 0:
                at = match.end()
                if match[0] in _RESULTS:
                    self.is_ended = True
                    self.moves.append(line[: match.start()] + _RESULTS[match[0]])
                    return line[at:]
                self._judge(match[0])
            else:
                at = match.end() if match else at + 1
        self.moves.append(line)
        return ""

    def _judge(self, word: str) -> None:
        if number := _NUMBER.match(word):
            word = word[number.end() :].lstrip(".")
        if self.depth < 0:
            self.problem = self.problem or "a variation ends that has not begun"
        elif word in ("--", "Z0", "0000", "@@@@"):
            self.problem = self.problem or f"{word} is no move that can be played on a board"
        elif re.search(r"\w", word) and not _MOVE.fullmatch(word):
            self.problem = self.problem or f"{word!r} is no move that is written as in English (K, Q, R, B, N)"


def _split(lines: Iterable[str]) -> Iterator[_Source]:
    """Yield the text of each game."""
    source = _Source()
    for line in lines:
        text = line.strip()
        if text.startswith("%") or (not text and not source.in_comment):
            continue
        if text.startswith("[") and (not source.in_comment or text.startswith("[Event ")):
            if source.moves or source.is_ended:
                yield source
                source = _Source()
            source.tags.append(text)
            continue
        while text:
            if source.is_ended:
                yield source
                source = _Source()
            text = source.take(text).strip()
            if text.startswith(";") or re.fullmatch(r"\{[^}]*\}", text):
                break  # a last word on the game
    if source.moves or source.tags:
        yield source


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """python-chess's own, which keeps errors with the game, and does not tell the log as well."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def _task(index: int, source: _Source) -> Task | str:
    # What is not sound is not given to python-chess, which an end of a variation too many brings down.
    text = "\n".join([*source.tags, "", *([] if source.problem else source.moves), ""])
    game = chess.pgn.read_game(io.StringIO(text), Visitor=_Builder)
    if game is None:
        return source.problem or "it is empty"
    headers = game.headers
    title = f"{headers.get('White', '?')} – {headers.get('Black', '?')}"
    if problem := _problem(source, game):
        return f"{title}: {problem}"
    start = game.board()
    board = mirror.position(start.fen())
    moves = []
    for move in game.mainline_moves():
        moves.append(start.uci(move, chess960=board.chess960))
        start.push(move)
    tags = {name: pgn.unescape(headers[name]) for name in _KEPT_TAGS if name in headers}
    return Task(index, title, board.fen(), tuple(moves), _RESULTS[headers.get("Result", "*")], tags)


def _problem(source: _Source, game: chess.pgn.Game) -> str:
    """Return why a game cannot be played, empty if it can."""
    headers = game.headers
    variant = headers.get("Variant", "Standard")
    result = headers.get("Result", "*")
    for tag in source.tags:
        if not _TAG.fullmatch(tag):
            return f"the tag {tag} cannot be read: is the file cut off?"
    if variant.lower() not in _VARIANTS:
        return f"the variant {variant} is not known here"
    if source.problem:
        return source.problem
    if source.in_comment:
        return "a comment is not closed: is the file cut off?"
    if not source.is_ended:
        return "it ends without a result (1-0, 0-1, 1/2-1/2 or *): is the file cut off?"
    if game.errors:
        return str(game.errors[0])
    if result not in _RESULTS:
        return f"the result {result} is none"
    try:
        start = game.board()
    except ValueError as error:
        return f"its FEN is no position: {error}"
    return "" if start.is_valid() else f"the position {start.fen()} is not legal"
