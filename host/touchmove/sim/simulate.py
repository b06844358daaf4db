# SPDX-License-Identifier: GPL-3.0-or-later
"""Play every game of a PGN file on simulated boards, several at a time, and keep what came out in the same order."""

import itertools
import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from .body import Maker
from .collection import read
from .hands import STYLES
from .robot import Report, Robot, Task

_CHUNK = 4  # games handed to a job at a time


@dataclass
class Summary:
    games: int = 0
    plies: int = 0
    differ: int = 0
    asked: int = 0


def simulate(
    path: Path,
    out: Path,
    *,
    maker: Maker,
    style: str = "clean",
    seed: int,
    jobs: int,
    limit: int | None = None,
    on_report: Callable[[Report], None],
    on_total: Callable[[int], None] = lambda total: None,
    on_plies: Callable[[int], None] = lambda count: None,
) -> Summary:
    """Play the games of `path`, the first `limit` of them, write what came out to `out`; tell each report as it comes.

    maker: of the boards. on_total: is told how many plies there will be, on_plies how many more have been played.
    """
    if style not in STYLES:
        raise InputError(f"no hands are called {style}: there are {', '.join(STYLES)}")
    entries = list(itertools.islice(read(path), limit))
    on_total(sum(len(entry.moves) for entry in entries if isinstance(entry, Task)))
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
    for report in _play_all(tasks, (maker, seed, style), jobs, on_plies):
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


_Setting = tuple[Maker, int, str]  # maker, seed, style: what a Robot is made of


def _play_all(tasks: list[Task], setting: _Setting, jobs: int, on_plies: Callable[[int], None]) -> Iterator[Report]:
    chunks = [tasks[at : at + _CHUNK] for at in range(0, len(tasks), _CHUNK)]
    if jobs == 1 or len(chunks) < 2:
        yield from _play_some(tasks, setting, lambda: on_plies(1))
        return
    lengths = {task.index: len(task.moves) for task in tasks}
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(chunks))) as pool:
        for reports in pool.imap_unordered(_play_chunk, [(chunk, setting) for chunk in chunks]):
            on_plies(sum(lengths[report.index] for report in reports))
            yield from reports


def _play_some(tasks: list[Task], setting: _Setting, on_ply: Callable[[], None] = lambda: None) -> Iterator[Report]:
    robot = Robot(*setting)
    try:
        for task in tasks:
            yield robot.play(task, on_ply)
    finally:
        robot.close()


def _play_chunk(work: tuple[list[Task], _Setting]) -> list[Report]:
    return list(_play_some(*work))
