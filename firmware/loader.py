# SPDX-License-Identifier: GPL-3.0-or-later
"""Lies on a board as /main.py: runs the version of the firmware in /a or /b, whichever the file /slot names."""

import builtins
import sys

import vfs


class Version:
    """A version as a file system to import from: one file, since to find each of its own in folders takes long.

    The first line has the length of the index; where modules are linked, also how their code is found (`linker.py`).
    Then the index, a line `/play/game.mpy 41234` for each file (`/play 0` for a folder) with where it begins, and where
    its table is if it has one; then all of them, and the code.
    """

    def __init__(self, path):
        self.path = path
        self.begins = {}
        self.tables = {}
        self.opened = ""  # path of the file that was opened last

    def read(self):
        """Read the index; return the words of the first line."""
        with open(self.path, "rb") as file:
            words = file.readline().split()
            left = int(words[0])
            while left > 0:  # a line at a time: later there may be no room for all of it in one piece
                line = file.readline(left)
                left -= len(line)
                name, begin, *table = line.decode().split()
                self.begins[name] = int(begin)
                if table:
                    self.tables[name] = int(table[0])
        return words

    def forget(self):
        """Give back the memory of the index; it is read again when it is needed."""
        self.begins = {}
        self.tables = {}

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        return (0x8000 if self.find(path) else 0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        begin = self.find(path)
        self.opened = path
        file = open(self.path, "rb")  # noqa: SIM115, it is the import that closes it
        file.seek(begin)
        return file

    def find(self, path):
        """Return where a file begins, 0 for a folder. OSError if there is neither."""
        if not self.begins:
            self.read()
        begin = self.begins.get(path)
        if begin is None:
            raise OSError(2)
        return begin


with open("/slot") as file:
    slot, board = file.read().split()
version = Version("/" + slot)
vfs.mount(version, "/firmware")
sys.path[0] = "/firmware"
head = version.read()
loaded = version.forget
builtins._ = lambda name, classes=(): None  # what links a module, where that is done
if len(head) > 1:
    import linker

    linker.use(version, head)
    loaded = linker.done
import main  # noqa: E402

main.main(board, loaded)
