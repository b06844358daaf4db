# SPDX-License-Identifier: GPL-3.0-or-later
"""Play on a board: keep it connected, or tell it once what to play."""

import os
import sys
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import paths
from ..compiler import REFERENCE, load_board
from ..errors import InputError
from .board import ask, name, restart
from .terminal import (
    Emulate,
    Port,
    Runtime,
    RuntimeOption,
    Uf2,
    lock_home,
    open_archive,
    plain,
    preparing,
    stderr,
    stdout,
)

if TYPE_CHECKING:
    from ..web import Table


def run(
    port: Port = None,
    sim: Annotated[bool, typer.Option("--sim", help="Play on a simulated board.")] = False,
    emulate: Emulate = False,
    uf2: Uf2 = None,
    board: Annotated[
        str,
        typer.Option(help=f"Which board is emulated, or whose faces the simulated one has (default: {REFERENCE})."),
    ] = "",
    runtime: RuntimeOption = Runtime.AUTO,
    address: Annotated[
        str, typer.Option(help="Address that the page is served on; 0.0.0.0 opens it to the network.")
    ] = "127.0.0.1",
    http: Annotated[int, typer.Option(help="Its port; 0: any that is free.", min=0, max=65535)] = 8064,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Connect a board, keep its games, and show them on a web page."""
    chosen = [name for name, value in {"--port": port, "--sim": sim, "--emulate": emulate}.items() if value]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} exclude each other: a board is real, simulated or emulated")
    if board and not (sim or emulate):
        raise InputError("--board is for --sim and --emulate: a real board has the parts that it has")
    if runtime is not Runtime.AUTO and not sim:
        raise InputError("--runtime is for --sim: a real and an emulated board run their own MicroPython")
    from .. import ports, web
    from ..bridge import Bridge, Change, State, real_ms

    def tell(change: Change) -> None:
        if isinstance(change, State):
            stderr.print(plain(change.text))

    def find() -> str:
        return table.port if table else port or ports.find()

    def now_ms() -> int:
        return table.desk.now_ms if table and emulate else real_ms()  # whoever waits for a slow chip is patient

    def ready(url: str) -> None:
        stdout.print(f"The board is at {plain(url)}  (Ctrl-C ends)", soft_wrap=True)
        if browser and _has_desktop():
            typer.launch(url)

    # The page's port first: where it is taken, nothing else has begun.
    with (
        closing(web.listen(address, http)) as listening,
        closing(lock_home()),
        closing(open_archive()) as archive,
    ):
        table = None
        if sim:
            table = _simulated(board or REFERENCE, runtime)
        elif emulate:
            table = _emulated(board or REFERENCE, uf2)
        with closing(table) if table else nullcontext():
            if table:
                table.start()
            bridge = Bridge(archive, find, now_ms=now_ms)
            bridge.listen(tell)
            web.serve(listening, address, bridge, archive, table, paths.home(), ready)


def _simulated(board: str, runtime: Runtime) -> "Table":
    """Return the desk with the simulated board; its faces look like those of `board`."""
    from .. import web
    from ..sim import process

    look, _ = load_board(board).PARTS["clockface"]
    return web.Table(paths.home() / "sim", process.maker(runtime.value).make, look)


def _emulated(board: str, uf2: Path | None) -> "Table":
    """Return the desk with the emulated board, which is switched on."""
    from .. import web
    from ..emulator import image

    found = image.find(uf2, board)
    from ..emulator import kept  # which needs what `find` has looked for

    look, _ = load_board(board).PARTS["clockface"]
    with preparing() as show:
        make = partial(kept.power_on, uf2=found, board=board, progress=show)
        return web.Table(paths.home() / "emulated" / board, make, look, "RP2040")


def new(
    control: Annotated[str, typer.Option(help="Time control: 5+3, 40/90,30, blitz, - (none); else as before.")] = "",
    fen: Annotated[str, typer.Option(help="Position to begin from (default: the array).")] = "",
    profile: Annotated[
        str, typer.Option(help="beginner, club or tournament, and settings: 'tournament flag=call'; else as before.")
    ] = "-",
    port: Port = None,
) -> None:
    """Have a board set up a new game; a running one ends as abandoned."""
    import chess

    board, _ = ask(port, "new", control, fen or chess.STARTING_FEN, profile)
    stdout.print(f"{name(board)}: a new game is set up; put the men on their squares")


def resume(port: Port = None) -> None:
    """Have a board that was left at a MicroPython prompt go on with its game."""
    board = restart(port)
    stdout.print(f"{name(board)}: the game goes on")


def set_board(
    setting: Annotated[str, typer.Argument(help="turned, lights, …; without it, all are shown.")] = "-",
    value: Annotated[str, typer.Argument(help="on or off, or a number.")] = "-",
    port: Port = None,
) -> None:
    """Show or change the settings of a board: how it stands, how bright it is."""
    if (setting == "-") != (value == "-"):
        raise InputError(f"to what? `touchmove set {setting} VALUE`; `touchmove set` shows what there is")
    board, fields = ask(port, "set", setting, value)
    stdout.print(f"{name(board)}: {plain(str(fields['text']))}")


def _has_desktop() -> bool:
    """Return False where a browser could only be one that takes over the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
