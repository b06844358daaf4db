# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the firmware on a board: compiled, and only what that board needs and does not have yet.

`main.py` is removed first and written last, so a board whose cable is pulled halfway waits at its prompt for the next
attempt. Nothing else on the board is touched: the journal stays.
"""

import base64
import contextlib
import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from . import compiler
from .errors import BoardError, PortError

OLDEST = (1, 24)  # of MicroPython
Progress = Callable[[str, int, int], None]  # name of the file, bytes done, bytes in all

_SURVEY = """
import os, sys, hashlib, binascii
def survey(folder):
    for name, kind, _, size in os.ilistdir(folder or "/"):
        path = folder + "/" + name
        if kind == 0x4000:
            if folder or name in %(folders)r:
                print(path, "folder", 0)
                survey(path)
        elif folder or name in %(names)r:
            digest = hashlib.sha256()
            with open(path, "rb") as file:
                while block := file.read(1024):
                    digest.update(block)
            print(path, binascii.hexlify(digest.digest()).decode(), size)
survey("")
"""
_IMAGE = "import os, sys; print(sys.implementation.version[:2], getattr(sys.implementation, '_mpy', 0))"
_FREE = "import os; s = os.statvfs('/'); print(s[1] * s[3])"
_CHUNK = 1536  # bytes a write
_BLOCK = 4096  # a file takes whole blocks


def _quiet(name: str, done: int, total: int) -> None:
    pass


@dataclass
class Report:
    """What an installation did: paths on the board."""

    sent: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)


def install(port: str, board: str = "pico_reed", progress: Progress = _quiet) -> Report:
    """Install the firmware for `board` on the board at `port` and start it.

    PortError if the port cannot be used, BoardError if what answers there is not a MicroPython that can take it.
    """
    with repl(port) as transport:
        arch, version = _image(transport)
        files = compiler.compiled(board, arch)
        _check_version(files, version)
        report = copy(transport, files, progress)
        transport.exec_raw_no_follow("import machine; machine.reset()")
    return report


@contextlib.contextmanager
def repl(port: str, patience_s: float = 10) -> Iterator[SerialTransport]:
    """Interrupt whatever runs on the board and hold its raw prompt."""
    try:
        # On a PTY mpremote reads without looking first; the time limit keeps a silent one from hanging us.
        transport = SerialTransport(port, timeout=patience_s / 2)
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


def copy(transport: SerialTransport, files: Mapping[str, bytes], progress: Progress = _quiet) -> Report:
    """Make the board's files equal to `files`; whatever else lies in the same folders goes."""
    folders = {path.split("/")[1] for path in files if path.count("/") > 1}
    top = {path[1:] for path in files if path.count("/") == 1}
    names = top | {name.replace(".mpy", ".py") for name in top}  # a .py would win over its .mpy
    output = transport.exec(_SURVEY % {"folders": folders, "names": names}).decode()
    there, sizes = {}, {}
    for line in output.splitlines():
        path, there[path], size = line.rsplit(" ", 2)
        sizes[path] = int(size)
    report = Report()
    for path, data in files.items():
        same = there.get(path) == hashlib.sha256(data).hexdigest()
        (report.kept if same else report.sent).append(path)
    report.removed = [path for path, digest in there.items() if digest != "folder" and path not in files]
    if not report.sent and not report.removed:
        return report
    if "/main.py" in report.kept:
        report.kept.remove("/main.py")
        report.sent.append("/main.py")
    goes = [path for path in there if path in report.removed or path in report.sent]
    _check_space(transport, [len(files[path]) for path in report.sent], [sizes[path] for path in goes])
    if "/main.py" in there:
        transport.fs_rmfile("/main.py")
    for path in report.removed:
        transport.fs_rmfile(path)
    for folder in sorted(folders):
        if f"/{folder}" not in there:
            transport.fs_mkdir(f"/{folder}")
    total = sum(len(files[path]) for path in report.sent)
    done = 0
    for path in sorted(report.sent, key=lambda path: path == "/main.py"):
        progress(path, done, total)
        _write(transport, path, files[path])
        done += len(files[path])
    progress("", done, total)
    return report


def _write(transport: SerialTransport, path: str, data: bytes) -> None:
    """Write a file. mpremote's own way sends each byte as an escape: twice the bytes, and twice the time."""
    transport.exec(f"from binascii import a2b_base64 as plain\nfile = open({path!r}, 'wb')")
    for at in range(0, len(data), _CHUNK):
        transport.exec(f"file.write(plain({base64.b64encode(data[at : at + _CHUNK])!r}))")
    transport.exec("file.close()")


def _check_space(transport: SerialTransport, come: list[int], go: list[int]) -> None:
    free = int(transport.exec(_FREE)) + sum(map(_on_flash, go))
    needed = sum(map(_on_flash, come))
    if needed > free:
        raise BoardError(
            f"The board has {free // 1024} KB free, the firmware needs {needed // 1024} KB: delete files there."
        )


def _on_flash(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK
