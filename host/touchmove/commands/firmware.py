# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware of a real board."""

from typing import Annotated

import typer

from ..errors import TouchmoveError
from .terminal import Port, plain, stderr, stdout


def flash(
    port: Port = None,
    board: Annotated[str, typer.Option(help="Which board it is: a file in boards/.")] = "pico_reed",
) -> None:
    """Install the firmware on a board."""
    from rich.progress import Progress

    from .. import ports
    from ..install import install

    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("installing")

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=plain(name or "done"), completed=done, total=total)

        report = install(port or ports.find(), board, show)
    stdout.print(f"{len(report.sent)} files sent, {len(report.kept)} kept, {len(report.removed)} removed")


def size(board: Annotated[str, typer.Option(help="Which board: a file in boards/.")] = "pico_reed") -> None:
    """Show how large the compiled firmware is; over the budget is an error."""
    from .. import compiler

    sizes = compiler.sizes(board)
    stdout.print("bytes of .mpy       budget")
    for folder, count in sizes.items():
        stdout.print(f"{folder:10}{count:8,}{compiler.BUDGETS[folder]:8,}")
    stdout.print(f"{'all':10}{sum(sizes.values()):8,}{sum(compiler.BUDGETS.values()):8,}")
    over = [
        f"{folder} is {size - compiler.BUDGETS[folder]:,} bytes"
        for folder, size in sizes.items()
        if size > compiler.BUDGETS[folder]
    ]
    if over:
        raise TouchmoveError(f"{', '.join(over)} over the budget: delete something")
