# SPDX-License-Identifier: GPL-3.0-or-later
"""Play without hands: games from PGN, and scenarios."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..errors import TouchmoveError
from .terminal import Runtime, RuntimeOption, plain, stderr, stdout


class Hands(StrEnum):
    CLEAN = "clean"
    HASTY = "hasty"
    CLUMSY = "clumsy"


_HANDS = (
    "How the hands move: clean, one man after the other; hasty, so that sensors miss things; "
    "clumsy, hasty and with mishaps that are put right before the press."
)


def simulate(
    file: Annotated[Path, typer.Argument(metavar="GAMES.pgn", help="The games to play.")],
    out: Annotated[Path, typer.Option(help="PGN file for what came out.")],
    hands: Annotated[Hands, typer.Option(help=_HANDS)] = Hands.CLEAN,
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 1,
    jobs: Annotated[int, typer.Option(help="Boards that play at the same time.", min=1)] = 1,
    runtime: RuntimeOption = Runtime.AUTO,
) -> None:
    """Play the games of a PGN file through wooden pieces and hands, and compare what comes out."""
    import time

    from rich.progress import Progress

    from ..sim.robot import Report
    from ..sim.simulate import simulate as play

    before = time.monotonic()
    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("playing", total=None)

        def on_report(report: Report) -> None:
            progress.advance(task)
            if report.difference:
                progress.console.print(plain(report.difference, lines=True))

        summary = play(
            file,
            out,
            style=hands.value,
            seed=seed,
            jobs=jobs,
            runtime_name=runtime.value,
            on_report=on_report,
            on_total=lambda total: progress.update(task, total=total),
        )
    took_s = time.monotonic() - before
    asked = f"{summary.asked} asked, " if summary.asked else ""
    stdout.print(f"{summary.games} games, {summary.plies} plies, {summary.differ} differ, {asked}{took_s:.0f} s")
    if summary.differ:
        raise typer.Exit(1)


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="What hands do and what should come of it.")],
    runtime: RuntimeOption = Runtime.AUTO,
) -> None:
    """Play scenario files; a failure prints both boards and where it stood."""
    from ..sim import runtime as runtimes
    from ..sim import scenario as scenarios

    chosen = runtimes.find(runtime.value)
    failed = 0
    for file in files:
        try:
            scenarios.run(file, chosen)
            stdout.print(f"{plain(str(file))}: passed")
        except TouchmoveError as error:
            failed += 1
            stdout.print(f"[red]{plain(str(error), lines=True)}[/red]", soft_wrap=True)
    stdout.print(f"{len(files)} scenarios, {failed} failed")
    if failed:
        raise typer.Exit(1)
