# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference board with another chip board and other faces: Raspberry Pi Pico W, two OLED panels on one bus.

Put the MicroPython image for the Pico on it, not that for the Pico W: the latter keeps for its radio memory that the
firmware needs. As `pico_reed`, but for

    GP18-GP19  SDA and SCL of both faces, SSD1306 of 128 by 64 dots, run at 3.3 V; modules pull both lines up
               White's has address 0x3C, Black's 0x3D: a resistor on the back of the module says which
    free       GP20, GP21, GP26, GP27, GP28; the radio has GP23, GP24, GP25 and GP29
"""

from . import pico_reed

NAME = "pico_w_oled"
MODULE = "pico_w"  # whose pins these are: host/touchmove/wiring/modules.py

SUPPLY_MA = 500
REST_MA = 164  # the Pico W with its radio off, and the faces 100; 64 dark lights
LIGHTS_MA = 336
LIGHT_MA = pico_reed.LIGHT_MA
PULL_UP_OHM = pico_reed.PULL_UP_OHM

PARTS = pico_reed.PARTS | {
    # GP18 and GP19 are pins of I2C1 (RP2040 datasheet 1.4.3). The longest transfer, 24 bytes, takes 540 µs.
    "bus": ("i2c", {"unit": 1, "scl": 19, "sda": 18, "hertz": 400_000, "timeout_us": 700}),
    "clockface": (
        "ssd1306",
        {
            "bus": "bus",
            "addresses": (0x3C, 0x3D),
            "column": 0,  # 2 where the panels are SH1106, as those of 1.3 inches are
            "contrast": 0x7F,
        },
    ),
}
