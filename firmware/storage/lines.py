# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of lines, and the numbers of records that name them."""

import os
from binascii import crc32


def exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def free_name(path):
    """Return the name for what is put aside: nothing that was put aside before is overwritten."""
    number = 1
    while exists("%s.%d" % (path, number)):
        number += 1
    return "%s.%d" % (path, number)


def write(path, content):
    """Write a small file: the old content or the new one, never half of either."""
    part = path + ".part"
    with open(part, "wb") as file:
        file.write(content)
    os.rename(part, path)


def join(folder, number):
    """Return the path of a segment, or of a game."""
    return "%s/%08d" % (folder, number)


def numbers(path):
    """Return the numbers that name what lies in a folder, the smallest first."""
    return sorted(_firsts(path))


def floor(path, number):
    """Return the largest number in a folder that is not above this one."""
    best = 0
    for first in _firsts(path):
        if best < first <= number:
            best = first
    return best


def _firsts(path):
    """Yield numbers in any order; no list, for a long game has many segments."""
    for entry in os.ilistdir(path):
        if entry[0].isdigit():
            yield int(entry[0])


def sound_lines(path, number, count=-1, at=0):
    """Yield the lines of a file up to the first that is damaged.

    number: of the first record; at: bytes before it; count: of sound lines, if that is known. Who does not read to the
    end closes it: MicroPython closes no file of a generator that is forgotten.
    """
    with open(path, "rb") as file:
        file.seek(at)
        for line in file:
            if count == 0 or (count < 0 and not _is_sound(line, number)):
                return
            yield line
            number += 1
            count -= count > 0


def _is_sound(line, number):
    return line[-6:] == b"*%04X\n" % (crc32(line[:-6]) & 0xFFFF) and line.startswith(b"%d " % number)


def measure(path, number):
    """Return how many sound lines a file has, and their bytes."""
    count = size = 0
    for line in sound_lines(path, number):
        count += 1
        size += len(line)
    return count, size
