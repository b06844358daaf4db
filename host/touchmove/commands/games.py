# SPDX-License-Identifier: GPL-3.0-or-later
"""The games that are kept."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from ..errors import InputError
from .terminal import archive_path, lock_home, open_archive, plain, stderr, stdout

if TYPE_CHECKING:
    from ..archive import Archive
    from ..mirror import Game


def games() -> None:
    """List the games that are kept."""
    from rich.table import Table

    from ..pgn import day

    table = Table("Game", "Date", "Control", "Moves", "Result", "Ended by", "Board", box=None, header_style="bold")
    with closing(open_archive()) as archive:
        summaries = archive.games()
    for game in summaries:
        result, reason = (
            (game.ended.get("result", "*"), game.ended.get("reason", "?")) if game.ended else ("*", "not ended")
        )
        moves = str((game.plies + 1) // 2)
        cells = (
            str(game.number),
            day(game.started.get("epoch", 0)),
            game.started.get("control", "?"),
            moves,
            result,
            reason,
            game.board,
        )
        table.add_row(*(plain(cell) for cell in cells))
    stdout.print(table if summaries else "No games yet: `touchmove run --sim` starts a board to play on.")


def export(
    out: Annotated[Path, typer.Option(help="PGN file to write; `-` for standard output.")],
    game: Annotated[list[int] | None, typer.Option(help="Number of a game; may be repeated.")] = None,
    all_games: Annotated[bool, typer.Option("--all", help="All games.")] = False,
) -> None:
    """Write games as PGN."""
    if all_games == bool(game):
        raise InputError("say which games: --game N (as in `touchmove games`) or --all")
    from .. import pgn

    with closing(open_archive()) as archive, _written(out) as file:
        count = pgn.write(_chosen(archive, archive.numbers() if all_games else game or []), file)
    stderr.print(f"{count} {'game' if count == 1 else 'games'} written to {plain(str(out))}")


def check(
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make a damaged archive anew; what is replaced is put aside.")
    ] = False,
) -> None:
    """Verify all that is kept: the archive, its plain text, and every game against its records."""
    from ..check import check as verify
    from ..rebuild import rebuild as make_anew

    path = archive_path()
    problems = list(verify(path))
    if rebuild and any(problem.is_mendable for problem in problems):
        with closing(lock_home()):
            done = make_anew(path)
        stdout.print(
            f"made anew: {done.records} records in {done.games} games, {done.from_text} of them from the plain text, "
            f"{done.unread} lines unreadable; put aside: {', '.join(plain(str(file)) for file in done.aside)}",
            soft_wrap=True,
        )
        problems = list(verify(path))
    for problem in problems:
        stdout.print(f"{plain(problem.where)}: {plain(problem.text)}\n  {plain(problem.remedy)}", soft_wrap=True)
    if problems:
        stdout.print(f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'}")
        raise typer.Exit(1)
    with closing(open_archive()) as archive:
        stdout.print(f"{len(archive.numbers())} games, nothing is wrong")


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
