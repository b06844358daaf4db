# SPDX-License-Identifier: GPL-3.0-or-later
"""The virtual matrix: what its columns read follows from where current can flow, and contacts chatter and rest."""

from random import Random

import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.gpio_pin import GPIOPinState

from touchmove.emulator.sensors import Reeds


class Pin:
    """A pin of the chip as parts see it: driven low or let go by the firmware, pulled low from outside."""

    def __init__(self):
        self.listeners = []
        self.is_low = False
        self.edges = 0

    def add_listener(self, listener):
        self.listeners.append(listener)

    def drive(self, state):
        for listener in self.listeners:
            listener(state, GPIOPinState.INPUT_PULL_UP)

    def set_input_value(self, value):
        assert value is False
        self.is_low = True
        self.edges += 1

    def release_input(self):
        self.is_low = False
        self.edges += 1


class MCU:
    def __init__(self):
        self.gpio = [Pin() for _ in range(17)]
        self.clock = SimulationClock()

    def scan(self):
        """Read all rows as the driver does."""
        raw = bytearray()
        for row in range(9):
            self.gpio[row].drive(GPIOPinState.LOW)
            raw.append(sum(self.gpio[9 + column].is_low << column for column in range(8)))
            self.gpio[row].drive(GPIOPinState.INPUT_PULL_UP)
        return bytes(raw)


def reachable(closed, missing):
    """Return what a scan reads, by following current from each row that is low, through one switch after the other."""
    switches = [(row, column) for row in range(9) for column in range(8) if closed[row] >> column & 1]
    raw = bytearray(9)
    for row in range(9):
        low, before = {("row", row)}, set()
        while low != before:
            before = set(low)
            for r, c in switches:
                if ("row", r) in low:
                    low.add(("column", c))
                if ("column", c) in low and 8 * r + c in missing:
                    low.add(("row", r))
        raw[row] = sum(1 << column for kind, column in low if kind == "column")
    return bytes(raw)


@pytest.mark.parametrize("missing", [0, 1, 3, 20, 64])
def test_a_scan_reads_where_current_can_flow(missing):
    random = Random(missing)
    for _ in range(50):
        bad = set(random.sample(range(64), missing))
        mcu = MCU()
        reeds = Reeds(mcu, range(9), range(9, 17), random, bad)
        closed = bytes(random.getrandbits(8) & random.getrandbits(8) for _ in range(9))
        reeds.close(closed)
        assert mcu.scan() == reachable(closed, bad)
        if not bad:
            assert mcu.scan() == closed
        reeds.close(bytes(9))
        assert mcu.scan() == bytes(9)


def test_contacts_chatter_and_rest():
    mcu = MCU()
    reeds = Reeds(mcu, range(9), range(9, 17), Random(1), bounce_ms=1)
    mcu.gpio[0].drive(GPIOPinState.LOW)
    random = Random(2)
    for _ in range(40):
        closed = random.randbytes(9)
        reeds.close(closed)
        if random.random() < 0.5:  # the next change may come while the last one still chatters
            mcu.clock.tick(random.uniform(0, 1e6))
            continue
        mcu.clock.tick(1e6)
        edges = [pin.edges for pin in mcu.gpio]
        assert bytes((sum(mcu.gpio[9 + column].is_low << column for column in range(8)),)) == closed[:1]
        mcu.clock.tick(1e9)
        assert [pin.edges for pin in mcu.gpio] == edges
    assert max(edges) > 60, "they chattered"
