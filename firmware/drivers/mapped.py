# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and lights that lie under other squares than their driver takes them to: each stands before a driver.

`squares[n]` is the square of what the driver calls square n.
"""

import micropython


@micropython.viper
def _sort(raw: ptr8, read: ptr8, squares: ptr8):
    square = 0
    while square < 8:
        raw[square] = 0
        square += 1
    at = 0
    while at < 64:
        if int(read[at >> 3]) >> (at & 7) & 1:
            square = int(squares[at])
            raw[square >> 3] |= 1 << (square & 7)
        at += 1


@micropython.viper
def _arrange(out: ptr8, frame: ptr8, squares: ptr8):
    at = 0
    while at < 192:
        out[at] = frame[int(squares[at // 3]) * 3 + at % 3]
        at += 1


class _Mapped:
    def __init__(self, part, squares):
        self.part = part
        self.squares = squares

    def turn(self):
        """Take the panel as rotated by another 180 degrees."""
        self.squares = bytes([63 - square for square in self.squares])


class Sensors(_Mapped):
    def __init__(self, part, squares):
        super().__init__(part, squares)
        self.poll_ms = part.poll_ms
        self._read = bytearray(9)

    def scan_into(self, raw):
        """Fill raw[0:8], and raw[8] if the driver does."""
        self._read[8] = raw[8]
        self.part.scan_into(self._read)
        _sort(raw, self._read, self.squares)
        raw[8] = self._read[8]


class Lights(_Mapped):
    def __init__(self, part, squares):
        super().__init__(part, squares)
        self._frame = bytearray(192)

    def show(self, frame):
        _arrange(self._frame, frame, self.squares)
        self.part.show(self._frame)
