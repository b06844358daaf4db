# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads 64 linear Hall sensors through four CD74HC4067 multiplexers into one input of the ADC of RP2040 or RP2350.

Datasheets: CD74HC4067, truth table: E low lets the one of 16 inputs through that S0 to S3 name. RP2040 4.9, RP2350
12.4: CS has enable 1, start once 4, ready 100, input from bit 12 on. All four outputs are one wire, which 100 kΩ pull
down: no working sensor reads nothing, so where there is none, that is known.

A man is where the reading is further than a threshold from that of the empty square, to either side, for his magnet
may have either pole up; he has gone when it is back within three quarters of it.
"""

from array import array

import machine
import micropython


@micropython.viper
def _scan(raw: ptr8, closed: ptr8, levels: ptr32, limits: ptr32, order: ptr8, wires) -> int:
    """Fill levels, closed, raw; return the first sensor that reads nothing, 64: none. 65: no ADC answers, raw stays."""
    high, low, control = ptr32(wires[0]), ptr32(wires[1]), ptr32(wires[2])
    result, timer, masks = ptr32(wires[3]), ptr32(wires[4]), ptr32(wires[5])
    start, settle_us = int(wires[6]), int(wires[7])
    missing = 64
    n = 0
    while n < 64:
        if not n & 15:
            high[0] = masks[20]  # the multiplexer before lets go first
            low[0] = masks[16 + (n >> 4)]
        low[0] = int(masks[15]) ^ int(masks[n & 15])
        high[0] = masks[n & 15]
        began = int(timer[0])
        while ((int(timer[0]) - began) & 0x3FFFFFFF) <= settle_us:
            pass
        control[0] = start
        while not int(control[0]) & 0x100:
            if ((int(timer[0]) - began) & 0x3FFFFFFF) > 999:
                return 65
        level, rest, limit = int(result[0]) & 0xFFF, int(limits[2 * n]), int(limits[2 * n + 1])
        levels[n] = level
        if level >= 64:  # of 4096: a DRV5053 is never below 0.2 V
            away = level - rest if level > rest else rest - level
            closed[n] = 1 if away >= (limit - (limit >> 2) if closed[n] else limit) else 0
        elif missing == 64:
            missing = n
        n += 1
    high[0] = masks[20]
    while n:
        n -= 1
        bit = 1 << (order[n] & 7)
        raw[order[n] >> 3] = raw[order[n] >> 3] & (0xFF ^ bit) | (bit if closed[n] else 0)
    return missing


class Hall:
    """`order[n]` is the square of sensor n, at input n % 16 of multiplexer n // 16; `levels[n]` what it last read.

    `limits`: of each sensor what it reads at rest, and its threshold.
    """

    def __init__(self, select, enable, adc, registers, settle_us, rest, threshold, path, order, poll_ms, turned):
        """select: S0 to S3. enable: each E. registers: output set and clear, CS, RESULT, and a timer in µs.

        rest, threshold, of 4096: what holds for all until the file at `path` has a line of both for each sensor.
        """
        self.poll_ms, self.levels = poll_ms, array("i", [0] * 64)
        chips = [1 << pin for pin in enable]
        masks = [sum([1 << select[bit] for bit in range(4) if n >> bit & 1]) for n in range(16)]
        masks = array("i", masks + chips + [sum(chips)])  # what is high for each of 16 inputs, each E, all E
        self._wires = registers + (masks, (adc - 26) << 12 | 5, settle_us)
        self._order, self._closed, self._missing = order, bytearray(64), 64
        self.path, self.limits = path, array("i", [rest, threshold] * 64)
        try:
            with open(path) as file:
                limits = array("i", [int(word) for word in file.read().split() if word.isdigit()])
            self.limits, self._missing = (limits, 64) if len(limits) == 128 else (self.limits, 66)
        except OSError:
            pass  # nobody has calibrated yet
        for pin in select + enable:
            machine.Pin(pin, machine.Pin.OUT, value=1)
        machine.ADC(machine.Pin(adc))
        if turned:
            self.turn()

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        self._order = bytes([63 - square for square in self._order])

    def scan_into(self, raw):
        """Fill raw[0:8]. OSError, once: a sensor reads nothing and its square stays, no ADC, or a file that is none."""
        missing = _scan(raw, self._closed, self.levels, self.limits, self._order, self._wires)
        if missing != self._missing:
            if self._missing > 65:
                self._missing = 64
                raise OSError("the file of the Hall sensors needs 64 lines of two numbers: calibrate again")
            self._missing = missing
            if missing > 64:
                raise OSError("the ADC of the Hall sensors does not answer")
            if missing < 64:
                raise OSError("no Hall sensor at input %d of multiplexer %d" % (missing & 15, missing >> 4))
