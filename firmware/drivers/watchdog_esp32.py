# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of ESP32: a loop that hangs is reset into the same game.

`machine.WDT` cannot be stopped there either, but it can be given another time (ESP-IDF, esp_task_wdt_reconfigure;
ESP32-S3 technical reference manual, "Watchdog Timers").
"""

import machine
from micropython import const

_LONG_MS = const(0x3FFFFFFF)  # twelve days, the longest that it counts


class ESP32:
    """Sleeps until it is first fed: what takes long at the start is no loop that hangs."""

    def __init__(self, timeout_ms):
        self._timeout_ms = timeout_ms
        self._timer = None

    def feed(self):
        """Say that the loop is alive."""
        if self._timer is None:
            self._timer = machine.WDT(timeout=self._timeout_ms)
        self._timer.feed()

    def stop(self):
        """Leave whoever gets the prompt alone for twelve days, or until it is fed again."""
        if self._timer is not None:
            machine.WDT(timeout=_LONG_MS).feed()
            self._timer = None
