# SPDX-License-Identifier: GPL-3.0-or-later
"""How firmware lies on a board: two versions, and a file that says which one runs.

    /a, /b      a version each: all its files in one, as firmware/loader.py reads them
    /slot       which of them runs, and which board this is: `a pico_reed`
    /main.py    firmware/loader.py, which starts it

A new version is written beside the one that runs, and read back; then /slot is replaced, which a file system does at
once or not at all. So whenever the power goes, the old version or the new one starts, and never a mixture.
"""

import base64
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from .errors import BoardError

Progress = Callable[[str, int, int], None]  # name of the file, bytes done, bytes in all

_SLOTS = ("a", "b")
_POINTER = "/slot"
_LOADER = "/main.py"
# The layout before had one version, as files at the top; its /main.py was part of it.
_BEFORE = ("/app.mpy", "/boards", "/drivers", "/link", "/play", "/rules", "/board")

_TOOLS = """
import os, hashlib
from binascii import a2b_base64, hexlify
def pieces(path, begin=0, size=1 << 30):
    with open(path, "rb") as file:
        file.seek(begin)
        while size and (piece := file.read(min(1024, size))):
            size -= len(piece)
            yield piece
def digest(path, begin=0, size=1 << 30):
    digest = hashlib.sha256()
    for piece in pieces(path, begin, size):
        digest.update(piece)
    return hexlify(digest.digest()).decode()
def is_there(path):
    try:
        return os.stat(path)
    except OSError:
        return None
def remove(path):
    there = is_there(path)
    if there and there[0] & 0x4000:
        for entry in os.ilistdir(path):
            remove(path + "/" + entry[0])
        os.rmdir(path)
    elif there:
        os.remove(path)
    return bool(there)
def show(path):
    if is_there(path):
        with open(path) as file:
            print(file.read())
def survey(path):
    with open(path, "rb") as file:
        size = int(file.readline())
        begins = [int(line.rpartition(" ")[2]) for line in file.read(size).decode().split("\\n")]
    end = os.stat(path)[6]
    for begin in reversed([begin for begin in begins if begin]):
        print(begin, end - begin, digest(path, begin, end - begin))
        end = begin
def free():
    disk = os.statvfs("/")
    return disk[1] * disk[3]
"""
_CHUNK = 1536  # bytes a write
_LEFT = 64 * 1024  # stays free, so that a game can be written down


class Transport(Protocol):
    """A board's prompt, as mpremote's transports are one."""

    def exec(self, command: str) -> bytes:
        """Run code on the board; return what it printed."""


@dataclass(frozen=True)
class Running:
    """Which version a board runs, and which board it says it is; the slot is empty in the layout before."""

    slot: str
    board: str


@dataclass
class Report:
    """What was done: names of files. before, after: what ran and what runs; free_kb: what is left for the journal."""

    after: Running
    before: Running | None
    sent: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    free_kb: int = 0


def quiet(name: str, done: int, total: int) -> None:
    """Show no progress."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return a version as one file, its files in their order."""
    folders = sorted({path[:at] for path in files for at in range(1, len(path)) if path[at] == "/"})
    width = len(str(sum(map(len, files.values())) + 100 * len(files)))
    size = sum(len(path.encode()) + width + 2 for path in [*folders, *files]) - 1
    begin = len(f"{size}\n") + size
    lines = [f"{path} {0:0{width}}" for path in folders]
    for path, data in files.items():
        lines.append(f"{path} {begin:0{width}}")
        begin += len(data)
    index = "\n".join(lines)
    return f"{size}\n{index}".encode() + b"".join(files.values())


def layout(files: Mapping[str, bytes], loader: bytes, board: str) -> dict[str, bytes]:
    """Return all files of a new board (path: content) that runs these."""
    slot = Running(_SLOTS[0], board)
    return {f"/{slot.slot}": pack(files), _POINTER: _line(slot), _LOADER: loader}


def running(transport: Transport) -> Running | None:
    """Return what a board runs, None if it has nothing of ours."""
    words = transport.exec(f"{_TOOLS}show({_POINTER!r})").decode().split()
    if len(words) == 2 and words[0] in _SLOTS and _is_there(transport, f"/{words[0]}"):
        return Running(*words)
    board = transport.exec(f"show({_BEFORE[-1]!r})").decode().strip()
    return Running("", board) if board else None


def put(
    transport: Transport, files: Mapping[str, bytes], loader: bytes, board: str, progress: Progress = quiet
) -> Report:
    """Have a board run these files from its next start on. BoardError if they do not fit or were not written well."""
    before = running(transport)
    slot = before.slot if before else ""
    version = pack(files)
    if slot and _digest(transport, f"/{slot}") == _sha256(version):
        report = Report(Running(slot, board), before, kept=list(files))
    else:
        report = Report(Running(_SLOTS[1] if slot == _SLOTS[0] else _SLOTS[0], board), before)
        _fill(transport, files, version, f"/{slot}" if slot else "", report, progress)
    if before != report.after:
        point(transport, report.after)
    if not _is_there(transport, _LOADER) or _digest(transport, _LOADER) != _sha256(loader):
        _replace(transport, _LOADER, loader)
    for path in _BEFORE:  # the last one says that there may be others
        if _is_there(transport, _BEFORE[-1]):
            transport.exec(f"remove({path!r})")
    report.free_kb = int(transport.exec("print(free())")) // 1024
    return report


def point(transport: Transport, to: Running) -> None:
    """Have a board run this version from its next start on."""
    transport.exec(_TOOLS)
    _replace(transport, _POINTER, _line(to))


def _fill(
    transport: Transport,
    files: Mapping[str, bytes],
    version: bytes,
    source: str,
    report: Report,
    progress: Progress,
) -> None:
    """Write a version; what the one in `source` has as well is copied on the board."""
    path = f"/{report.after.slot}"
    there = _survey(transport, source) if source else {}
    transport.exec(f"remove({path!r})")
    free = int(transport.exec("print(free())")) - _LEFT
    if len(version) > free:
        raise BoardError(
            f"The board has {max(0, free) // 1024} KB free for a second version, the firmware needs"
            f" {len(version) // 1024}: delete files there. Games that `touchmove run` has fetched may go, the oldest"
            " first: mpremote rm -r :/journal/…"
        )
    begin = len(version) - sum(map(len, files.values()))
    total = sum(len(data) for data in files.values() if _sha256(data) not in there)
    done = 0
    transport.exec(f"file = open({path!r}, 'wb')")
    _append(transport, version[:begin])
    for name, data in files.items():
        progress(name, done, total)
        if known := there.get(_sha256(data)):
            report.kept.append(name)
            transport.exec(f"for piece in pieces({source!r}, {known[0]}, {known[1]}): file.write(piece)")
        else:
            report.sent.append(name)
            _append(transport, data)
            done += len(data)
    transport.exec("file.close()")
    progress("", done, total)
    _check(transport, path, version)


def _survey(transport: Transport, path: str) -> dict[str, tuple[int, int]]:
    """Return SHA-256: (where it begins, bytes) of the files in a version on the board."""
    found = {}
    for line in transport.exec(f"survey({path!r})").decode().splitlines():
        begin, size, digest = line.split()
        found[digest] = (int(begin), int(size))
    return found


def _append(transport: Transport, data: bytes) -> None:
    """Write to the open file. mpremote's own way sends each byte as an escape: twice the bytes, and twice the time."""
    for at in range(0, len(data), _CHUNK):
        transport.exec(f"file.write(a2b_base64({base64.b64encode(data[at : at + _CHUNK])!r}))")


def _replace(transport: Transport, path: str, data: bytes) -> None:
    """Let a file have new content, at once or not at all."""
    part = path + ".part"
    transport.exec(f"file = open({part!r}, 'wb')")
    _append(transport, data)
    transport.exec("file.close()")
    _check(transport, part, data)
    transport.exec(f"os.rename({part!r}, {path!r})")


def _check(transport: Transport, path: str, data: bytes) -> None:
    if _digest(transport, path) != _sha256(data):
        raise BoardError(
            f"{path} on the board is not what was sent: its flash or the cable is bad. What ran before still runs; try"
            " again with another cable"
        )


def _digest(transport: Transport, path: str) -> str:
    return transport.exec(f"print(digest({path!r}))").decode().strip()


def _is_there(transport: Transport, path: str) -> bool:
    return transport.exec(f"print(bool(is_there({path!r})))").decode().strip() == "True"


def _line(running: Running) -> bytes:
    return f"{running.slot} {running.board}\n".encode()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
