# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts files into the flash of an emulated chip at once, for measuring: over the cable it takes minutes.

The chip has formatted its own file system by then; desktop MicroPython, which has the same LittleFS, writes to it.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from touchmove import compiler, slots
from touchmove.emulator.chip import Chip

BLOCK = 4096
_MAGIC = b"littlefs"  # 8 bytes into the file system

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
    while not any(chip.faces[0]):
        chip.advance(20)
    return chip


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
