# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts files into the flash of an emulated chip at once, for measuring and tests: over the cable it takes minutes.

The chip has formatted its own file system by then; desktop MicroPython, which has the same LittleFS, writes to it.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from touchmove import compiler, install, slots
from touchmove.emulator.chip import Chip

BLOCK = 4096
_MAGIC = b"littlefs"  # 8 bytes into the file system
_NEEDED = ("/drivers/", "/boards/")  # by drivers on a bench, and nothing that would start a game

_MEASURE = """
import micropython, time
def measure(call):
    call()
    micropython.heap_lock()
    before = time.ticks_us()
    call()
    after = time.ticks_us()
    micropython.heap_unlock()
    print(time.ticks_diff(after, before))
"""

# Makes the firmware's app and parts at the prompt, as a board does that starts; `main.run(app, parts)` is its loop.
APP = """
with open("/main.py") as file:
    exec(file.read().replace("main.main(board, loaded)", "app, parts = main.start(board)\\nloaded()"))
"""

_WRITE = """
import os, sys, vfs
class Disk:
    def __init__(self, path):
        self.file = open(path, "r+b")
    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.readinto(buf)
    def writeblocks(self, block, buf, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.write(buf)
    def ioctl(self, op, arg):
        if op == 4:
            return os.stat(image)[6] // 4096
        return 4096 if op == 5 else 0
image, folder = sys.argv[1:]
disk = Disk(image)
made = vfs.VfsLfs2(disk, progsize=256)
for line in open(folder + "/files"):
    number, path = line.split()
    parts = path.split("/")[1:-1]
    for depth in range(len(parts)):
        try:
            made.mkdir("/" + "/".join(parts[:depth + 1]))
        except OSError:
            pass  # it is there
    with open(folder + "/" + number, "rb") as source, made.open(path, "wb") as file:
        file.write(source.read())
made.umount()
disk.file.close()
"""


class Bench:
    """A chip at its MicroPython prompt, with time running. transport: mpremote's."""

    def __init__(self, chip: Chip, transport: Any) -> None:
        self.chip = chip
        self.transport = transport

    def run(self, code: str) -> str:
        """Run code on the chip; return what it printed."""
        return str(self.transport.exec(code).decode())

    def measure(self, call: str) -> int:
        """Return for how many µs a call takes on the chip, the second time and with the heap locked."""
        return int(self.run(f"{_MEASURE}measure({call})"))


@contextmanager
def bench(uf2: str, board: str) -> Iterator[Bench]:
    """Give a chip with the drivers of a board in its flash, and its PARTS at the prompt."""
    files = {path: data for path, data in compiler.compiled(board).items() if path.startswith(_NEEDED)}
    chip = booted(uf2, files, board)
    with chip.running(), install.repl(chip.port) as transport:
        bench = Bench(chip, transport)
        bench.run(f"import time\nfrom boards.{board} import PARTS")
        yield bench
    chip.close()


def booted(uf2: str, files: Mapping[str, bytes], board: str = compiler.REFERENCE, **parts: Any) -> Chip:
    """Return a chip that stands at its prompt, with these files (path on the board: content) in its flash.

    parts: of `Chip`.
    """
    chip = Chip(uf2, board)
    chip.advance(300)  # it answers from 100 ms after power-on
    flash = with_files(chip.flash, files)
    chip.close()
    chip = Chip(uf2, board, flash, **parts)
    chip.advance(300)
    return chip


def ready(uf2: str, **parts: Any) -> Chip:
    """Return a chip of the reference board with the firmware in its flash, as it waits for a game. parts: of `Chip`."""
    board = compiler.REFERENCE
    chip = booted(uf2, slots.layout(compiler.linkable(board), compiler.loader(), board), **parts)
    start(chip)
    return chip


def start(chip: Chip) -> None:
    """Let a chip with the firmware start, until it shows something: then it is ready."""
    while not any(chip.faces[0]):
        chip.advance(20)


def with_files(flash: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the flash of a chip that has booted once, with these files (path on the board: content) in it."""
    start = next(at for at in range(0, len(flash), BLOCK) if flash[at + 8 : at + 16] == _MAGIC)
    micropython = shutil.which("micropython") or Path(sys.executable).with_name("micropython")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "image").write_bytes(flash[start:])
        for number, data in enumerate(files.values()):
            (folder / str(number)).write_bytes(data)
        (folder / "files").write_text("".join(f"{number} {path}\n" for number, path in enumerate(files)))
        (folder / "write.py").write_text(_WRITE)
        subprocess.run([micropython, folder / "write.py", folder / "image", folder], check=True)
        return flash[:start] + (folder / "image").read_bytes()
