# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal as small files: append-only lines, one folder a game, segments that stay small.

A segment of at most 512 bytes stays inside LittleFS's own metadata, so that a sync seldom has to erase a flash block.
There it takes eight times its size, so eight of them are made into one file of one block when nobody waits for it.

    journal/id              drawn once, when the journal is created
    journal/00000001/       a game, named by the number of its first record
    journal/00000001/00000001, 00000012, …   its segments, alone or eight in a file, named likewise
    journal/00000001/00000012.1              this segment as it was found damaged; its sound lines were kept
    journal/old/            a game that is being removed
    journal.1/              a journal that could not be read; another one was begun
"""

import os
from binascii import crc32, hexlify

from micropython import const

_SEGMENT = const(512)
_PACK = const(8)  # segments that become a file
_CACHED = const(24)  # lines that memory holds for who reads them one after the other


class Files:
    """synced: number of the last record that is safe; only those may be sent to anybody.

    first: number of the first record that is still here. kept: the caller says up to which record a computer keeps
    them. damage: where lies what was found damaged, if anything was. is_crowded: there may be no room for a long game.
    is_untidy: `tidy` has, or may have, something to do.
    """

    def __init__(self, path, reserve_kb):
        """reserve_kb: so much room a long game may need."""
        self.path = path
        self.reserve_kb = reserve_kb
        self.damage = ""
        self.kept = 0
        self._open()

    def _open(self):
        """Take up the journal as it is on the disk."""
        self.folder = ""
        self.segment = ""
        self.size = 0  # of the segment
        self.waiting = []  # lines that are not written yet
        self.synced = 0
        self.cache = []  # the lines of one segment, for reading
        self.cache_first = 1
        self.is_untidy = False
        self._loose = []  # finished segments that are not packed yet, oldest first
        self._spare = []  # files that are not needed any more
        if not _exists(self.path):
            os.mkdir(self.path)
        self.id = self._identify()
        games = _numbers(self.path)
        self.first = games[0] if games else 1
        if games:
            self.folder = "%s/%08d" % (self.path, games[-1])
            self._open_last(games[-1])
        self._old = self.path + "/old"
        self._is_removing = _exists(self._old)
        self._tried = -1  # as far as which computers kept records when nothing could be removed
        self._look()

    def renew(self):
        """Put the whole journal aside and begin another one: this one cannot be read."""
        self.damage = _free_name(self.path)
        os.rename(self.path, self.damage)
        self.kept = 0
        self._open()

    def append(self, line, begins=False):
        """Take the record with the number `synced + waiting + 1`; begins: it opens a new game."""
        if begins:
            self.sync()
            self._finish_segment()
            self.folder = "%s/%08d" % (self.path, self.synced + 1)
            self._look()
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
        """Return the line of a record that is synced, b"" if it can no longer be read."""
        index = number - self.cache_first
        if not 0 <= index < len(self.cache):
            self._load(number)
            index = number - self.cache_first
        return self.cache[index] if index < len(self.cache) else b""

    def game(self, mark=b"", after=b"", count=0):
        """Yield the lines of the running or last game. ValueError if they cannot all be read.

        mark: only the first line, and those from the last one on that contains it and has at least `count` behind it
        that contain `after`; all if there is none.
        """
        if not self.folder:
            return
        number = int(self.folder[-8:])
        begin, index, counts = self._find(mark, after, count) if mark else (number, 0, [])
        if begin + index > number:
            lines = _sound_lines("%s/%08d" % (self.folder, number), number)
            line = next(lines, b"")
            lines.close()
            if not line:
                raise ValueError("record %d of the journal is damaged" % number)
            yield line
            number = begin
        for first in _numbers(self.folder):
            if first < number:  # it has been packed
                continue
            if first != number:  # what is torn where the next segment goes on was written there again
                raise ValueError("record %d of the journal is damaged" % number)
            for line in _sound_lines("%s/%08d" % (self.folder, first), first, counts.pop() if counts else -1):
                number += 1
                if index:
                    index -= 1
                else:
                    yield line

    def tidy(self):
        """Do one thing that makes room: remove a file that is not needed, or pack segments.

        Games that a computer keeps are not needed if the disk is crowded. Return False if there is nothing to do, or
        nothing that may be done yet.
        """
        if self._spare:
            os.remove(self._spare.pop(0))  # the oldest first: what is left of them is whole where it is read
        elif self._is_ripe():
            self._pack()
        elif self._is_removing or self._choose():
            self._remove()
        else:
            self.is_untidy = self.is_crowded  # a computer may keep more later
            return False
        return True

    def _remove(self):
        for entry in os.ilistdir(self._old):
            os.remove("%s/%s" % (self._old, entry[0]))
            return
        os.rmdir(self._old)
        self._is_removing = False
        self._look()

    def _is_ripe(self):
        """Return True if the oldest loose segments should be packed: there are enough, or their game is over."""
        return len(self._loose) >= _PACK or (self._loose and not self._loose[0].startswith(self.folder))

    def _pack(self):
        """Make one file of the oldest loose segments; it takes the name and the place of the first."""
        packed = [path for path in self._loose[:_PACK] if path[:-8] == self._loose[0][:-8]]
        self._loose = self._loose[len(packed) :]
        if len(packed) == 1:
            return
        part = packed[0] + ".part"
        with open(part, "wb") as file:
            for path in packed:
                with open(path, "rb") as segment:
                    file.write(segment.read())
        os.rename(part, packed[0])
        self._spare = packed[1:]
        self.cache = []  # perhaps the lines of the first of them

    def _finish_segment(self):
        """Let the next record begin a new segment."""
        if self.segment:
            self._loose.append(self.segment)
            self.is_untidy = self.is_untidy or self._is_ripe()
        self.segment = ""
        self.size = 0

    def _choose(self):
        """Let the oldest game be the one that is removed; return False if it may not go."""
        if not self.is_crowded or self._tried == self.kept:
            return False
        games = _numbers(self.path)
        if len(games) < 2 or games[1] > self.kept + 1:
            self._tried = self.kept
            return False
        os.rename("%s/%08d" % (self.path, games[0]), self._old)  # at once, whatever happens to its files
        self.first = games[1]
        self._is_removing = True
        return True

    def _look(self):
        """See how much room there is."""
        disk = os.statvfs(self.path)
        self.free_kb = disk[0] * disk[3] // 1024
        self.is_crowded = self.free_kb < self.reserve_kb
        self.is_untidy = True

    def _identify(self):
        name = self.path + "/id"
        if not _exists(name):
            _write(name, hexlify(os.urandom(4)))
        with open(name) as file:
            return file.read().strip()

    def _open_last(self, first):
        """Go on behind the last sound line; what follows it is cut off, and the segment is kept as it was."""
        self.synced = first - 1
        packed = []
        numbers = []
        for entry in os.ilistdir(self.folder):
            if entry[0].isdigit():
                numbers.append(int(entry[0]))
                # LittleFS tells the size at once, other file systems may not
                size = entry[3] if len(entry) > 3 else os.stat("%s/%s" % (self.folder, entry[0]))[6]
                if size > _SEGMENT:
                    packed.append(numbers[-1])
        numbers.sort()
        packed.sort()
        last = packed[-1] if packed else first
        if packed:
            self.synced = last + _measure("%s/%08d" % (self.folder, last), last)[0] - 1
        for number in numbers:
            path = "%s/%08d" % (self.folder, number)
            if last < number <= self.synced:
                self._spare.append(path)
            elif number > self.synced:
                self._finish_segment()
                self.segment = path
                last = number
        path = "%s/%08d" % (self.folder, last)
        if not _exists(path):
            return
        count, size = _measure(path, last)
        self.synced = last + count - 1
        if size != os.stat(path)[6]:
            self._cut(path, list(_sound_lines(path, last)))
        if self.segment:
            self.size = size

    def _cut(self, path, lines):
        """Put a file aside as it was found, and leave its sound lines in its place."""
        self.damage = _free_name(path)
        with open(path, "rb") as file:
            _write(self.damage, file.read())
        if lines:
            _write(path, b"".join(lines))
        else:
            os.remove(path)
            self.segment = ""

    def _write_segment(self):
        """Append to the last segment what fits, or begin a new one."""
        if not self.segment or self.size + len(self.waiting[0]) > _SEGMENT:
            self._finish_segment()
            self.segment = "%s/%08d" % (self.folder, self.synced + 1)
        count = size = 0
        for line in self.waiting:
            if count and self.size + size + len(line) > _SEGMENT:
                break
            size += len(line)
            count += 1
        mode = "ab" if self.size else "wb"
        self.size += _SEGMENT  # should it fail, what was written of it is left behind
        with open(self.segment, mode) as file:
            file.write(b"".join(self.waiting[:count]))
        self.size -= _SEGMENT
        if self.cache_first + len(self.cache) == self.synced + 1:  # whoever reads the newest records finds them here
            if not self.size:
                self.cache = []
                self.cache_first = self.synced + 1
            self.cache += self.waiting[:count]
        self.size += size
        self.synced += count
        self.waiting = self.waiting[count:]

    def _find(self, mark, after, count):
        """Return where `game` begins: the first record of a file, how many of its lines to leave out, and how many
        sound lines the files from there on have, the last one's first; 0, 0, [] if there is no such line.

        Reads from the end of the journal, and keeps no line: there may be hundreds.
        """
        end = self.synced + 1
        counts = []
        for first in reversed(_numbers(self.folder)):
            number = first
            marks = []  # where one is, and how many of `after` came before it in this file
            seen = 0
            lines = _sound_lines("%s/%08d" % (self.folder, first), first)
            for line in lines:
                if number == end:  # it has been packed
                    break
                if after in line:
                    seen += 1
                elif mark in line:
                    marks.append((number - first, seen))
                number += 1
            lines.close()
            counts.append(number - first)
            for index, before in reversed(marks):
                if seen - before >= count:
                    return first, index, counts
            count -= seen
            end = first
        return 0, 0, []

    def _load(self, number):
        folder = "%s/%08d" % (self.path, _floor(self.path, number))
        self.cache = []
        self.cache_first = number
        first = _floor(folder, number)
        lines = _sound_lines("%s/%08d" % (folder, first), first)
        for line in lines:
            if first >= number:
                self.cache.append(line)
                if len(self.cache) == _CACHED:
                    break
            first += 1
        lines.close()


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _free_name(path):
    """Return the name for what is put aside: nothing that was put aside before is overwritten."""
    number = 1
    while _exists("%s.%d" % (path, number)):
        number += 1
    return "%s.%d" % (path, number)


def _write(path, content):
    """Write a small file: the old content or the new one, never half of either."""
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
    os.rename(part, path)


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


def _is_sound(line, number):
    return line[-6:] == b"*%04X\n" % (crc32(line[:-6]) & 0xFFFF) and line.startswith(b"%d " % number)


def _sound_lines(path, number, count=-1):
    """Yield the lines of a file up to the first that is damaged. number: of its first record; count: of sound ones.

    Who does not read to the end closes it: MicroPython closes no file of a generator that is forgotten.
    """
    with open(path, "rb") as file:
        for line in file:
            if count == 0 or (count < 0 and not _is_sound(line, number)):
                return
            yield line
            number += 1
            count -= count > 0


def _measure(path, number):
    """Return how many sound lines a file has, and their bytes."""
    count = size = 0
    for line in _sound_lines(path, number):
        count += 1
        size += len(line)
    return count, size
