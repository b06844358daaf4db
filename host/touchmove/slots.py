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
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from . import linker
from .errors import BoardError

Progress = Callable[[str, int, int], None]  # name of the file, bytes done, bytes in all

_SLOTS = ("a", "b")
_POINTER = "/slot"
_LOADER = "/main.py"
# The layout before had one version, as files at the top; its /main.py was part of it.
_BEFORE = ("/app.mpy", "/boards", "/drivers", "/link", "/play", "/rules", "/board")

_TOOLS = """
import os, hashlib
from binascii import a2b_base64, b2a_base64, hexlify
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
        size = int(file.readline().split()[0])
        begins = [int(line.split(" ")[1]) for line in file.read(size).decode().strip().split("\\n")]
    end = os.stat(path)[6]
    for begin in reversed([begin for begin in begins if begin]):
        print(begin, end - begin, digest(path, begin, end - begin))
        end = begin
def show_file(path, name):
    with open(path, "rb") as file:
        lines = file.read(int(file.readline().split()[0])).decode().strip().split("\\n")
    begins = [int(line.split(" ")[1]) for line in lines]
    at = [line.split(" ")[0] for line in lines].index(name)
    for piece in pieces(path, begins[at], begins[at + 1] - begins[at]):
        print(b2a_base64(piece).decode())
def free():
    disk = os.statvfs("/")
    return disk[1] * disk[3]
"""
_CODE = "/code"  # in the index: where the files end
_NEW = 1  # nonce of a version on a board that never had another
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


@dataclass(frozen=True)
class Version:
    """A version as one file: what it begins with, its files by path in their order, code that runs where it lies."""

    head: bytes
    files: dict[str, bytes]
    code: bytes

    def __bytes__(self) -> bytes:
        return self.head + b"".join(self.files.values()) + self.code


def pack(files: Mapping[str, bytes], nonce: int = 0, known: Sequence[str] = ()) -> Version:
    """Return a version of these files.

    nonce: modules are linked, their code is left in the flash, and this number, of 30 bits, finds it there.
    known: names of a version before, which keep their places.
    """
    packed = linker.linked(files, linker.names(files, known)) if nonce else dict(files)
    folders = sorted({path[:at] for path in files for at in range(1, len(path)) if path[at] == "/"})
    # Numbers are as wide as they may become, for where all begins depends on it.
    blocks, tables = linker.blocks(files, 0, nonce) if nonce else ([], {})
    size = len(_index(packed, folders, tables, 0))
    end = len(_first_line(size, 0, 0, nonce)) + size + sum(map(len, packed.values()))
    first, begin = linker.first_block(end)
    if nonce:
        blocks, tables = linker.blocks(files, first, nonce)
    line = _first_line(size, first, len(blocks), nonce)
    code = b"".join([b"\xff" * (begin - end), *blocks]) if nonce else b""
    return Version(line + _index(packed, folders, tables, len(line) + size), packed, code)


def _first_line(size: int, first: int, count: int, nonce: int) -> bytes:
    return f"{size} {first:3} {count:3} {nonce:10}\n".encode() if nonce else f"{size}\n".encode()


def _index(files: Mapping[str, bytes], folders: list[str], tables: Mapping[str, int], begin: int) -> bytes:
    lines = [f"{path} {0:07}" for path in folders]
    for path, data in files.items():
        lines.append(f"{path} {begin:07}" + (f" {tables[path]:06}" if path in tables else ""))
        begin += len(data)
    return "".join(f"{line}\n" for line in [*lines, f"{_CODE} {begin:07}"]).encode()


def layout(files: Mapping[str, bytes], loader: bytes, board: str) -> dict[str, bytes]:
    """Return all files of a new board (path: content) that runs these."""
    slot = Running(_SLOTS[0], board)
    return {f"/{slot.slot}": bytes(pack(files, _NEW * linker.is_for(files))), _POINTER: _line(slot), _LOADER: loader}


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
    nonce, known = _before(transport, slot, files)
    version = pack(files, nonce, known)
    if slot and _digest(transport, f"/{slot}") == _sha256(bytes(version)):
        report = Report(Running(slot, board), before, kept=list(files))
    else:
        if nonce:  # blocks that a version before has left in the flash must not be taken for those of this one
            version = pack(files, secrets.randbelow(1 << 30) | 1, known)
        report = Report(Running(_SLOTS[1] if slot == _SLOTS[0] else _SLOTS[0], board), before)
        _fill(transport, version, f"/{slot}" if slot else "", report, progress)
    is_in_slots = bool(before and before.slot)
    if is_in_slots:  # a loader starts versions before it as well, but not those behind it
        _load_by(transport, loader)
    if before != report.after:
        point(transport, report.after)
    if not is_in_slots:
        _load_by(transport, loader)
    for path in _BEFORE:  # the last one says that there may be others
        if _is_there(transport, _BEFORE[-1]):
            transport.exec(f"remove({path!r})")
    report.free_kb = int(transport.exec("print(free())")) // 1024
    return report


def _load_by(transport: Transport, loader: bytes) -> None:
    if not _is_there(transport, _LOADER) or _digest(transport, _LOADER) != _sha256(loader):
        _replace(transport, _LOADER, loader)


def point(transport: Transport, to: Running) -> None:
    """Have a board run this version from its next start on."""
    transport.exec(_TOOLS)
    _replace(transport, _POINTER, _line(to))


def _fill(transport: Transport, version: Version, source: str, report: Report, progress: Progress) -> None:
    """Write a version; what the one in `source` has as well is copied on the board."""
    path = f"/{report.after.slot}"
    there = _survey(transport, source) if source else {}
    transport.exec(f"remove({path!r})")
    size = len(bytes(version))
    free = int(transport.exec("print(free())")) - _LEFT
    if size > free:
        raise BoardError(
            f"The board has {max(0, free) // 1024} KB free for a second version, the firmware needs"
            f" {size // 1024}: delete files there. Games that `touchmove run` has fetched may go, the oldest"
            " first: mpremote rm -r :/journal/…"
        )
    total = sum(len(data) for data in version.files.values() if _sha256(data) not in there) + len(version.code)
    done = 0
    transport.exec(f"file = open({path!r}, 'wb')")  # and closed once: so each of its blocks is written once
    _append(transport, version.head)
    for name, data in version.files.items():
        progress(name, done, total)
        if known := there.get(_sha256(data)):
            report.kept.append(name)
            transport.exec(f"for piece in pieces({source!r}, {known[0]}, {known[1]}): file.write(piece)")
        else:
            report.sent.append(name)
            _append(transport, data)
            done += len(data)
    if version.code:
        progress(_CODE, done, total)
        _append(transport, version.code)
        done += len(version.code)
    transport.exec("file.close()")
    progress("", done, total)
    _check(transport, path, bytes(version))


def _before(transport: Transport, slot: str, files: Mapping[str, bytes]) -> tuple[int, list[str]]:
    """Return the nonce and the names of the version in a slot, another number and none if it has none.

    0 if these files are not to be linked, or the board's MicroPython is made in a way that we do not know.
    """
    if not linker.is_for(files) or transport.exec(linker.PROBE).strip() != b"True":
        return 0, []
    words = transport.exec(f"print(open('/{slot}').readline())").split() if slot else []
    if len(words) < 4:
        return _NEW, []
    pieces = transport.exec(f"show_file('/{slot}', {linker.NAMES!r})").split()
    listed = b"".join(map(base64.b64decode, pieces))
    return int(words[3]), linker.known(listed, files[linker.NAMES])


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
