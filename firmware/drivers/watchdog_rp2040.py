# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of the RP2040: a loop that hangs is reset into the same game.

`machine.WDT` cannot be stopped, but its enable bit can be cleared (datasheet 4.7.6, WATCHDOG_CTRL): whoever gets the
prompt gets it for as long as he likes.
"""

import machine

_CONTROL_CLEAR = 0x4005B000  # of WATCHDOG_CTRL: what is written there as 1 becomes 0
_ENABLE = 1 << 30


class RP2040:
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
        """Reset nothing any more, until it is fed again."""
        machine.mem32[_CONTROL_CLEAR] = _ENABLE
        self._timer = None
