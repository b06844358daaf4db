# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and buttons of the simulator."""

from micropython import const

_ROWS = const(8)


class Virtual:
    poll_ms = 0  # a change on the bus wakes the loop

    def __init__(self, bus):
        self.bus = bus
        self._turned = False

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        self._turned = not self._turned

    def scan_into(self, raw):
        raw[:] = self.bus.contacts
        if self._turned:
            for row in range(_ROWS):
                bits, raw[row] = self.bus.contacts[7 - row], 0
                for file in range(8):
                    raw[row] |= (bits >> file & 1) << (7 - file)
