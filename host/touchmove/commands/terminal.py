# SPDX-License-Identifier: GPL-3.0-or-later
"""What the commands share: where they print, options that several have, the archive."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from .. import paths

if TYPE_CHECKING:
    from ..archive import Archive

stdout = Console(highlight=False)
stderr = Console(stderr=True, highlight=False)


class Runtime(StrEnum):
    AUTO = "auto"
    MICROPYTHON = "micropython"
    CPYTHON = "cpython"


Port = Annotated[str | None, typer.Option(help="Serial port of the board (default: the one that is plugged in).")]
RuntimeOption = Annotated[Runtime, typer.Option(help="What runs the simulated firmware.")]


def open_archive() -> "Archive":
    from ..archive import Archive

    return Archive(paths.home() / "games.sqlite")
