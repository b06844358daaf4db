# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading records: one after the other, as a computer asks for them, or those of a game, to fold them."""

from micropython import const

from .lines import exists, floor, join, numbers, sound_lines

_CACHED = const(24)  # lines that memory holds


class Cache:
    """Lines that follow each other, for who reads one after the other."""

    def __init__(self, path):
        self.path = path  # of the journal
        self._lines = []
        self._first = 1
        self._file = ""  # that was read last
        self._next = 0  # the record that follows what was read of it
        self._at = 0  # bytes before that one

    def read(self, number):
        """Return the line of a record, b"" if it can no longer be read."""
        index = number - self._first
        if not 0 <= index < len(self._lines):
            self._load(number)
            index = 0
        return self._lines[index] if index < len(self._lines) else b""

    def add(self, number, lines, begins):
        """Take lines that have just been written: who reads the newest records finds them here.

        number: of the first; begins: they begin a segment, and those of the one before may go.
        """
        if self._first + len(self._lines) == number:
            if begins:
                self._lines = []
                self._first = number
            self._lines += lines

    def _load(self, number):
        if number != self._next or not exists(self._file) or not self._read_on(number):
            folder = join(self.path, floor(self.path, number))
            self._next = floor(folder, number)
            self._file = join(folder, self._next)
            self._at = 0
            self._read_on(number)

    def _read_on(self, number):
        """Read lines of the file from this record on; return True if there are any."""
        self._lines = []
        self._first = number
        lines = sound_lines(self._file, self._next, at=self._at)
        for line in lines:
            if self._next >= number:
                self._lines.append(line)
            self._next += 1
            self._at += len(line)
            if len(self._lines) == _CACHED:
                break
        lines.close()
        return bool(self._lines)


def game(folder, end, mark=b"", after=b"", count=0):
    """Yield the lines of a game up to the record before `end`. ValueError if they cannot all be read.

    mark: only the first line, and those from the last one on that contains it and has at least `count` behind it
    that contain `after`; all if there is none.
    """
    number = int(folder[-8:])
    begin, index, counts = _find(folder, end, mark, after, count) if mark else (number, 0, [])
    if begin + index > number:
        lines = sound_lines(join(folder, number), number)
        line = next(lines, b"")
        lines.close()
        if not line:
            raise ValueError("record %d of the journal is damaged" % number)
        yield line
        number = begin
    for first in numbers(folder):
        if first < number:  # it has been packed
            continue
        if first != number:
            raise ValueError("record %d of the journal is damaged" % number)
        for line in sound_lines(join(folder, first), first, counts.pop() if counts else -1):
            number += 1
            if index:
                index -= 1
            else:
                yield line


def _find(folder, end, mark, after, count):
    """Return where `game` begins: the first record of a file, how many of its lines to leave out, and how many
    sound lines the files from there on have, the last one's first; 0, 0, [] if there is no such line.

    Reads from the end of the journal, and keeps no line: there may be hundreds.
    """
    counts = []
    for first in reversed(numbers(folder)):
        number = first
        marks = []  # where one is, and how many of `after` came before it in this file
        seen = 0
        lines = sound_lines(join(folder, first), first)
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
