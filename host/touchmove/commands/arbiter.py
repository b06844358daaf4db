# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does from the computer, and a move that is sealed there."""

from contextlib import closing
from typing import Annotated

import typer

from ..errors import BusyError
from .terminal import Port, open_archive, plain, stdout


def arbiter(
    words: Annotated[list[str], typer.Argument(help="stop, continue, time white 1:23:45, back 12, award 1-0, …")],
    port: Port = None,
) -> None:
    """Rule on the game that a board plays: stop and continue, correct, penalise, go back, award, adjourn."""
    from ..rulings import command

    act, side, value = command(words)
    name = _ask(port, "rule", act, side, value)
    stdout.print(f"{name}: done: {plain(' '.join(words))}")


def seal(
    move: Annotated[str, typer.Argument(help="As e7e8q; without it, it is asked for and not shown.")] = "",
    port: Port = None,
) -> None:
    """Seal the move of the player whose clock runs, and adjourn; nothing shows it before the game is resumed."""
    move = move or typer.prompt("The sealed move", hide_input=True)
    name = _ask(port, "seal", move.strip().lower())
    stdout.print(f"{name}: sealed and adjourned; `touchmove arbiter resume`, or the arbiter's button, resumes")


def _ask(port: str | None, name: str, *values: str) -> str:
    from .. import ports
    from ..ask import ask

    with closing(open_archive()) as archive:
        try:
            board, _ = ask(archive, port or ports.find(), name, *values)
        except BusyError as error:
            raise BusyError(f"{error}; if it is `touchmove run`, end it first: the game goes on meanwhile") from error
    return plain(f"{board.name} {board.unique}")
