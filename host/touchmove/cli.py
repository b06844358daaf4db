# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `touchmove`: reads arguments, calls what does the work, prints. Each command loads its own modules."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.console import Console
from rich.markup import escape

from . import __version__, paths
from .errors import InputError, TouchmoveError

if TYPE_CHECKING:
    from .archive import Archive
    from .mirror import Game

app = typer.Typer(
    help="Touchmove: a wooden chessboard that knows the game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_out = Console(highlight=False)
_err = Console(stderr=True, highlight=False)


class Runtime(StrEnum):
    AUTO = "auto"
    MICROPYTHON = "micropython"
    CPYTHON = "cpython"


class Hands(StrEnum):
    CLEAN = "clean"


Port = Annotated[str | None, typer.Option(help="Serial port of the board (default: the one that is plugged in).")]
RuntimeOption = Annotated[Runtime, typer.Option(help="What runs the simulated firmware.")]


@app.callback(invoke_without_command=True)
def touchmove(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        _out.print(f"touchmove {__version__}")
        raise typer.Exit


@app.command()
def run(
    port: Port = None,
    sim: Annotated[bool, typer.Option("--sim", help="Play on a simulated board.")] = False,
    runtime: RuntimeOption = Runtime.AUTO,
    address: Annotated[str, typer.Option(help="Address that the page is served on.")] = "127.0.0.1",
    http: Annotated[int, typer.Option(help="Its port; 0: any that is free.", min=0, max=65535)] = 8064,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Connect a board, keep its games, and show them on a web page."""
    if port and sim:
        raise InputError("--port and --sim exclude each other: choose a real board or a simulated one")
    from . import ports, web
    from .bridge import Bridge, Change, State

    def tell(change: Change) -> None:
        if isinstance(change, State):
            _err.print(escape(change.text))

    def ready(url: str) -> None:
        _out.print(f"The board is at {url}  (Ctrl-C ends)")
        if browser and _has_desktop():
            typer.launch(url)

    # The page's port first: where another run holds it, this one must not touch that one's simulated board.
    with closing(web.listen(address, http)) as listening, closing(_archive()) as archive:
        if sim:
            from .sim import runtime as runtimes

            with closing(web.Table(paths.home() / "sim", runtimes.find(runtime.value))) as table:
                table.start()
                bridge = Bridge(archive, lambda: table.port)
                bridge.listen(tell)
                web.serve(listening, address, bridge, archive, table, ready)
        else:
            bridge = Bridge(archive, ports.find if port is None else lambda: port)
            bridge.listen(tell)
            web.serve(listening, address, bridge, archive, None, ready)


@app.command()
def games() -> None:
    """List the games that are kept."""
    from rich.table import Table

    from .pgn import day

    table = Table("Game", "Date", "Control", "Moves", "Result", "Ended by", "Board", box=None, header_style="bold")
    with closing(_archive()) as archive:
        summaries = archive.games()
    for game in summaries:
        result, reason = (game.ended["result"], game.ended["reason"]) if game.ended else ("*", "not ended")
        moves = str((game.plies + 1) // 2)
        cells = (
            str(game.number),
            day(game.started["epoch"]),
            game.started["control"],
            moves,
            result,
            reason,
            game.board,
        )
        table.add_row(*(escape(cell) for cell in cells))
    _out.print(table if summaries else "No games yet: `touchmove run --sim` starts a board to play on.")


@app.command()
def export(
    out: Annotated[Path, typer.Option(help="PGN file to write; `-` for standard output.")],
    game: Annotated[list[int] | None, typer.Option(help="Number of a game; may be repeated.")] = None,
    all_games: Annotated[bool, typer.Option("--all", help="All games.")] = False,
) -> None:
    """Write games as PGN."""
    if all_games == bool(game):
        raise InputError("say which games: --game N (as in `touchmove games`) or --all")
    from . import pgn

    with closing(_archive()) as archive, _written(out) as file:
        count = pgn.write(_chosen(archive, archive.numbers() if all_games else game or []), file)
    _err.print(f"{count} {'game' if count == 1 else 'games'} written to {escape(str(out))}")


@app.command()
def flash(
    port: Port = None,
    board: Annotated[str, typer.Option(help="Which board it is: a file in boards/.")] = "pico_reed",
) -> None:
    """Install the firmware on a board."""
    from rich.progress import Progress

    from . import ports
    from .install import install

    with Progress(console=_err, transient=True) as progress:
        task = progress.add_task("installing")

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=escape(name or "done"), completed=done, total=total)

        report = install(port or ports.find(), board, show)
    _out.print(f"{len(report.sent)} files sent, {len(report.kept)} kept, {len(report.removed)} removed")


@app.command()
def size(board: Annotated[str, typer.Option(help="Which board: a file in boards/.")] = "pico_reed") -> None:
    """Show how large the compiled firmware is; over the budget is an error."""
    from . import compiler

    sizes = compiler.sizes(board)
    for folder, count in sizes.items():
        _out.print(f"{folder:10}{count:8,}")
    total = sum(sizes.values())
    _out.print(f"{'all':10}{total:8,} of {compiler.BUDGET:,} bytes")
    if total > compiler.BUDGET:
        raise TouchmoveError(f"the firmware is {total - compiler.BUDGET:,} bytes over its budget: delete something")


@app.command()
def simulate(
    file: Annotated[Path, typer.Argument(metavar="GAMES.pgn", help="The games to play.")],
    out: Annotated[Path, typer.Option(help="PGN file for what came out.")],
    hands: Annotated[Hands, typer.Option(help="How the hands move.")] = Hands.CLEAN,
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 1,
    jobs: Annotated[int, typer.Option(help="Boards that play at the same time.", min=1)] = 1,
    runtime: RuntimeOption = Runtime.AUTO,
) -> None:
    """Play the games of a PGN file through wooden pieces and hands, and compare what comes out."""
    import time

    from rich.progress import Progress

    from .sim.robot import Report
    from .sim.simulate import simulate as play

    before = time.monotonic()
    with Progress(console=_err, transient=True) as progress:
        task = progress.add_task("playing", total=None)

        def on_report(report: Report) -> None:
            progress.advance(task)
            if report.difference:
                progress.console.print(escape(report.difference))

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
    _out.print(f"{summary.games} games, {summary.plies} plies, {summary.differ} differ, {took_s:.0f} s")
    if summary.differ:
        raise typer.Exit(1)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="What hands do and what should come of it.")],
    runtime: RuntimeOption = Runtime.AUTO,
) -> None:
    """Play scenario files; a failure prints both boards and where it stood."""
    from .sim import runtime as runtimes
    from .sim import scenario as scenarios

    chosen = runtimes.find(runtime.value)
    failed = 0
    for file in files:
        try:
            scenarios.run(file, chosen)
            _out.print(f"{escape(str(file))}: passed")
        except TouchmoveError as error:
            failed += 1
            _out.print(f"[red]{escape(str(error))}[/red]", soft_wrap=True)
    _out.print(f"{len(files)} scenarios, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _has_desktop() -> bool:
    """Return False where a browser could only be one that takes over the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _archive() -> "Archive":
    from .archive import Archive

    return Archive(paths.home() / "games.sqlite")


def _chosen(archive: "Archive", numbers: list[int]) -> Iterator["Game"]:
    for number in numbers:
        yield archive.game(number)


@contextmanager
def _written(path: Path) -> Iterator[TextIO]:
    """A file that appears whole or not at all."""
    if str(path) == "-":
        yield sys.stdout
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}): choose another place with --out") from error
    finally:
        part.unlink(missing_ok=True)


def main() -> None:
    try:
        app()
    except TouchmoveError as error:
        _err.print(f"[red]touchmove:[/red] {escape(str(error))}", soft_wrap=True)
        sys.exit(error.exit_code)
