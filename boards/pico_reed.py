# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference board: Raspberry Pi Pico, 64 reed switches, 64 lights, two faces, five buttons.

Data only. Everything that knows this board reads it from here: the drivers, the emulated chip and the test that
counts the pins.

    GP0-GP8    rows: ranks 1 to 8, then the buttons; driven low one at a time
    GP9-GP16   columns: files a to h, 22 kΩ from each to 3.3 V; a diode at every switch points from column to row
    GP17       data in of the light chain, through a 3.3 V to 5 V buffer
    GP18-GP21  the faces, run at 3.3 V: White's CLK and DIO, Black's CLK and DIO
    GP22       the buzzer, passive, to ground
    free       GP26, GP27, GP28
"""

NAME = "pico_reed"
MODULE = "pico"  # whose pins these are: host/touchmove/wiring/modules.py

SUPPLY_MA = 500  # a USB port
REST_MA = 164  # the Pico and the faces 100; a dark WS2812 up to 1, as others have measured
LIGHTS_MA = 336  # all lights together
# One colour of one WS2812B, full on (datasheet, the most of all revisions).
LIGHT_MA = 20
PULL_UP_OHM = 22_000  # from each column to 3.3 V

PARTS = {
    "sensors": (
        "matrix",
        {
            "rows": (0, 1, 2, 3, 4, 5, 6, 7, 8),
            "columns": (9, 10, 11, 12, 13, 14, 15, 16),
            # RP2040 datasheet 2.3.1.7 and 4.6.5: GPIO_IN, GPIO_OE_SET, GPIO_OE_CLR, and the free-running TIMERAWL (µs).
            "registers": (0xD0000004, 0xD0000024, 0xD0000028, 0x40054028),
            # A released column rises even if its resistor is missing. The pin's own pull-up, 80 kΩ at worst (datasheet
            # 5.5.3), and 100 pF (30 cm of flat cable, eight diodes, the pin) reach the 2.0 V of a certain "high" after
            # 0.93 RC = 7.5 µs. With the resistor there is time for a longer cable.
            "settle_us": 8,
            # A hasty hand leaves a square empty for 30 ms or more; reeds bounce for 1 ms.
            "poll_ms": 2,
            "turned": False,
        },
    ),
    "lights": (
        "ws2812",
        {
            "pin": 17,
            # The chain starts at a1 and goes to and fro, as the strip is glued.
            "order": bytes((
                0, 1, 2, 3, 4, 5, 6, 7,
                15, 14, 13, 12, 11, 10, 9, 8,
                16, 17, 18, 19, 20, 21, 22, 23,
                31, 30, 29, 28, 27, 26, 25, 24,
                32, 33, 34, 35, 36, 37, 38, 39,
                47, 46, 45, 44, 43, 42, 41, 40,
                48, 49, 50, 51, 52, 53, 54, 55,
                63, 62, 61, 60, 59, 58, 57, 56,
            )),
            "turned": False,
        },
    ),
    "clockface": ("tm1637", {"faces": ((18, 19), (20, 21)), "brightness": 2}),
    "buzzer": ("pwm", {"pin": 22}),
    # The longest step is a full disk's search for room; the chip's counter ends at 8388 ms (RP2040-E1).
    # RP2040 datasheet 4.7.6 and 2.1.2: what is written to WATCHDOG_CTRL's address and 3000 is cleared there.
    "watchdog": ("rp2", {"timeout_ms": 8000, "clear": 0x4005B000}),
    "link": ("stdio", {}),
    "ticker": ("machine", {}),
    "journal": ("files", {"path": "/journal", "reserve_kb": 384}),
    "settings": ("file", {"path": "/settings"}),
    "maps": ("file", {"path": "/maps"}),
    "identity": ("machine", {}),
}
