# SPDX-License-Identifier: GPL-3.0-or-later
"""Play without hands: games from PGN, and scenarios."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..compiler import REFERENCE
from ..errors import InputError, TouchmoveError
from .terminal import Emulate, Runtime, RuntimeOption, Uf2, plain, preparing, stderr, stdout

if TYPE_CHECKING:
    from ..sim.body import Maker


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
    limit: Annotated[int | None, typer.Option(help="Play so many games, the first ones.", min=1)] = None,
    runtime: RuntimeOption = Runtime.AUTO,
    emulate: Emulate = False,
    uf2: Uf2 = None,
) -> None:
    """Play the games of a PGN file through wooden pieces and hands, and compare what comes out."""
    import time

    from rich.progress import Progress

    from ..sim.robot import Report
    from ..sim.simulate import simulate as play

    maker = _maker(emulate, uf2, runtime)
    before = time.monotonic()
    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("playing", total=None)

        def on_report(report: Report) -> None:
            if report.difference:
                progress.console.print(plain(report.difference, lines=True))

        summary = play(
            file,
            out,
            maker=maker,
            style=hands.value,
            seed=seed,
            jobs=jobs,
            limit=limit,
            on_report=on_report,
            on_total=lambda total: progress.update(task, total=total),
            on_plies=lambda count: progress.advance(task, count),
        )
    took_s = time.monotonic() - before
    asked = f"{summary.asked} asked, " if summary.asked else ""
    stdout.print(f"{summary.games} games, {summary.plies} plies, {summary.differ} differ, {asked}{took_s:.0f} s")
    if summary.differ:
        raise typer.Exit(1)


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="What hands do and what should come of it.")],
    runtime: RuntimeOption = Runtime.AUTO,
    emulate: Emulate = False,
    uf2: Uf2 = None,
) -> None:
    """Play scenario files; a failure prints both boards and where it stood."""
    from ..sim import scenario as scenarios

    maker = _maker(emulate, uf2, runtime)
    failed = 0
    for file in files:
        try:
            scenarios.run(file, maker)
            stdout.print(f"{plain(str(file))}: passed")
        except TouchmoveError as error:
            failed += 1
            stdout.print(f"[red]{plain(str(error), lines=True)}[/red]", soft_wrap=True)
    stdout.print(f"{len(files)} scenarios, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _maker(emulate: bool, uf2: Path | None, runtime: Runtime) -> "Maker":
    """Return how to make the boards: simulated ones, or emulated ones with the firmware on them."""
    if not emulate:
        from ..sim import process

        return process.maker(runtime.value)
    if runtime is not Runtime.AUTO:
        raise InputError("--runtime is for simulated boards: an emulated Pico runs its own MicroPython")
    from ..emulator import image

    found = image.find(uf2, REFERENCE)
    from ..emulator import kept  # which needs what `find` has looked for

    with preparing() as show:
        kept.prepare(found, REFERENCE, show)
    return kept.maker(found, REFERENCE)
