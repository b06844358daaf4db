# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference board with a Raspberry Pi Pico 2: the same panel and the same wires, pin by pin.

The RP2350 cannot let go of what its pull-downs hold, and leaks into an input that is neither high nor low (erratum
RP2350-E9). The matrix needs no pull-down: rows are driven low, resistors pull columns up, and a pull-up is what that
leakage helps.
"""

from . import pico_reed

NAME = "pico2_reed"
MODULE = "pico2"  # whose pins these are: host/touchmove/wiring/modules.py

SUPPLY_MA = 500
REST_MA = 164  # the Pico 2 and the faces 100; 64 dark lights
LIGHTS_MA = 336
LIGHT_MA = pico_reed.LIGHT_MA
PULL_UP_OHM = pico_reed.PULL_UP_OHM

PARTS = pico_reed.PARTS | {
    "sensors": (
        "matrix",
        pico_reed.PARTS["sensors"][1] | {
            # RP2350 datasheet 3.1.11 and 12.8.5: GPIO_IN, GPIO_OE_SET, GPIO_OE_CLR, and TIMER0's TIMERAWL (µs).
            "registers": (0xD0000004, 0xD0000038, 0xD0000040, 0x400B0028),
            # A column that is let go has to rise to 0.65 of the supply, even if its resistor is missing: with 100 pF
            # and the 90 kΩ of the pin's own pull-up in 1.05 RC = 9.4 µs.
            "settle_us": 10,
        },
    ),
    # RP2350 datasheet 12.9.7 and 2.1.3. MicroPython takes no more than 8388 ms here either.
    "watchdog": ("rp2", {"timeout_ms": 8000, "clear": 0x400DB000}),
}
