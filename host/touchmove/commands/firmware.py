# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware of a real board."""

from typing import Annotated

import typer
from rich.markup import escape

from ..errors import TouchmoveError
from .terminal import Port, stderr, stdout


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
            progress.update(task, description=escape(name or "done"), completed=done, total=total)

        report = install(port or ports.find(), board, show)
    stdout.print(f"{len(report.sent)} files sent, {len(report.kept)} kept, {len(report.removed)} removed")


def size(board: Annotated[str, typer.Option(help="Which board: a file in boards/.")] = "pico_reed") -> None:
    """Show how large the compiled firmware is; over the budget is an error."""
    from .. import compiler

    sizes = compiler.sizes(board)
    for folder, count in sizes.items():
        stdout.print(f"{folder:10}{count:8,}")
    total = sum(sizes.values())
    stdout.print(f"{'all':10}{total:8,} of {compiler.BUDGET:,} bytes")
    if total > compiler.BUDGET:
        raise TouchmoveError(f"the firmware is {total - compiler.BUDGET:,} bytes over its budget: delete something")
