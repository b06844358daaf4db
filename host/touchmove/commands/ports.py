# SPDX-License-Identifier: GPL-3.0-or-later
"""What is plugged in, and what it has to tell."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from .. import paths
from ..errors import InputError, PortError, TouchmoveError
from .terminal import Port, open_archive, plain, stderr, stdout

if TYPE_CHECKING:
    from ..archive import Archive
    from ..bridge import Change
    from ..conversation import Board
    from ..finding import Finding
    from ..record import Record
    from ..relay import Relay

_LOOK_S = 0.2  # how often the archive is asked for what is new


def ports() -> None:
    """List serial ports: which boards are there, and what to do with what does not answer."""
    from .. import relay
    from ..finding import Finding, describe, look

    has = _asking(relay.find(paths.home()))
    found = look(has)
    if (board := has(None)) and not any(board.unique in finding.what for finding in found):
        found.append(
            Finding(
                "simulated" if board.name == "sim" else "elsewhere", f"{describe(board)}, played by `touchmove run`"
            )
        )
    if not found:
        stdout.print("There is no serial port: plug a board in with a cable that carries data; some only charge.")
    width = max((len(finding.port) for finding in found), default=0)
    for finding in found:
        _print(finding, width)


def log(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME…]", help="Only these records: moved, lifted, …")
    ] = None,
    game: Annotated[int, typer.Option(help="Number of a game, as in `touchmove games`. (default: the last one)")] = 0,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Go on with what the board writes, until Ctrl-C.")
    ] = False,
    port: Port = None,
) -> None:
    """Show the records of a game as lines to read; with --follow as they arrive."""
    from ..log import NAMES, chosen, text

    if unknown := [name for name in names or () if name not in NAMES]:
        raise InputError(f"there is no record {unknown[0]!r}: there are {', '.join(sorted(NAMES))}")
    if (follow and game) or (port and not follow):
        raise InputError("--port goes with --follow, and --game without: what is kept comes from no port")

    def show(records: "list[Record]") -> None:
        for record in chosen(records, names or ()):
            stdout.print(plain(text(record)), soft_wrap=True)
        stdout.file.flush()

    with closing(open_archive()) as archive:
        if follow:
            with suppress(KeyboardInterrupt):
                _follow(archive, port, show)
            return
        numbers = archive.numbers()
        number = game or (numbers[-1] if numbers else 0)
        records = archive.span(number)[2]
        if not records:
            raise InputError(f"there is no game {number}: `touchmove games` lists those that are kept")
        show(records)


def _asking(running: "Relay | None") -> "Callable[[str | None], Board | None]":
    """Return a function that says which board `touchmove run` has at a port, at any for None."""

    def has(port: str | None) -> "Board | None":
        with suppress(TouchmoveError):
            return running.ask(port, "set", "-", "-")[0] if running else None
        return None

    return has


def _print(finding: "Finding", width: int) -> None:
    stdout.print(f"[bold]{plain(f'{finding.port:{width}}')}[/bold]  {plain(finding.what)}", soft_wrap=True)
    if finding.advice:
        stdout.print(f"{'':{width}}  {plain(finding.advice)}", soft_wrap=True)


def _follow(archive: "Archive", port: str | None, show: "Callable[[list[Record]], None]") -> None:
    """Show the records of the board that is there: those of its last game, and what comes. It is never left."""
    from .. import ports, relay
    from ..bridge import Bridge, State

    def tell(change: "Change") -> None:
        if isinstance(change, State):
            stderr.print(plain(change.text))

    with ExitStack() as stack:
        running = None if port else relay.find(paths.home())
        if running:
            board = running.ask(None, "set", "-", "-")[0]
        else:
            bridge = Bridge(archive, ports.find if port is None else lambda: port)
            bridge.listen(tell)
            bridge.start()
            stack.callback(bridge.stop)
            while bridge.state.board is None:
                time.sleep(_LOOK_S)
            board = bridge.state.board
        records = archive.latest(board.unique, board.journal)
        last = 0
        while True:
            show(records)
            last = records[-1].seq if records else last
            time.sleep(_LOOK_S)
            records = archive.after(board.unique, board.journal, last)
            if running and not records and not relay.find(paths.home()):
                raise PortError("`touchmove run` has ended, and with it what came: start it again")
