# SPDX-License-Identifier: GPL-3.0-or-later
"""Hall sensors on the real image: read through the registers of the converter, and quickly enough to play."""

from random import Random

import pytest


@pytest.fixture(scope="module")
def board():
    return "pico_hall"


def test_the_sensors_are_read_through_multiplexers_and_converter_within_6_ms(bench):
    bench.run(
        "from drivers.sensors_hall import Hall\nfrom drivers.buttons_pins import Pins\n"
        "sensors = Hall(**PARTS['sensors'][1])\nbuttons = Pins(**PARTS['buttons'][1])\nraw = bytearray(9)"
    )
    random = Random(3)
    seen = [bytes(8), b"\xff" * 8, b"\xff\x00" * 4, *(random.randbytes(8) for _ in range(5))]
    seen += [(1 << square).to_bytes(8, "little") for square in range(0, 64, 5)]
    for number, occupied in enumerate(seen):
        down = number % 32
        bench.chip.sense(occupied, down)
        said = bench.run("sensors.scan_into(raw); buttons.scan_into(raw); print(raw.hex())").strip()
        assert said == occupied.hex() + f"{down:02x}"
    took_us = bench.measure("lambda: sensors.scan_into(raw)")
    print(f"\n64 Hall sensors in {took_us} µs, five buttons in {bench.measure('lambda: buttons.scan_into(raw)')} µs")
    assert 64 * (3 + 2) < took_us < 6000
