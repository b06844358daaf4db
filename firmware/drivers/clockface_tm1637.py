# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows four cells on each of two TM1637 faces, a little at a time: a step of the loop has better things to do.

Write only: what the part answers in the ninth clock is not read, so a face that is unplugged stops nobody's game.
An update repeats mode, cells and brightness, so a face that comes back is right again with the next change.
"""

import machine
from micropython import const

_MODE = const(0x44)  # write cells, each to its own address
_CELLS = const(0xC0)
_DISPLAY = const(0x88)  # on; plus brightness 0 to 7
_PARTS = const(6)
_LAST = const(5)


def _line(pin):
    # Driven high as well as low: cheap modules hang 10 nF on lines that have 10 kΩ pull-ups.
    return machine.Pin(pin, machine.Pin.OUT, value=1)


class TM1637:
    """Two faces, White's first, each a pair of pins (CLK, DIO)."""

    def __init__(self, faces, brightness):
        self._faces = tuple((_line(clk), _line(dio)) for clk, dio in faces)
        self._shown = tuple(bytearray(4) for _ in faces)
        self._sent = [0, 0]  # parts of an update that are out: the mode, four cells, the brightness
        self._display = _DISPLAY | brightness
        while self.send():
            pass

    def show(self, side, cells):
        """Take 4 cells (bit 0 to 6 = segments a to g, bit 7 of cells[1] = colon) for the face of `side`."""
        shown = self._shown[side]
        if shown != cells:
            shown[:] = cells
            self._sent[side] = 0

    def send(self):
        """Send the next part of what was shown, in half a millisecond; return True if there may be more."""
        sent = self._sent
        side = 0 if sent[0] < _PARTS else 1
        part = sent[side]
        if part == _PARTS:
            return False
        sent[side] = part + 1
        clk, dio = self._faces[side]
        self._start(clk, dio, _MODE if part == 0 else self._display if part == _LAST else _CELLS + part - 1)
        if 0 < part < _LAST:
            self._byte(clk, dio, self._shown[side][part - 1])
        self._stop(clk, dio)
        return True

    def _start(self, clk, dio, command):
        dio(0)
        self._byte(clk, dio, command)

    def _byte(self, clk, dio, value):
        # A pin call takes over 1 µs; the part wants 0.4 µs. No delays.
        for bit in range(8):
            clk(0)
            dio(value >> bit & 1)
            clk(1)
        # When CLK falls the part pulls DIO low for the ninth clock. Let go of a high line before that; a low one must
        # stay low until then, for a rise while CLK is high means stop.
        if value & 0x80:
            dio.init(machine.Pin.IN)
        clk(0)
        dio.init(machine.Pin.IN)
        clk(1)
        clk(0)
        dio.init(machine.Pin.OUT, value=0)

    def _stop(self, clk, dio):
        clk(1)
        dio(1)
