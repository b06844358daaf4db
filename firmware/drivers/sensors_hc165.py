# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads switches through a chain of 74HC165 shift registers, over SPI: three wires for any number of them.

SPI and not plain pins: 80 bits take 40 µs at 2 MHz on both RP2 and ESP32, three pin calls a bit take 400 µs and more.
Datasheet SN74HC165, function table: SH/LD low takes all inputs in; then QH is input H of the chip, and each rising
edge of CLK brings the next one. So the clock rests high, and a bit is read at a falling edge, half a clock later.

A switch ties its input to ground, a resistor pulls it up. SER of the last chip is tied to ground, inputs that nothing
hangs on to 3.3 V: what comes out proves that the whole chain works. A resistor pulls the data wire up.
"""

from binascii import hexlify

import machine
import micropython


@micropython.viper
def _take(raw: ptr8, bits: ptr8, order: ptr8, count: int, rows: int) -> int:
    """Fill raw from the inputs; return 0, and leave it as it is, if they show that the chain does not work."""
    if bits[count >> 3]:
        return 0
    n = 0
    while n < count:
        if order[n] == 255 and not int(bits[n >> 3]) << (n & 7) & 0x80:
            return 0
        n += 1
    n = 0
    while n < rows:
        raw[n] = 0
        n += 1
    n = 0
    while n < count:
        at = int(order[n])
        if at < 72 and not int(bits[n >> 3]) << (n & 7) & 0x80:
            raw[at >> 3] |= 1 << (at & 7)
        n += 1
    return 1


class HC165:
    """`order[n]` is what ties the n-th input: a square, 64 and a button's bit, or 255: nothing.

    The chip on the data wire comes first, its input H before its input A.
    """

    def __init__(self, spi, sck, miso, mosi, load, hertz, order, poll_ms, turned):
        """spi: the bus's number on the chip. mosi: a pin that nothing hangs on, for the chip insists on one."""
        self.poll_ms = poll_ms
        self._load = machine.Pin(load, machine.Pin.OUT, value=1)
        pins = {"sck": machine.Pin(sck), "mosi": machine.Pin(mosi), "miso": machine.Pin(miso)}
        self._spi = machine.SPI(spi, baudrate=hertz, polarity=1, phase=0, **pins)
        self._order = order
        self._rows = 9 if max([at for at in order if at < 255]) > 63 else 8
        self._bits = bytearray(len(order) // 8 + 1)  # and eight that have come through the whole chain
        self._is_lost = False
        if turned:
            self.turn()

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        self._order = bytes([at if at > 63 else 63 - at for at in self._order])

    def scan_into(self, raw):
        """Fill raw[0:8], and raw[8] if buttons hang on the chain. OSError, once: it does not answer; raw stays."""
        self._load(0)
        self._load(1)
        self._spi.readinto(self._bits)
        was_lost = self._is_lost
        self._is_lost = not _take(raw, self._bits, self._order, len(self._order), self._rows)
        if self._is_lost and not was_lost:
            raise OSError("the chain of 74HC165 does not answer, it reads %s" % hexlify(self._bits).decode())
