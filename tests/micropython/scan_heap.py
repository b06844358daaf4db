# SPDX-License-Identifier: GPL-3.0-or-later
"""Scan and show with the heap locked, over buses that answer; print what came of it, for both runtimes to compare."""

import sys
import time

import micropython

ORDER = bytes(range(64)) + bytes((64, 65, 66, 67, 68, 255, 255, 255))
TWELVE_THIRTY_FOUR = b"\x06\xdb\x4f\x66"
lock = getattr(micropython, "heap_lock", lambda: None)  # CPython has no such thing
unlock = getattr(micropython, "heap_unlock", lambda: None)


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number

    def __call__(self, value=1):
        return self.number & 1


class Wire:
    """An SPI bus and an I2C bus that take everything and give patterns. `taken`, `count`: what went out."""

    def __init__(self):
        self.taken = bytearray(1024)
        self.count = 0

    def open(self, unit, **more):
        return self

    def write(self, data):
        for byte in data:
            self.taken[self.count] = byte
            self.count += 1

    def writeto(self, address, data):
        self.write(data)

    def readinto(self, buf):
        for at in range(8):
            buf[at] = 0x3C ^ at
        buf[8], buf[9] = 0xF7, 0

    def readfrom_mem_into(self, address, register, buf):
        buf[0], buf[1], buf[2] = address, 0x2A, 0x55


class Machine:
    """The module `machine`."""


def run(sensors, raws, lights, frame, face):
    for index in range(len(sensors)):
        sensors[index].scan_into(raws[index])
    for index in range(len(lights)):
        lights[index].show(frame)
    face.show(0, TWELVE_THIRTY_FOUR)
    while face.send():
        pass


if not hasattr(time, "sleep_us"):
    time.sleep_us = lambda us: None  # CPython has none either
wire = Wire()
machine = sys.modules["machine"] = Machine()
machine.Pin, machine.SPI, machine.I2C = Pin, wire.open, wire.open

from drivers import (  # noqa: E402 - after their `machine`
    bus_i2c,
    buttons_pins,
    clockface_ht16k33,
    lights_ht16k33,
    lights_max7219,
    mapped,
    sensors_hc165,
    sensors_mcp23017,
    sensors_pins,
)

bus = bus_i2c.I2C(1, 19, 18, 400_000, 700)
spi = {"spi": 1, "sck": 2, "mosi": 3, "miso": 4, "load": 5, "hertz": 1_000_000}
sensors = (
    sensors_hc165.HC165(order=ORDER, poll_ms=2, turned=True, **spi),
    sensors_mcp23017.MCP23017(bus, (0x20, 0x21, 0x22, 0x23, 0x24), ORDER, 5, True),
    sensors_pins.Pins(range(9), range(9, 17), 1, 5, True),
    buttons_pins.Pins(range(20, 25), 5),
)
sensors += (mapped.Sensors(sensors[0], bytes([square ^ 7 for square in range(64)])),)
lights = (
    lights_max7219.MAX7219(order=bytes(range(64)), brightness=9, turned=True, **spi),
    lights_ht16k33.HT16K33(bus, 0x72, bytes(range(64)), 9, True),
)
lights += (mapped.Lights(lights[1], bytes([square ^ 56 for square in range(64)])),)
face = clockface_ht16k33.HT16K33(bus, (0x70, 0x71), 4)
raws = [bytearray(9) for _ in sensors]
frame = bytearray([at * 37 & 0x80 for at in range(192)])
lock()
try:
    run(sensors, raws, lights, frame, face)
finally:
    unlock()
for raw in raws:
    print(bytes(raw).hex())
print(bytes(wire.taken[: wire.count]).hex())
