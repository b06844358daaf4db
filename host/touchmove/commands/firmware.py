# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware of a real board."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import TouchmoveError
from .board import name
from .terminal import Port, plain, stderr, stdout

if TYPE_CHECKING:
    from ..conversation import Board


def flash(
    port: Port = None,
    board: Annotated[
        str, typer.Option(help="Which board it is, a file in boards/ (default: what it is; of a new one, pico_reed).")
    ] = "",
) -> None:
    """Install the firmware on a board; what ran before runs until the new one is whole."""
    from .. import ports

    _install(port or ports.find(), board)


def update(
    port: Port = None,
    yes: Annotated[bool, typer.Option("--yes", help="Even while a game is being played: it is resumed.")] = False,
) -> None:
    """Bring a board to the firmware that this program carries; nothing is done to one that has it."""
    from touchmove.firmware.link import table

    from .. import greeting, ports
    from ..conversation import Greeted, Mismatched

    port = port or ports.find()
    with closing(ports.open_port(port)) as line:
        met, _ = greeting.meet(line, greeting.MEET_S)
    match met:
        case Greeted(board) if board.firmware == table.FIRMWARE:
            stdout.print(f"{name(board)} runs {version(board)} already: nothing to do")
            return
        case Greeted(board):
            before = board.firmware
        case Mismatched(_, firmware) if firmware:
            before = firmware
        case _:  # it stands at its prompt, or hangs: its files say what it is
            before = ""
    _install(port, is_update=True, is_idle=not yes)
    if before:
        stdout.print(f"until now it ran firmware {plain(before)}")


def _install(port: str, board: str = "", is_update: bool = False, is_idle: bool = False) -> None:
    """Install with a bar that grows; say who answers then, and what was done."""
    from rich.progress import Progress

    from ..compiler import load_board
    from ..install import install

    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("looking", total=None)

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=plain(name or "starting"), completed=done, total=total)

        done = install(port, board, show, is_update, is_idle)
    report, answered = done.report, done.board
    stdout.print(f"{name(answered)} runs {version(answered)}")
    stdout.print(f"{len(report.sent)} files sent, {len(report.kept)} kept")
    reserve_kb = load_board(answered.name).PARTS["journal"][1]["reserve_kb"]
    if report.free_kb < reserve_kb:
        stdout.print(
            f"{report.free_kb} KB are free for the journal, and a long game may need {reserve_kb}: connect the board"
            " with `touchmove run`; what is kept on this computer then makes room"
        )


def version(board: "Board") -> str:
    """Return which firmware a board runs that we can talk to, for people."""
    from touchmove.firmware.link import table

    return plain(f"firmware {board.firmware}, protocol {table.PROTOCOL}")


def size(board: Annotated[str, typer.Option(help="Which board: a file in boards/.")] = "pico_reed") -> None:
    """Show how large the compiled firmware is; over the budget is an error."""
    from .. import compiler

    sizes = compiler.sizes(board)
    budgets = compiler.budgets(board, sizes)
    stdout.print("bytes of .mpy       budget")
    for folder, count in {**sizes, "all": sum(sizes.values()) - sizes.get(compiler.IN_FLASH, 0)}.items():
        stdout.print(f"{folder:10}{count:8,}" + (f"{budgets[folder]:8,}" if folder in budgets else ""))
    over = [f"{folder} is {size:,} bytes" for folder, size in compiler.over(board, sizes).items()]
    if over:
        raise TouchmoveError(f"{', '.join(over)} over the budget: delete something")
