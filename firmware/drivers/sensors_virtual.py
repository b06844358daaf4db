# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and buttons of the simulator."""


class Virtual:
    poll_ms = 0  # a change on the bus wakes the loop

    def __init__(self, bus):
        self.bus = bus

    def scan_into(self, raw):
        raw[:] = self.bus.contacts
