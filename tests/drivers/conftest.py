# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop `machine` for driver tests: pins that are either driven or not, wires between them, buses, lights."""

import importlib
import sys
from types import SimpleNamespace

import pytest

SCL, SDA = 19, 18


class Pins:
    """All pins of a chip. `on_change(number)` is called after a pin has changed; `pulled` is what an open pin reads."""

    def __init__(self):
        self.driven = {}
        self.latched = {}
        self.pulled = {}
        self.on_change = lambda number: None

    def level(self, number):
        return self.latched.get(number, 0) if self.driven.get(number) else self.pulled.get(number, 1)


class Wire:
    """An I2C bus as the chip drives it. `parts` take and give by their addresses; `sent` is what went out.

    `held`: a part holds SDA down until it has seen so many clocks and then a stop; every transfer times out.
    """

    def __init__(self, pins):
        self.parts = {}
        self.sent = []
        self.opened = []
        self.held = 0
        self._pins = pins
        self._scl = 1

    def open(self, unit, scl, sda, freq, timeout):
        self.opened.append((unit, scl.number, sda.number, freq, timeout))
        self._pins.driven.clear()  # the pins are the bus's from now on
        return self

    def hold(self, clocks):
        self.held = clocks
        self._pins.pulled[SDA] = 0
        self._pins.on_change = self._on_change

    def writeto(self, address, data):
        self.sent.append((address, bytes(data)))
        self._reach(address).take(bytes(data))
        return len(data)

    def readfrom_mem_into(self, address, register, buf):
        self.sent.append((address, bytes((register,))))
        buf[:] = self._reach(address).give(register, len(buf))

    def _reach(self, address):
        if self.held:
            raise OSError(110, "ETIMEDOUT")
        if address not in self.parts:
            raise OSError(5, "EIO")
        return self.parts[address]

    def _on_change(self, number):
        scl = self._pins.level(SCL)
        if number == SCL and scl and not self._scl and self.held > 1:
            self.held -= 1
        if number == SDA and self._pins.latched[SDA] and scl and self.held == 1:  # a stop
            self.held = 0
            self._pins.pulled[SDA] = 1
        self._scl = scl


class SPI:
    """An SPI bus. `take(byte)` is told what went out, `give()` asked for what comes in; `mode`: polarity and phase."""

    def open(self, unit, baudrate, polarity, phase, sck, mosi, miso):
        self.made = (unit, baudrate, sck.number, mosi.number, miso.number)
        self.mode = (polarity, phase)
        return self

    def readinto(self, buf):
        for at in range(len(buf)):
            buf[at] = self.give()

    def write(self, data):
        for byte in data:
            self.take(byte)


def make_machine(pins, wire, spi):
    """Return a stand-in for the module `machine` with these; `sent` holds what went to light chains."""

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

        def __init__(self, number, mode=None, pull=None, value=None):
            self.number = number
            if mode is not None:
                self.init(mode, pull, value=value)

        def init(self, mode, pull=None, value=None):
            if value is not None:
                pins.latched[self.number] = value
            self._mode = mode
            self._drive()

        def __call__(self, value=None):
            if value is None:
                return pins.level(self.number)
            pins.latched[self.number] = value
            self._drive()
            return None

        def _drive(self):
            is_low = not pins.latched.get(self.number, 0)
            pins.driven[self.number] = self._mode == self.OUT or (self._mode == self.OPEN_DRAIN and is_low)
            pins.on_change(self.number)

    sent = []

    def bitstream(pin, encoding, timing, data):
        assert encoding == 0
        sent.append((pin.number, timing, bytes(data)))

    return SimpleNamespace(Pin=Pin, I2C=wire.open, SPI=spi.open, ADC=lambda pin: None, bitstream=bitstream, sent=sent)


@pytest.fixture
def pins():
    return Pins()


@pytest.fixture
def wire(pins):
    return Wire(pins)


@pytest.fixture
def spi():
    return SPI()


@pytest.fixture
def clock():
    """Stands for the module `time`. `slept`: for how many µs each wait was."""
    slept = []
    return SimpleNamespace(sleep_us=slept.append, slept=slept)


@pytest.fixture
def driver(pins, wire, spi, monkeypatch):
    """Return a function that loads a driver as a board would, with our `machine`, or another module, in its place."""

    def load(name, **modules):
        for module, stand_in in {"machine": make_machine(pins, wire, spi), **modules}.items():
            monkeypatch.setitem(sys.modules, module, stand_in)
        monkeypatch.delitem(sys.modules, f"drivers.{name}", raising=False)
        return importlib.import_module(f"drivers.{name}")

    return load


@pytest.fixture
def bus(driver, clock):
    """The driver of an I2C bus, on `wire`."""
    return driver("bus_i2c", time=clock).I2C(unit=1, scl=SCL, sda=SDA, hertz=400_000, timeout_us=700)
