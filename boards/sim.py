# SPDX-License-Identifier: GPL-3.0-or-later
"""The board on the desktop: every part is virtual, and all of them hang on the bus of the simulator."""

NAME = "sim"

LIGHTS_MA = 2000  # a wall plug's worth
LIGHT_MA = 20

PARTS = {
    "bus": ("virtual", {"variable": "TOUCHMOVE_BUS"}),
    "sensors": ("virtual", {"bus": "bus"}),
    "lights": ("virtual", {"bus": "bus"}),
    "clockface": ("virtual", {"bus": "bus"}),
    "buzzer": ("virtual", {"bus": "bus"}),
    "ticker": ("virtual", {"bus": "bus"}),
    "watchdog": ("virtual", {}),
    "link": ("stdio", {}),
    "journal": ("files", {"path": "journal", "reserve_kb": 384}),
    "settings": ("file", {"path": "settings"}),
    "maps": ("file", {"path": "maps"}),
    "identity": ("fixed", {"unique": "simulator"}),
}
