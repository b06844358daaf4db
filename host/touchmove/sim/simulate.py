# SPDX-License-Identifier: GPL-3.0-or-later
"""Play every game of a PGN file on simulated boards, several at a time, and keep what came out in the same order."""

import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import chess.pgn

from .. import mirror, pgn
from ..errors import InputError
from . import runtime
from .hands import STYLES
from .robot import Report, Robot, Task

_KEPT_TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
_VARIANTS = ("standard", "chess", "from position", "chess960", "chess 960", "fischerandom")
_CHUNK = 4  # games handed to a job at a time


@dataclass
class Summary:
    games: int = 0
    plies: int = 0
    differ: int = 0
    asked: int = 0


def read(path: Path) -> Iterator[Task | str]:
    """Yield each game of a PGN file as a task, or as the message why it cannot be played. InputError: no file."""
    try:
        file = path.open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name a PGN file") from error
    with file:
        index = 0
        while (game := chess.pgn.read_game(file, Visitor=_Builder)) is not None:
            index += 1
            yield _task(index, game)
    if not index:
        raise InputError(f"{path} holds no game: is it a PGN file?")


def simulate(
    path: Path,
    out: Path,
    *,
    style: str = "clean",
    seed: int,
    jobs: int,
    runtime_name: str,
    on_report: Callable[[Report], None],
    on_total: Callable[[int], None] = lambda total: None,
) -> Summary:
    """Play the games of `path`, write what came out to `out`; tell each report as it comes."""
    if style not in STYLES:
        raise InputError(f"no hands are called {style}: there are {', '.join(STYLES)}")
    runtime.find(runtime_name)
    entries = list(read(path))
    on_total(len(entries))
    reports: dict[int, Report] = {}
    tasks = []
    for index, entry in enumerate(entries, 1):
        if isinstance(entry, Task):
            tasks.append(entry)
        else:
            reports[index] = Report(index, 0, f"game {index}: {entry}", "")
            on_report(reports[index])
    try:
        out.write_text("")
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}") from error
    for report in _play_all(tasks, (seed, runtime_name, style), jobs):
        reports[report.index] = report
        on_report(report)
    ordered = [reports[index] for index in sorted(reports)]
    out.write_text("".join(report.text for report in ordered), encoding="utf-8")
    return Summary(
        len(ordered),
        sum(report.plies for report in ordered),
        sum(bool(report.difference) for report in ordered),
        sum(report.asked for report in ordered),
    )


_Setting = tuple[int, str, str]  # seed, runtime, style: what a Robot is made of


def _play_all(tasks: list[Task], setting: _Setting, jobs: int) -> Iterator[Report]:
    chunks = [tasks[at : at + _CHUNK] for at in range(0, len(tasks), _CHUNK)]
    if jobs == 1 or len(chunks) < 2:
        yield from _play_some(tasks, setting)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(chunks))) as pool:
        for reports in pool.imap_unordered(_play_chunk, [(chunk, setting) for chunk in chunks]):
            yield from reports


def _play_some(tasks: list[Task], setting: _Setting) -> Iterator[Report]:
    robot = Robot(*setting)
    try:
        for task in tasks:
            yield robot.play(task)
    finally:
        robot.close()


def _play_chunk(work: tuple[list[Task], _Setting]) -> list[Report]:
    return list(_play_some(*work))


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """python-chess's own, which keeps errors with the game, and does not tell the log as well."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def _task(index: int, game: chess.pgn.Game) -> Task | str:
    headers = game.headers
    title = f"{headers.get('White', '?')} – {headers.get('Black', '?')}"
    variant = headers.get("Variant", "Standard")
    if variant.lower() not in _VARIANTS:
        return f"{title}: the variant {variant} is not known here"
    if game.errors:
        return f"{title}: {game.errors[0]}"
    if headers == chess.pgn.Headers() and game.next() is None:
        return "it has neither tags nor moves: is this a PGN file?"
    try:
        start = game.board()
    except ValueError as error:
        return f"{title}: its FEN is no position: {error}"
    if not start.is_valid():
        return f"{title}: the position {start.fen()} is not legal"
    board = mirror.position(start.fen())
    moves = []
    for move in game.mainline_moves():
        moves.append(start.uci(move, chess960=board.chess960))
        start.push(move)
    tags = {name: pgn.unescape(headers[name]) for name in _KEPT_TAGS if name in headers}
    return Task(index, title, board.fen(), tuple(moves), headers.get("Result", "*"), tags)
