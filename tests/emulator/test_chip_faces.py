# SPDX-License-Identifier: GPL-3.0-or-later
"""Faces on OLED panels: what the driver on the real image draws is read from the dots that its bus has brought."""

from random import Random

import pytest


@pytest.fixture(scope="module")
def board():
    return "pico_w_oled"


def test_segments_are_read_from_the_dots_of_panels(bench):
    bench.run(
        "from drivers.bus_i2c import I2C\nfrom drivers.clockface_ssd1306 import SSD1306\n"
        "faces = SSD1306(**dict(PARTS['clockface'][1], bus=I2C(**PARTS['bus'][1])))"
    )
    assert bench.chip.faces == [bytes(4), bytes(4)], "panels are dark at first"
    random = Random(3)
    for _ in range(4):
        shown = [bytearray(random.randrange(128) for _ in range(4)) for _ in range(2)]
        for cells in shown:
            cells[1] |= random.randrange(2) << 7
        bench.run(f"faces.show(0, {bytes(shown[0])}); faces.show(1, {bytes(shown[1])})\nwhile faces.send():\n pass")
        assert bench.chip.faces == shown
    bench.chip.power_cycle()
    assert bench.chip.faces == [bytes(4), bytes(4)]
