# SPDX-License-Identifier: GPL-3.0-or-later
"""How a board is wired, as pictures to build it by."""

from pathlib import Path
from typing import Annotated

import typer

from .terminal import plain, stderr, stdout


def wiring(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="Which board: a file in boards/.")],
    out: Annotated[
        Path, typer.Option(help="Folder for the pictures (SVG, A4), or a file .html for all of them on pages to print.")
    ] = Path(),
) -> None:
    """Draw how a board is wired: its pins, its parts, and what lies under each square."""
    from ..compiler import load_board
    from ..wiring import files, sheets

    found = sheets.wired(load_board(board))
    for path in files.write(found.name, sheets.draw(found), out):
        stdout.print(plain(str(path)), soft_wrap=True)
    for part in found.left_out:
        stderr.print(f"not drawn, for its wires are not known here: {plain(part)}")
