# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver of the expanders against five chips that follow the datasheet: absent, asleep, forgetful."""

import pytest
from mcp23017 import GPPU, IOCON, IODIR, IPOL, Expander

ADDRESSES = (0x20, 0x21, 0x22, 0x23, 0x24)
NOTHING = 255
# The first four chips have files a to g of two ranks each, the fifth the h-file and the buttons.
ORDER = bytes(
    [rank * 8 + file for rank in range(8) for file in range(7)]
    + [rank * 8 + 7 for rank in range(8)]
    + [64, 65, 66, 67, 68, NOTHING]
)


@pytest.fixture
def chips(wire):
    wire.parts.update({address: Expander() for address in ADDRESSES})
    return list(wire.parts.values())


@pytest.fixture
def make(driver, bus, chips):
    def make(turned=False):
        return driver("sensors_mcp23017").MCP23017(bus, ADDRESSES, ORDER, poll_ms=5, turned=turned)

    return make


@pytest.fixture
def sensors(make):
    return make()


def scan(sensors, raw=None):
    raw = raw or bytearray(9)
    sensors.scan_into(raw)
    return raw


def close(chips, n):
    """Close the n-th of all inputs, 14 a chip, and no other."""
    for chip in chips:
        chip.closed = 0
    chips[n // 14].closed = 1 << (n % 14 + (n % 14 > 6))


def bit(raw):
    (at,) = [row * 8 + column for row in range(9) for column in range(8) if raw[row] >> column & 1]
    return at


def test_touches_no_bus_before_it_scans(sensors, wire):
    assert wire.sent == []


def test_inputs_seven_are_outputs_and_the_others_are_pulled_up(sensors, chips):
    scan(sensors)
    for chip in chips:
        for register in (IODIR, IPOL, GPPU):
            assert chip.registers[register : register + 2] == b"\x7f\x7f"
        assert chip.registers[IOCON] == 0


def test_a_scan_is_one_transfer_of_three_bytes_a_chip(sensors, wire):
    scan(sensors)
    wire.sent.clear()
    scan(sensors)
    assert wire.sent == [(address, b"\x12") for address in ADDRESSES]


def test_every_square_and_button_has_its_input(sensors, chips):
    raw = bytearray(9)
    for n, at in enumerate(ORDER):
        close(chips, n)
        scan(sensors, raw)
        assert raw == bytes(9) if at == NOTHING else bit(raw) == at


def test_the_first_scan_is_right_already(sensors, chips):
    for chip in chips:
        chip.closed = 0x7F7F
    assert scan(sensors) == b"\xff" * 8 + b"\x1f"


def test_turned_by_180_degrees_a1_is_h8_and_the_buttons_stay(make, chips):
    sensors = make(turned=True)
    close(chips, ORDER.index(0))
    assert bit(scan(sensors)) == 63
    close(chips, ORDER.index(66))
    assert bit(scan(sensors)) == 66


def test_a_chip_that_lost_its_power_is_set_up_again_within_the_scan(sensors, chips):
    raw = scan(sensors)
    chips[1].__init__()
    close(chips, ORDER.index(20))
    assert bit(scan(sensors, raw)) == 20


def test_a_chip_that_is_lost_is_said_once_and_the_others_go_on(sensors, chips, wire):
    close(chips, ORDER.index(20))
    raw = scan(sensors)
    lost = wire.parts.pop(0x21)
    with pytest.raises(OSError, match="0x21 is lost"):
        scan(sensors, raw)
    close(chips, ORDER.index(40))
    for _ in range(len(ADDRESSES)):
        scan(sensors, raw)
    assert raw[2] == 1 << 4, "what it said last"
    assert raw[5] == 1 << 0, "the others go on"
    wire.parts[0x21] = lost
    for _ in range(len(ADDRESSES)):
        scan(sensors, raw)
    assert bit(raw) == 40


def test_a_bus_that_is_stuck_costs_one_transfer_a_scan(sensors, chips, wire):
    close(chips, ORDER.index(20))
    raw = scan(sensors)
    wire.hold(100_000)
    for _ in ADDRESSES:
        with pytest.raises(OSError, match="SDA is held low"):
            scan(sensors, raw)
    wire.sent.clear()
    for count in range(1, 12):
        scan(sensors, raw)
        assert len(wire.sent) == count
    assert bit(raw) == 20
    wire.held = 0
    for _ in ADDRESSES:
        scan(sensors, raw)
    assert bit(raw) == 20
