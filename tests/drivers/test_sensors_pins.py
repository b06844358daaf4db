# SPDX-License-Identifier: GPL-3.0-or-later
"""The matrix read pin by pin: one row at a time, never high, and only after the columns have settled."""

import pytest

ROWS = (4, 2, 7, 1, 0, 8, 5, 3, 6)
COLUMNS = (16, 9, 15, 10, 14, 11, 13, 12)


class Panel:
    """`closed[r]` has bit c set where a switch ties column c to row r. A column that is let go rises after a wait."""

    def __init__(self, pins, clock):
        self.closed = bytearray(9)
        self._pins = pins
        pins.on_change = self._on_change
        self.low = set()
        clock.sleep_us = self._sleep
        self.slept = clock.slept

    def _on_change(self, number):
        driven = [row for row, pin in enumerate(ROWS) if self._pins.driven.get(pin)]
        assert len(driven) <= 1, "one row at a time"
        for row in driven:
            assert self._pins.latched[ROWS[row]] == 0, "a row is never driven high"
            self.low |= {column for column in range(8) if self.closed[row] >> column & 1}
        self._settle()

    def _sleep(self, us):
        self.slept.append(us)
        driven = [row for row, pin in enumerate(ROWS) if self._pins.driven.get(pin)]
        self.low = {column for row in driven for column in range(8) if self.closed[row] >> column & 1}
        self._settle()

    def _settle(self):
        for column, pin in enumerate(COLUMNS):
            self._pins.pulled[pin] = 0 if column in self.low else 1


@pytest.fixture
def panel(pins, clock):
    return Panel(pins, clock)


@pytest.fixture
def make(driver, clock, panel):
    def make(rows=ROWS, turned=False):
        return driver("sensors_pins", time=clock).Pins(rows, COLUMNS, settle_us=8, poll_ms=5, turned=turned)

    return make


def scan(sensors):
    raw = bytearray(b"\xee" * 9)
    sensors.scan_into(raw)
    return raw


def test_every_square_and_button_has_its_bit(make, panel):
    sensors = make()
    for row in range(9):
        for column in range(8):
            panel.closed = bytearray(9)
            panel.closed[row] = 1 << column
            assert scan(sensors) == panel.closed


def test_full_and_empty_rows_do_not_blur(make, panel):
    sensors = make()
    panel.closed = bytearray(b"\xff\x00\xff\x81\x00\x3c\x00\xff\x00")
    assert scan(sensors) == panel.closed
    assert panel.slept == [8] * 9


def test_all_rows_are_let_go_after_a_scan(make, pins):
    sensors = make()
    assert not any(pins.driven[pin] for pin in ROWS + COLUMNS)
    scan(sensors)
    assert not any(pins.driven[pin] for pin in ROWS + COLUMNS)


def test_turned_by_180_degrees_a1_is_h8_and_the_buttons_stay(make, panel):
    sensors = make(turned=True)
    panel.closed = bytearray(b"\x01\x04\x00\x00\x00\x00\x00\x00\x02")
    assert scan(sensors) == b"\x00\x00\x00\x00\x00\x00\x20\x80\x02"
    sensors.turn()
    assert scan(sensors) == panel.closed


def test_without_a_button_row_the_ninth_byte_is_left_alone(make):
    assert scan(make(rows=ROWS[:8]))[8] == 0xEE
