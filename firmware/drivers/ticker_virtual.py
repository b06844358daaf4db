# SPDX-License-Identifier: GPL-3.0-or-later
"""Time of the simulator: it passes when the bus grants it, never by itself. Serial input wakes the loop as well."""

import select
import sys


class Virtual:
    def __init__(self, bus):
        self.bus = bus
        self.poll = select.poll()
        self.poll.register(bus.socket, select.POLLIN)
        self.poll.register(sys.stdin, select.POLLIN)

    def wait(self, wanted_ms):
        """Return the milliseconds that have passed: at most wanted_ms."""
        while True:
            passed_ms = self.bus.pass_ms(wanted_ms)
            if passed_ms is not None:
                return passed_ms
            serial = False
            for event in self.poll.poll():
                if event[0] is sys.stdin or event[0] == 0:
                    serial = True
                else:
                    self.bus.read()
            if serial:
                return 0
