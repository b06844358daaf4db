# SPDX-License-Identifier: GPL-3.0-or-later
"""The file that records are appended to, and how it is found again."""

import os

from micropython import const

from .lines import exists, free_name, join, measure, sound_lines, write

_SEGMENT = const(512)


class Segment:
    """path: "" if the next record begins another one. damage: where lies what was found damaged, if anything was."""

    def __init__(self):
        self.path = ""
        self.damage = ""
        self._size = 0
        self._is_torn = False  # a part of what did not fit on the disk may follow

    def begin(self, path):
        self.path = path
        self._size = 0

    def has_room(self, line):
        return self.path and self._size + len(line) <= _SEGMENT

    def append(self, lines):
        """Append as many lines as fit, one at least; return how many. OSError if the disk will not take them."""
        count = size = 0
        for line in lines:
            if count and self._size + size + len(line) > _SEGMENT:
                break
            size += len(line)
            count += 1
        if self._is_torn and self._size:
            with open(self.path, "rb") as file:
                write(self.path, file.read(self._size))
        self._is_torn = True
        with open(self.path, "ab" if self._size else "wb") as file:
            file.write(b"".join(lines[:count]))
        self._is_torn = False
        self._size += size
        return count

    def find(self, games):
        """Be the last segment of the last game; return the number of the last sound record.

        What follows that is cut off, and the segment is kept as it was. The game's other segments are told to `games`.
        """
        first = int(games.folder[-8:])
        numbers, packed = _sorted(games.folder)
        last = packed[-1] if packed else first
        synced = last + measure(join(games.folder, last), last)[0] - 1 if packed else first - 1
        for number in numbers:
            if last < number <= synced:
                games.spare(join(games.folder, number))
            elif number > synced:
                if self.path:
                    games.finish(self.path)
                self.path = join(games.folder, number)
                last = number
        path = join(games.folder, last)
        if not exists(path):
            return synced
        count, size = measure(path, last)
        if size != os.stat(path)[6]:
            self._cut(path, list(sound_lines(path, last)))
        self._size = size
        return last + count - 1

    def _cut(self, path, lines):
        """Put a file aside as it was found, and leave its sound lines in its place."""
        self.damage = free_name(path)
        with open(path, "rb") as file:
            write(self.damage, file.read())
        if lines:
            write(path, b"".join(lines))
        else:
            os.remove(path)
            self.path = ""


def _sorted(folder):
    """Return the numbers of all segments of a game, and of those that are packed."""
    numbers = []
    packed = []
    for entry in os.ilistdir(folder):
        if entry[0].isdigit():
            numbers.append(int(entry[0]))
            # LittleFS tells the size at once, other file systems may not
            size = entry[3] if len(entry) > 3 else os.stat("%s/%s" % (folder, entry[0]))[6]
            if size > _SEGMENT:
                packed.append(numbers[-1])
    numbers.sort()
    packed.sort()
    return numbers, packed
