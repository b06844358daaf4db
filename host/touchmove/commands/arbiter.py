# SPDX-License-Identifier: GPL-3.0-or-later
"""What an arbiter does from the computer, and a move that is sealed there."""

from typing import Annotated

import typer

from ..errors import RefusalError
from .board import ask, name
from .terminal import Port, plain, stdout


def arbiter(
    words: Annotated[list[str], typer.Argument(help="stop, continue, time white 1:23:45, back 12, award 1-0, …")],
    port: Port = None,
) -> None:
    """Rule on the game that a board plays: stop and continue, correct, penalise, go back, award, adjourn."""
    from ..rulings import command

    act, side, value = command(words)
    board, _ = ask(port, "rule", act, side, value)
    stdout.print(f"{name(board)}: done: {plain(' '.join(words))}")


def seal(
    move: Annotated[str, typer.Argument(help="As e7e8q; without it, it is asked for and not shown.")] = "",
    port: Port = None,
) -> None:
    """Seal the move of the player whose clock runs, and adjourn; nothing shows it before the game is resumed."""
    move = (move or typer.prompt("The sealed move", hide_input=True)).strip().lower()
    try:
        board, _ = ask(port, "seal", move)
    except RefusalError as error:
        if move not in str(error):
            raise
        # The board says what is wrong with the move, and would show to the hall what was meant.
        raise RefusalError("this is no legal move (as e2e4; e7e8q promotes): nothing is sealed") from None
    stdout.print(f"{name(board)}: sealed and adjourned; `touchmove arbiter resume`, or the arbiter's button, resumes")
