# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal as files of LittleFS (https://github.com/littlefs-project/littlefs/blob/master/DESIGN.md)."""

import os
from binascii import hexlify

from storage.games import Games
from storage.lines import exists, free_name, join, write
from storage.reading import Cache, game
from storage.segment import Segment


class Files:
    """synced: number of the last record that is safe; only those may be sent to anybody. waiting: lines after it.

    games: what may be removed. damage: where lies what was found damaged, if anything was.
    """

    def __init__(self, path, reserve_kb):
        if not exists(path):
            os.mkdir(path)
        self.path = path
        self.games = Games(path, reserve_kb)
        self._open()

    def _open(self):
        self.id = self._identify()
        self.waiting = []
        self._begins = []  # numbers of waiting records that open a game
        self._segment = Segment()
        self._cache = Cache(self.path)
        self.synced = self._segment.find(self.games) if self.games.folder else 0
        self.damage = self._segment.damage

    def renew(self):
        """Put the whole journal aside and begin another one: this one cannot be read."""
        aside = free_name(self.path)
        os.rename(self.path, aside)
        os.mkdir(self.path)
        self.games = Games(self.path, self.games.reserve_kb)
        self._open()
        self.damage = aside

    def append(self, line, begins=False):
        """Take the record with the number `last() + 1`; begins: it opens a new game."""
        self.waiting.append(line)
        if begins:
            self._begins.append(self.last())

    def last(self):
        """Return the number of the last record, written or waiting."""
        return self.synced + len(self.waiting)

    def sync(self):
        """Write what waits; return True if there was anything. OSError if the disk will not take it: nothing lost."""
        if not self.waiting:
            return False
        while self.waiting:
            self._write()
        return True

    def read(self, number):
        """Return the line of a record that is synced, b"" if it can no longer be read."""
        return self._cache.read(number)

    def game(self, mark=b"", after=b"", count=0):
        """Yield the lines of the running or last game, as `storage.reading.game` does."""
        return game(self.games.folder, self.synced + 1, mark, after, count) if self.games.folder else iter(())

    def _write(self):
        """Append to the last segment what fits of the same game, or begin one."""
        number = self.synced + 1
        path = join(self.path, number)
        if (number in self._begins or not self.games.folder) and self.games.folder != path:
            self._finish()
            self.games.begin(number)
        ends = [begin - number for begin in self._begins if begin > number]
        lines = self.waiting[: ends[0]] if ends else self.waiting
        begins = not self._segment.has_room(lines[0])
        if begins:
            self._finish()
            self._segment.begin(join(self.games.folder, number))
        count = self._segment.append(lines)
        self._cache.add(number, lines[:count], begins)
        self.synced += count
        self.waiting = self.waiting[count:]
        self._begins = [begin for begin in self._begins if begin > self.synced]

    def _finish(self):
        """Let the next record begin a new segment."""
        if self._segment.path:
            self.games.finish(self._segment.path)
        self._segment.begin("")

    def _identify(self):
        name = self.path + "/id"
        if not exists(name):
            write(name, hexlify(os.urandom(4)))
        with open(name) as file:
            return file.read().strip()
