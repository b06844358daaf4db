# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal as small files: append-only lines, one folder a game, segments that stay small.

A segment of at most 512 bytes stays inside LittleFS's own metadata, so that a sync seldom has to erase a flash block.

    journal/id              drawn once, when the journal is created
    journal/00000001/       a game, named by the number of its first record
    journal/00000001/00000001, 00000012, …   its segments, named likewise
"""

import os
from binascii import hexlify

from micropython import const

_SEGMENT = const(512)


class Files:
    """synced: number of the last record that is safe; only those may be sent to anybody."""

    def __init__(self, path):
        self.path = path
        self.folder = ""
        self.segment = ""
        self.size = 0  # of the segment
        self.waiting = []  # lines that are not written yet
        self.synced = 0
        self.cache = []  # the lines of one segment, for reading
        self.cache_first = 1
        if not _exists(path):
            os.mkdir(path)
        self.id = self._identify()
        games = _numbers(path)
        if games:
            self.folder = "%s/%08d" % (path, games[-1])
            self._open_last()

    def append(self, line, begins=False):
        """Take the record with the number `synced + waiting + 1`; begins: it opens a new game."""
        if begins:
            self.sync()
            self.folder = "%s/%08d" % (self.path, self.synced + 1)
            self.segment = ""
        self.waiting.append(line)

    def last(self):
        """Return the number of the last record, written or waiting."""
        return self.synced + len(self.waiting)

    def sync(self):
        """Write what waits; return True if there was anything. OSError if the disk will not take it: nothing lost."""
        if not self.waiting:
            return False
        if not self.folder:
            self.folder = "%s/%08d" % (self.path, self.synced + 1)
        if not self.segment and not _exists(self.folder):
            os.mkdir(self.folder)
        while self.waiting:
            self._write_segment()
        return True

    def read(self, number):
        """Return the line of a record that is synced."""
        index = number - self.cache_first
        if not 0 <= index < len(self.cache):
            self._load(number)
            index = number - self.cache_first
        return self.cache[index]

    def game(self):
        """Yield the lines of the running or last game."""
        if self.folder:
            for first in _numbers(self.folder):
                yield from _lines("%s/%08d" % (self.folder, first))

    def _identify(self):
        name = self.path + "/id"
        if not _exists(name):
            with open(name, "w") as file:
                file.write(hexlify(os.urandom(4)).decode())
        with open(name) as file:
            return file.read().strip()

    def _open_last(self):
        for first in _numbers(self.folder):
            self.segment = "%s/%08d" % (self.folder, first)
            lines = _lines(self.segment)
            self.size = sum(len(line) for line in lines)
            self.synced = first + len(lines) - 1
        if self.size != os.stat(self.segment)[6]:
            # A torn last line stays where it is, for whoever wants to look; the journal goes on in a new segment.
            if not self.size:
                os.rename(self.segment, self.segment + ".torn")  # the new one will have its name
            self.size = _SEGMENT

    def _write_segment(self):
        """Append to the last segment what fits, or begin a new one."""
        if not self.segment or self.size + len(self.waiting[0]) > _SEGMENT:
            self.segment = "%s/%08d" % (self.folder, self.synced + 1)
            self.size = 0
        count = size = 0
        for line in self.waiting:
            if count and self.size + size + len(line) > _SEGMENT:
                break
            size += len(line)
            count += 1
        with open(self.segment, "ab") as file:
            file.write(b"".join(self.waiting[:count]))
        if self.cache_first + len(self.cache) == self.synced + 1:  # whoever reads the newest records finds them here
            if not self.size:
                self.cache = []
                self.cache_first = self.synced + 1
            self.cache += self.waiting[:count]
        self.size += size
        self.synced += count
        self.waiting = self.waiting[count:]

    def _load(self, number):
        folder = "%s/%08d" % (self.path, _floor(self.path, number))
        self.cache_first = _floor(folder, number)
        self.cache = _lines("%s/%08d" % (folder, self.cache_first))


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _firsts(path):
    """Yield the numbers that name what lies in a folder, in any order; no list, for a long game has many segments."""
    for entry in os.ilistdir(path):
        if entry[0].isdigit():
            yield int(entry[0])


def _numbers(path):
    return sorted(_firsts(path))


def _floor(path, number):
    """Return the largest number in a folder that is not above this one."""
    best = 0
    for first in _firsts(path):
        if best < first <= number:
            best = first
    return best


def _lines(path):
    """Return the whole lines of a file; a torn last one is left out."""
    with open(path, "rb") as file:
        content = file.read()
    return [line + b"\n" for line in content.split(b"\n")[:-1]]
