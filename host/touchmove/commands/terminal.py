# SPDX-License-Identifier: GPL-3.0-or-later
"""What the commands share: where they print, options that several have, the archive."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from .. import paths

if TYPE_CHECKING:
    from rich.text import Text

    from ..archive import Archive
    from ..lock import Lock

stdout = Console(highlight=False)
stderr = Console(stderr=True, highlight=False)


class Runtime(StrEnum):
    AUTO = "auto"
    MICROPYTHON = "micropython"
    CPYTHON = "cpython"


Port = Annotated[str | None, typer.Option(help="Serial port of the board (default: the one that is plugged in).")]
Emulate = Annotated[
    bool, typer.Option("--emulate", help="Play on an emulated Raspberry Pi Pico, which is slower than a real one.")
]
Uf2 = Annotated[
    Path | None,
    typer.Option(envvar="PICO_UF2", show_envvar=False, help="Its MicroPython image, a .uf2 file (default: $PICO_UF2)."),
]
RuntimeOption = Annotated[Runtime, typer.Option(help="What runs the simulated firmware.")]


def plain(text: str, lines: bool = False) -> str:
    """Return text for `print` that a terminal shows and does not obey: no markup, and codes for what is not printable.

    What a board or a file says may be anything: escape sequences, line ends that make it look like words of ours.
    lines: keep line ends.
    """
    kept = "\n" if lines else ""
    return escape("".join(letter if letter.isprintable() or letter in kept else _code(letter) for letter in text))


def styled(text: str) -> "Text":
    """Return a text of our own as its markup wants it; what others say goes through `plain` first."""
    from rich.text import Text

    return Text.from_markup(text)


def _code(letter: str) -> str:
    return letter.encode("unicode_escape").decode()


@contextmanager
def preparing() -> Iterator[Callable[[str, int, int], None]]:
    """Show that an emulated board is prepared; what is called with (file, bytes done, bytes in all) draws a bar."""
    from rich.progress import Progress

    with Progress(console=stderr, transient=True) as progress:
        task = progress.add_task("switching on the emulated Pico", total=None)

        def show(name: str, done: int, total: int) -> None:
            text = f"installing {name}, once" if name else "starting"
            progress.update(task, description=plain(text), completed=done, total=total)

        yield show


def archive_path() -> Path:
    return paths.home() / "games.sqlite"


def open_archive() -> "Archive":
    from ..archive import Archive

    return Archive(archive_path())


def lock_home() -> "Lock":
    """Keep the player's folder for this program; BusyError if a bridge is running on it."""
    from ..lock import Lock

    home = paths.home()
    taken = (
        f"another `touchmove run` keeps its games in {home}: use its page, end it, "
        "or set TOUCHMOVE_HOME to another folder for this one"
    )
    return Lock(home, taken)
