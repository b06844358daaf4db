# SPDX-License-Identifier: GPL-3.0-or-later
"""An I2C bus that parts share. It says once which of them is lost, and lets go of a part that holds the bus down.

A part that was interrupted in the middle of a byte may keep SDA low for ever, and then nobody can speak. Nine clocks
bring it to the end of the byte, and a stop to the end of the transfer (I2C specification UM10204 3.1.16).
"""

import time

import machine
from micropython import const

_CLOCKS = const(9)
_HALF_US = const(5)  # of a clock: 100 kHz, which every part takes


class I2C:
    """`lost`: the addresses at which nothing answered last time."""

    def __init__(self, unit, scl, sda, hertz, timeout_us):
        """unit: the bus's number on the chip. timeout_us: longer than the longest transfer; ESP32 counts whole ms."""
        self.lost = set()
        self._pins = (scl, sda)
        self._made = {"freq": hertz, "timeout": timeout_us}
        self._unit = unit
        self._open()

    def write(self, address, data):
        """Return True if the part took the data, False if it is still lost. OSError: it has just been lost."""
        try:
            self._bus.writeto(address, data)
        except OSError as error:
            return self._lose(address, error)
        if self.lost:
            self.lost.discard(address)
        return True

    def read_into(self, address, register, buf):
        """Fill buf from this register on. Return and OSError as with `write`; buf then holds nothing of use."""
        try:
            self._bus.readfrom_mem_into(address, register, buf)
        except OSError as error:
            return self._lose(address, error)
        if self.lost:
            self.lost.discard(address)
        return True

    def _open(self):
        scl, sda = self._pins
        self._bus = machine.I2C(self._unit, scl=machine.Pin(scl), sda=machine.Pin(sda), **self._made)

    def _lose(self, address, error):
        held = not machine.Pin(self._pins[1])()
        if held:
            self._free()
        if address in self.lost:
            return False
        self.lost.add(address)
        raise OSError("I2C: 0x%02x is lost: %s%s" % (address, error, ", SDA is held low" if held else "")) from error

    def _free(self):
        scl, sda = [machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1) for pin in self._pins]
        for _ in range(_CLOCKS):
            scl(0)
            time.sleep_us(_HALF_US)
            scl(1)
            time.sleep_us(_HALF_US)
        scl(0)
        sda(0)
        time.sleep_us(_HALF_US)
        scl(1)
        time.sleep_us(_HALF_US)
        sda(1)  # while SCL is high: a stop
        self._open()
