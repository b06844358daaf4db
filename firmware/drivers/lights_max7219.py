# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows a frame on 64 lights of one colour, an 8 by 8 matrix on a MAX7219.

Of a meaning this keeps that a square is lit, and its rhythm. All shine alike: the chip has one brightness for all, and
if that followed the frame, steady lights would blink with the others.
Datasheet MAX7219 (19-4452), tables 1 to 10: words of 16 bits, register and value, taken when LOAD rises. Everything is
said again with each frame, so a chip that comes back, or took a spark for a bit, is right with the next one. It cannot
be asked whether it is there. It runs at 5 V and takes 3.5 V for a one: its three wires go through a 74HCT buffer.
"""

import machine
import micropython

# Register and value: no test, eight digits, which are no text, brightness, awake.
_SET_UP = b"\x0f\x00\x0b\x07\x09\x00\x0a\x00\x0c\x01"
_BRIGHTNESS = 7  # its place there


@micropython.viper
def _pack(words: ptr8, frame: ptr8, order: ptr8, first: int):
    """Set the values of eight words, from `first` on, to the squares that are lit."""
    n = 0
    while n < 64:
        at = first + (n >> 3) * 2 + 1
        if not n & 7:
            words[at] = 0
        square = int(order[n]) * 3
        if int(frame[square]) | int(frame[square + 1]) | int(frame[square + 2]):
            words[at] |= 1 << (n & 7)
        n += 1


class MAX7219:
    """`order[n]` is the square of the n-th light: on digit n // 8, at the segment of bit n % 8: G, F, … A, DP."""

    def __init__(self, spi, sck, mosi, miso, load, hertz, order, brightness, turned):
        """spi: the bus's number on the chip. miso: a pin that nothing hangs on, for the chip insists on one.

        brightness: 0 to 15.
        """
        self._load = machine.Pin(load, machine.Pin.OUT, value=1)
        pins = {"sck": machine.Pin(sck), "mosi": machine.Pin(mosi), "miso": machine.Pin(miso)}
        self._spi = machine.SPI(spi, baudrate=hertz, polarity=0, phase=0, **pins)
        self._order = order
        self._words = bytearray(_SET_UP + bytes(16))
        self._words[_BRIGHTNESS] = brightness
        for digit in range(8):
            self._words[len(_SET_UP) + digit * 2] = digit + 1
        self._word = bytearray(2)
        if turned:
            self.turn()

    def turn(self):
        """Show the panel as rotated by another 180 degrees."""
        self._order = bytes([63 - square for square in self._order])

    def show(self, frame):
        """Send the frame: 192 bytes R, G, B from a1."""
        words, word = self._words, self._word
        _pack(words, frame, self._order, len(_SET_UP))
        for at in range(0, len(words), 2):
            word[0], word[1] = words[at], words[at + 1]
            self._load(0)
            self._spi.write(word)
            self._load(1)
