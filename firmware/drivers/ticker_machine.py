# SPDX-License-Identifier: GPL-3.0-or-later
"""The only clock of the firmware: turns ticks into elapsed milliseconds and sleeps between steps."""

import time


class Machine:
    def __init__(self):
        self._last_ms = time.ticks_ms()

    def wait(self, ms):
        """Sleep until `ms` after the last call, never longer; return the ms that have passed since that call."""
        left = ms - time.ticks_diff(time.ticks_ms(), self._last_ms)
        if left > 0:
            time.sleep_ms(left)
        now = time.ticks_ms()
        elapsed_ms = time.ticks_diff(now, self._last_ms)
        self._last_ms = now
        return elapsed_ms
