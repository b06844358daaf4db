# SPDX-License-Identifier: GPL-3.0-or-later
"""What is at the serial ports of this computer, and what can be done about it. Nothing is left other than it was found.

Only what may be a board with USB of its own is spoken to; to open another port can reset what is behind it.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports

from touchmove.firmware.link import table

from . import greeting, ports
from .conversation import Board, Greeted, Mismatched, Prompted
from .errors import BusyError, PortError


@dataclass(frozen=True)
class Finding:
    """what: is there; advice: what to do, "" for nothing."""

    port: str
    what: str
    advice: str = ""


def look(
    has: Callable[[str], Board | None],
    known: Iterable[Any] | None = None,
    patience_s: float = greeting.MEET_S,
) -> list[Finding]:
    """Return what is at each port.

    has: returns the board that a `touchmove run` has at a port. known: ports as pyserial lists them, instead of this
    computer's.
    """
    found = list_ports.comports() if known is None else known
    return [_look(port, has, patience_s) for port in sorted(found, key=lambda port: str(port.device))]


def describe(board: Board) -> str:
    return f"{board.name} {board.unique}, firmware {board.firmware}, protocol {table.PROTOCOL}"


def _look(port: Any, has: Callable[[str], Board | None], patience_s: float) -> Finding:
    device = str(port.device)
    if port.vid not in ports.VENDORS:
        what = port.description if port.vid is not None and port.description else "no USB"
        return Finding(device, f"{what}: not asked", f"if a board is behind it, name it: --port {device}")
    try:
        with closing(ports.open_port(device)) as line:
            met, _ = greeting.meet(line, patience_s)
    except BusyError as error:
        if board := has(device):
            return Finding(device, f"{describe(board)}, played by `touchmove run`")
        return _failed(device, error)
    except PortError as error:
        return _failed(device, error)
    match met:
        case Greeted(board):
            return Finding(device, describe(board))
        case Mismatched(text, firmware) if firmware:
            return Finding(device, f"a Touchmove board with firmware {firmware}", f"touchmove update --port {device}")
        case Mismatched(text):
            return Finding(device, f"a Touchmove board: {text}")
        case Prompted():
            advice = f"touchmove resume --port {device} if it has Touchmove, else touchmove flash --port {device}"
            return Finding(device, "MicroPython at its prompt", advice)
    maker = ports.VENDORS[port.vid]
    advice = f"reset it if it has Touchmove, else touchmove flash --port {device}"
    return Finding(device, f"a board of {maker} that does not answer", advice)


def _failed(device: str, error: PortError) -> Finding:
    return Finding(device, str(error).removeprefix(device).removeprefix(":").strip())
