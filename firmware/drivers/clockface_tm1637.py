# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows four cells on each of two TM1637 faces, a little at a time: a step of the loop has better things to do.

Datasheet TM1637, "Interface": a byte goes out from its lowest bit while CLK is low, and the part pulls DIO low for the
ninth clock. Whether it does is looked at once an update. An update repeats mode, cells and brightness, so a face that
comes back is right again with the next change.
"""

import time

import machine
from micropython import const

_MODE = const(0x44)  # write cells, each to its own address
_CELLS = const(0xC0)
_DISPLAY = const(0x88)  # on; plus brightness 0 to 7
_PARTS = const(6)
_RISE_US = const(150)  # 1.7 RC of a module's 10 kΩ and 10 nF: 2.7 V. A wire that ends nowhere is faster.


def _line(pin):
    # Driven high as well as low: cheap modules hang 10 nF on lines that have 10 kΩ pull-ups.
    return machine.Pin(pin, machine.Pin.OUT, value=1)


def _let_go(dio, us):
    """Let go of DIO for so long; return what it reads then."""
    dio.init(machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_us(us)
    return dio()


def _send(clk, dio, value, us=0):
    """Send a byte; return 0 if DIO is low `us` after the chip let go of it in the ninth clock."""
    # A pin call takes over 1 µs; the part wants 0.4 µs. No delays.
    for bit in range(8):
        clk(0)
        dio(value >> bit & 1)
        clk(1)
    # When CLK falls the part pulls DIO low. Let go of a high line before that; a low one must stay low until then, for
    # a rise while CLK is high means stop.
    if value & 0x80:
        dio.init(machine.Pin.IN)
    clk(0)
    level = _let_go(dio, us)
    clk(1)
    clk(0)
    dio.init(machine.Pin.OUT, value=0)
    return level


class TM1637:
    """Two faces, White's first, each a pair of pins (CLK, DIO)."""

    def __init__(self, faces, brightness):
        self._faces = tuple((_line(clk), _line(dio)) for clk, dio in faces)
        self._shown = tuple(bytearray(4) for _ in faces)
        self._sent = [0, 0]  # parts of an update that are out: the mode, four cells, the brightness
        self._display = _DISPLAY | brightness
        self._lost = ["", ""]

    def show(self, side, cells):
        """Take 4 cells (bit 0 to 6 = segments a to g, bit 7 of cells[1] = colon) for the face of `side`."""
        shown = self._shown[side]
        if shown != cells:
            shown[:] = cells
            self._sent[side] = 0

    def send(self):
        """Send the next part of what was shown, in half a ms; return True if there may be more. OSError: it is lost."""
        sent = self._sent
        side = 0 if sent[0] < _PARTS else 1
        part = sent[side]
        if part == _PARTS:
            return False
        sent[side] = part + 1
        clk, dio = self._faces[side]
        if part == 0:
            self._begin(side, clk, dio)
            return True
        dio(0)
        _send(clk, dio, self._display if part == _PARTS - 1 else _CELLS + part - 1)
        if part < _PARTS - 1:
            _send(clk, dio, self._shown[side][part - 1])
        clk(1)
        dio(1)
        return True

    def _begin(self, side, clk, dio):
        was_lost, self._lost[side] = self._lost[side], "DIO is held low"
        if _let_go(dio, _RISE_US):
            dio.init(machine.Pin.OUT, value=0)
            # Its last bit leaves DIO low, so the answer of a part that is there cannot come late.
            self._lost[side] = "no answer" if _send(clk, dio, _MODE, _RISE_US) else ""
            clk(1)
            dio(1)
        else:
            self._sent[side] = _PARTS  # nothing is driven against it; the next update looks again
        if self._lost[side] and not was_lost:
            raise OSError("TM1637: %s's face is lost: %s" % (("White", "Black")[side], self._lost[side]))
