# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of RP2040 and RP2350: a loop that hangs is reset into the same game.

`machine.WDT` cannot be stopped, but its enable bit can be cleared (datasheets RP2040 4.7.6, RP2350 12.9.7,
WATCHDOG_CTRL): whoever gets the prompt gets it for as long as he likes.
"""

import machine

_ENABLE = 1 << 30


class RP2:
    """Sleeps until it is first fed: what takes long at the start is no loop that hangs."""

    def __init__(self, timeout_ms, clear):
        """clear: where WATCHDOG_CTRL is cleared: what is written there as 1 becomes 0."""
        self._timeout_ms = timeout_ms
        self._clear = clear
        self._timer = None

    def feed(self):
        """Say that the loop is alive."""
        if self._timer is None:
            self._timer = machine.WDT(timeout=self._timeout_ms)
        self._timer.feed()

    def stop(self):
        """Reset nothing any more, until it is fed again."""
        machine.mem32[self._clear] = _ENABLE
        self._timer = None
