# SPDX-License-Identifier: GPL-3.0-or-later
"""Hall sensors instead of reeds: Raspberry Pi Pico, 64 DRV5053VA, four CD74HC4067; men may wear either pole below.

    GP0-GP3    S0 to S3 of all multiplexers, which run at 3.3 V
    GP4-GP7    E of multiplexers 0 to 3, one for each quarter of the board
    GP8-GP12   buttons, each to ground: White's press and action, Black's press and action, the arbiter's
    GP17       data in of the light chain, through a 3.3 V to 5 V buffer
    GP18-GP21  the faces, run at 3.3 V: White's CLK and DIO, Black's CLK and DIO
    GP22       the buzzer, passive, to ground
    GP26       the common pins of all multiplexers, and 100 kΩ to ground
    free       GP13-GP16, GP27, GP28

The sensors run at 5 V, of which they take most of what is left for lights; what they give never exceeds 2 V.
"""

from . import pico_reed

NAME = "pico_hall"
MODULE = "pico"  # whose pins these are: host/touchmove/wiring/modules.py

SUPPLY_MA = 500
REST_MA = 395  # the Pico and the faces 100; 64 sensors of 3.6 at the most (DRV5053 datasheet 6.5); 64 dark lights
LIGHTS_MA = 105
LIGHT_MA = pico_reed.LIGHT_MA

PARTS = pico_reed.PARTS | {
    "sensors": (
        "hall",
        {
            "select": (0, 1, 2, 3),
            "enable": (4, 5, 6, 7),
            "adc": 26,
            # RP2040 datasheet 2.3.1.7, 4.9.6, 4.6.5: GPIO_OUT_SET, GPIO_OUT_CLR, CS and RESULT of the ADC, TIMERAWL.
            "registers": (0xD0000014, 0xD0000018, 0x4004C000, 0x4004C004, 0x40054028),
            # A sensor's 300 µA charge four outputs of 50 pF and the wires, 300 pF in all, by 1.6 V in 1.6 µs.
            "settle_us": 3,
            # Of 4096 for 3.3 V: an empty square gives 1.02 V, 2.2 mT or more are a man's (90 mV a mT).
            "rest": 1266,
            "threshold": 250,
            "path": "/hall",
            # Multiplexer 0 has a1 to d4, 1 has e1 to h4, 2 has a5 to d8, 3 has e5 to h8: short wires.
            "order": bytes((
                0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27,
                4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31,
                32, 33, 34, 35, 40, 41, 42, 43, 48, 49, 50, 51, 56, 57, 58, 59,
                36, 37, 38, 39, 44, 45, 46, 47, 52, 53, 54, 55, 60, 61, 62, 63,
            )),
            "poll_ms": 5,
            "turned": False,
        },
    ),
    "buttons": ("pins", {"pins": (8, 9, 10, 11, 12), "poll_ms": 5}),
}
