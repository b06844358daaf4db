# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows a frame on 64 lights of one colour, an 8 by 8 matrix on an HT16K33.

Of a meaning this keeps that a square is lit, and its rhythm. All shine alike: the chip has one brightness for all, and
if that followed the frame, steady lights would blink with the others.
Datasheet HT16K33 v1.10: memory, 00 to 0F, is two bytes a COM, ROW0 to ROW7 and ROW8 to ROW15; 2x oscillator, 8x
display, Ex brightness. All is said again with each frame, so a chip that comes back is right with the next one.
"""

import micropython

_OSCILLATOR = b"\x21"
_DISPLAY = b"\x81"
_BRIGHTNESS = 0xE0


@micropython.viper
def _pack(memory: ptr8, frame: ptr8, order: ptr8):
    """Fill the bytes after the first, two for each COM, with the squares that are lit."""
    n = 0
    while n < 64:
        at = (n >> 3) * 2 + 1
        if not n & 7:
            memory[at] = 0
        square = int(order[n]) * 3
        if int(frame[square]) | int(frame[square + 1]) | int(frame[square + 2]):
            memory[at] |= 1 << (n & 7)
        n += 1


class HT16K33:
    """`order[n]` is the square of the n-th light: between COM n // 8 and ROW n % 8."""

    def __init__(self, bus, address, order, brightness, turned):
        """brightness: 0 to 15."""
        self._bus = bus
        self._address = address
        self._order = order
        self._memory = bytearray(17)  # where it begins, and what is in it
        self._parts = (_OSCILLATOR, self._memory, bytes((_BRIGHTNESS | brightness,)), _DISPLAY)
        if turned:
            self.turn()

    def turn(self):
        """Show the panel as rotated by another 180 degrees."""
        self._order = bytes([63 - square for square in self._order])

    def show(self, frame):
        """Send the frame: 192 bytes R, G, B from a1. OSError, once: the chip is lost; the next frame looks for it."""
        _pack(self._memory, frame, self._order)
        for part in self._parts:
            if not self._bus.write(self._address, part):
                return
