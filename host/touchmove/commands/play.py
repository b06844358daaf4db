# SPDX-License-Identifier: GPL-3.0-or-later
"""Play on a board: keep it connected, or tell it once what to play."""

import os
import sys
from contextlib import closing
from typing import Annotated

import typer

from .. import paths
from ..errors import InputError
from .board import ask, name, restart
from .terminal import Port, Runtime, RuntimeOption, lock_home, open_archive, plain, stderr, stdout


def run(
    port: Port = None,
    sim: Annotated[bool, typer.Option("--sim", help="Play on a simulated board.")] = False,
    board: Annotated[
        str, typer.Option(help="Whose clock faces the simulated board shows: a file in boards/. [default: pico_reed]")
    ] = "",
    runtime: RuntimeOption = Runtime.AUTO,
    address: Annotated[
        str, typer.Option(help="Address that the page is served on; 0.0.0.0 opens it to the network.")
    ] = "127.0.0.1",
    http: Annotated[int, typer.Option(help="Its port; 0: any that is free.", min=0, max=65535)] = 8064,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Connect a board, keep its games, and show them on a web page."""
    if port and sim:
        raise InputError("--port and --sim exclude each other: choose a real board or a simulated one")
    if board and not sim:
        raise InputError("--board is for --sim: a real board has the faces that it has")
    from .. import ports, web
    from ..bridge import Bridge, Change, State

    def tell(change: Change) -> None:
        if isinstance(change, State):
            stderr.print(plain(change.text))

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
        if sim:
            from ..compiler import load_board
            from ..sim import runtime as runtimes

            look, _ = load_board(board or "pico_reed").PARTS["clockface"]
            with closing(web.Table(paths.home() / "sim", runtimes.find(runtime.value), look)) as table:
                table.start()
                bridge = Bridge(archive, lambda: table.port)
                bridge.listen(tell)
                web.serve(listening, address, bridge, archive, table, paths.home(), ready)
        else:
            bridge = Bridge(archive, ports.find if port is None else lambda: port)
            bridge.listen(tell)
            web.serve(listening, address, bridge, archive, None, paths.home(), ready)


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
