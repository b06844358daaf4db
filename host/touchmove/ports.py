# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds boards among serial ports, and opens one for this program alone.

Everything that pyserial and the system throw at us becomes a PortError that says what to do.
"""

import errno
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import serial
from serial.tools import list_ports

from .errors import BusyError, PortError

# USB vendors whose devices are MicroPython boards with USB of their own. Serial adapters (CH340, CP210x, FTDI) are not
# among them: they hang on all sorts of things, and opening a port can reset what is behind it. They need --port.
VENDORS = {
    0x2E8A: "Raspberry Pi",
    0xF055: "MicroPython",
    0x303A: "Espressif",
    0x239A: "Adafruit",
    0x1FC9: "NXP",
    0x0483: "STMicroelectronics",
    0x2341: "Arduino",
    0x16C0: "Teensy",
}
READ_S = 0.05  # how long a read may wait: a request to stop or a command waits as long
WRITE_S = 2.0


def boards(ports: Iterable[Any] | None = None) -> list[str]:
    """Return the devices that look like MicroPython boards. ports: instead of those of this computer."""
    return [port.device for port in (list_ports.comports() if ports is None else ports) if port.vid in VENDORS]


def find() -> str:
    """Return the port of the one board that is plugged in; PortError if there is none or a choice."""
    return choose(boards())


def choose(found: list[str]) -> str:
    """Return the only one; PortError says how to choose."""
    if not found:
        raise PortError(
            "no board found: plug one in, name its port with --port, or play on the simulated one with --sim"
        )
    if len(found) > 1:
        raise PortError(f"more than one board found: choose one with --port {found[0]} (or {', '.join(found[1:])})")
    return found[0]


def follow(port: str) -> Callable[[], str]:
    """Return a function that finds the board of this port again after a reset: its port may have another name then."""
    number = next((known.serial_number for known in list_ports.comports() if known.device == port), None)

    def find() -> str:
        if number is None:
            return port
        for known in list_ports.comports():
            if known.serial_number == number:
                return str(known.device)
        raise PortError(f"{port} did not come back: unplug the board and plug it in again")

    return find


def open_port(port: str) -> serial.Serial:
    """Open a port (a device, or a URL that pyserial knows) for this program alone; PortError says why not.

    BusyError: another program has it.
    """
    try:
        line = serial.serial_for_url(
            port, baudrate=115200, timeout=READ_S, write_timeout=WRITE_S, exclusive=True, do_not_open=True
        )
        # Before opening: a board with USB of its own sends only while DTR is set; a later change resets others.
        line.dtr = True
        line.rts = True
        line.open()
    except (OSError, ValueError) as error:  # SerialException is an OSError
        kind = BusyError if _is_busy(port, error) else PortError
        raise kind(reason(port, error)) from error
    return line


def reason(port: str, error: Exception) -> str:
    """Say why a port did not open, and what to do: pyserial hides the system's reason in different places."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return f"{port}: there is no such port; plug the board in, or choose one of: {_choices()}"
    if _is_busy(port, error):
        return f"{port} is in use by another program: close it (another `touchmove`, mpremote, an IDE) and try again"
    if number in (errno.EACCES, errno.EPERM) or "PermissionError" in text:
        return f"{port}: no permission; add yourself to its group (sudo usermod -aG {_group(port)} $USER), log in again"
    return f"{port} cannot be opened ({text}): check the cable and the name of the port"


def _is_busy(port: str, error: Exception) -> bool:
    number = getattr(error, "errno", None)
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in str(error):
        return True
    # Windows refuses a port that is open elsewhere as it refuses one without permission, which hardly exists there.
    return _is_windows(port) and (number in (errno.EACCES, errno.EPERM) or "PermissionError" in str(error))


def _is_windows(port: str) -> bool:
    return port.upper().startswith("COM") and not Path(port).exists()


def _group(port: str) -> str:
    """Return the group that may use a port; on most systems it is dialout."""
    try:
        group = Path(port).group()
    except (OSError, KeyError, NotImplementedError):
        group = "root"
    return "dialout" if group == "root" else group


def _choices() -> str:
    return ", ".join(port.device for port in list_ports.comports()) or "none is here"
