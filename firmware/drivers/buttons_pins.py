# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons, each between a pin of its own and ground. The pin pulls itself up, so held down reads low.

Datasheets, the pull-up of a pin: RP2040 5.5.3, 50 to 80 kΩ; ESP32-S3 "DC characteristics", 45 kΩ.
"""

import machine


class Pins:
    """In the order of their bits: White's press and action, Black's press and action, the arbiter's."""

    def __init__(self, pins, poll_ms):
        self.poll_ms = poll_ms
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]

    def scan_into(self, raw):
        """Fill raw[8]."""
        bits = 0
        for index in range(len(self._pins)):
            if not self._pins[index]():
                bits |= 1 << index
        raw[8] = bits
