# SPDX-License-Identifier: GPL-3.0-or-later
"""Another chip altogether: ESP32-S3-DevKitC-1, 64 reeds and five buttons on nine 74HC165, two HT16K33 faces.

    GPIO4      CLK of all 74HC165
    GPIO5      QH of the first of them; 10 kΩ to 3.3 V
    GPIO6      SH/LD of all
    GPIO7      data in of the light chain, through a 3.3 V to 5 V buffer
    GPIO8-9    SDA and SCL of both faces, run at 3.3 V; modules pull both lines up
               White's has address 0x70, Black's 0x71: a drop of solder on the back says which
    GPIO10     the buzzer, passive, to ground
    GPIO11     nothing: the bus of the chain wants a pin to send on
    free       GPIO1, 2, 12 to 18, 21, 38 to 42, 47, 48; the module has a light of its own on 38 or 48

A reed and 10 kΩ to 3.3 V at each input, no diodes. Chip n has rank n, input H the a-file; the ninth has the buttons at
H to D: White's press and action, Black's press and action, the arbiter's. Its C to A go to 3.3 V, its SER to ground.
"""

from . import pico_reed

NAME = "esp32s3_hc165"
MODULE = "esp32s3_devkitc"  # whose pins these are: host/touchmove/wiring/modules.py

SUPPLY_MA = 500
# The chip with its radio off 108 (datasheet, modem sleep at 240 MHz), each face 39: eight segments of 25 mA for five
# eighths of the time, dimmed to 5 of 16. The nine 74HC165 and what flows through closed reeds take less than 14;
# 64 dark lights 64.
REST_MA = 264
LIGHTS_MA = 236
LIGHT_MA = pico_reed.LIGHT_MA

PARTS = {
    "bus": ("i2c", {"unit": 0, "scl": 9, "sda": 8, "hertz": 400_000, "timeout_us": 10_000}),
    "sensors": (
        "hc165",
        {
            "spi": 1,
            "sck": 4,
            "miso": 5,
            "mosi": 11,
            "load": 6,
            # Far below what the chips can do at 3.3 V, for wires of a board's length.
            "hertz": 2_000_000,
            "order": bytes(range(64)) + bytes((64, 65, 66, 67, 68, 255, 255, 255)),
            "poll_ms": 2,
            "turned": False,
        },
    ),
    "lights": ("ws2812", pico_reed.PARTS["lights"][1] | {"pin": 7}),
    "clockface": ("ht16k33", {"bus": "bus", "addresses": (0x70, 0x71), "brightness": 4}),
    "buzzer": ("pwm", {"pin": 10}),
    "watchdog": ("esp32", {"timeout_ms": 8000}),
    "link": ("stdio", {}),
    "ticker": ("machine", {}),
    "journal": ("files", {"path": "/journal", "reserve_kb": 384}),
    "settings": ("file", {"path": "/settings"}),
    "maps": ("file", {"path": "/maps"}),
    "identity": ("machine", {}),
}
