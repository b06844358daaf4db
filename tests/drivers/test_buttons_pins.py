# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons on pins of their own: which pin is which bit. That the firmware hears them: test_going_on.py."""

PINS = (8, 9, 10, 11, 12)


def test_held_down_reads_low_and_each_pin_has_its_bit(driver, pins):
    part = driver("buttons_pins").Pins(pins=PINS, poll_ms=5)
    raw = bytearray(b"\xee" * 9)
    part.scan_into(raw)
    assert raw == b"\xee" * 8 + b"\x00"
    for index, pin in enumerate(PINS):
        pins.pulled[pin] = 0
        part.scan_into(raw)
        assert raw[8] == 1 << index
        pins.pulled[pin] = 1
    assert not any(pins.driven[pin] for pin in PINS)
