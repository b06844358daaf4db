# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps what calibration found: under which square each sensor and each light lies, where a board's data are wrong.

A line of the file is `sensors` or `lights`, then 64 squares of two hex digits: that of the part's number 0, of 1, …
"""

from binascii import hexlify, unhexlify

from drivers.settings_file import File as Kept


class File:
    def __init__(self, path):
        self.kept = Kept(path)
        self.maps = {}
        for line in self.kept.load().split("\n"):
            kind, _, squares = line.partition(" ")
            try:
                if sorted(unhexlify(squares)) == list(range(64)):
                    self.maps[kind] = unhexlify(squares)
            except ValueError:
                continue  # a file gone bad is none

    def apply(self, kind, part):
        """Return a part as it lies under the squares."""
        if kind not in self.maps:
            return part
        from drivers import mapped

        return (mapped.Sensors if kind == "sensors" else mapped.Lights)(part, self.maps[kind])

    def save(self, kind, squares):
        """Keep the squares of a kind of part; none: as the board's data say. OSError if the disk will not take it."""
        maps = dict(self.maps)
        maps.pop(kind, None)
        if squares:
            maps[kind] = squares
        self.kept.save("\n".join(["%s %s" % (name, hexlify(maps[name]).decode()) for name in maps]))
        self.maps = maps
