# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop `machine` for driver tests: pins that are either driven or not, wires between them, and a light chain."""

import importlib
import sys
from types import SimpleNamespace

import pytest


class Pins:
    """All pins of a chip. `on_change(number)` is called after a pin has changed; `pulled` is what an open pin reads."""

    def __init__(self):
        self.driven = {}
        self.latched = {}
        self.pulled = {}
        self.on_change = lambda number: None

    def level(self, number):
        return self.latched.get(number, 0) if self.driven.get(number) else self.pulled.get(number, 1)


def make_machine(pins):
    """Return a stand-in for the module `machine` with these pins; `sent` holds what went to light chains."""

    class Pin:
        IN, OUT, PULL_UP = 0, 1, 1

        def __init__(self, number, mode, pull=None, value=None):
            self.number = number
            self.init(mode, pull, value=value)

        def init(self, mode, pull=None, value=None):
            if value is not None:
                pins.latched[self.number] = value
            pins.driven[self.number] = mode == self.OUT
            pins.on_change(self.number)

        def __call__(self, value):
            pins.latched[self.number] = value
            pins.on_change(self.number)

    sent = []

    def bitstream(pin, encoding, timing, data):
        assert encoding == 0 and len(timing) == 4
        sent.append((pin.number, bytes(data)))

    return SimpleNamespace(Pin=Pin, bitstream=bitstream, sent=sent)


@pytest.fixture
def pins():
    return Pins()


@pytest.fixture
def driver(pins, monkeypatch):
    """Return a function that loads a driver as a board would, with our `machine`, or another module, in its place."""

    def load(name, **modules):
        for module, stand_in in {"machine": make_machine(pins), **modules}.items():
            monkeypatch.setitem(sys.modules, module, stand_in)
        monkeypatch.delitem(sys.modules, f"drivers.{name}", raising=False)
        return importlib.import_module(f"drivers.{name}")

    return load
