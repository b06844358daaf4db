# SPDX-License-Identifier: GPL-3.0-or-later
"""Check the rules of chess by counting."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .terminal import Runtime, RuntimeOption, plain, stderr, stdout

if TYPE_CHECKING:
    from ..perft import Case


def perft(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Positions with known counts of their trees.")],
    max_nodes: Annotated[int, typer.Option(help="Count each position as deep as this allows.", min=1)] = 200_000,
    runtime: RuntimeOption = Runtime.AUTO,
) -> None:
    """Count trees of moves with the firmware's rules, and compare them with known counts."""
    from rich.progress import Progress

    from .. import perft as perfts

    cases = [case for file in files for case in perfts.read(file, max_nodes)]
    nodes = sum(case.nodes for case in cases)
    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("counting", total=nodes)

        def on_case(case: "Case", differences: list[str]) -> None:
            progress.advance(task, case.nodes)
            for line in differences:
                stdout.print(plain(line), soft_wrap=True)

        differ = perfts.compare(cases, runtime.value, on_case)
    stdout.print(f"{len(cases):,} positions, {nodes:,} nodes, {differ} differ")
    if differ:
        raise typer.Exit(1)
