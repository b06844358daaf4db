# SPDX-License-Identifier: GPL-3.0-or-later
"""Debounce: what the contacts say, once they have made up their minds.

A pure function of scans and elapsed time. A row of eight contacts flips as one, when it has shown the same pattern for
`settle_ms`; a contact that bounces holds up only its own row.
"""

from micropython import const

ROWS = const(9)  # eight ranks and the row of buttons
FOREVER = const(0x3FFFFFFF)


class Debounce:
    def __init__(self, settle_ms):
        self.settle_ms = settle_ms
        self.raw = bytearray(ROWS)  # what sensors and buttons fill before each step
        self.stable = bytearray(ROWS)
        self.changed = bytearray(ROWS)  # bits that flipped in this step
        self._seen = bytearray(ROWS)
        self._age_ms = [0] * ROWS

    def step(self, elapsed_ms):
        """Take the scan in `raw`; return True if `changed` has any bit set."""
        if self.raw == self._seen == self.stable:
            return False
        any_change = False
        for row in range(ROWS):
            raw = self.raw[row]
            self.changed[row] = 0
            if raw != self._seen[row]:
                self._seen[row] = raw
                self._age_ms[row] = 0
            elif raw != self.stable[row]:
                self._age_ms[row] += elapsed_ms
                if self._age_ms[row] >= self.settle_ms:
                    self.changed[row] = raw ^ self.stable[row]
                    self.stable[row] = raw
                    any_change = True
        return any_change

    def wait_ms(self):
        """Return in how many milliseconds a pending change settles."""
        wait_ms = FOREVER
        if self._seen == self.stable:
            return wait_ms
        for row in range(ROWS):
            if self._seen[row] != self.stable[row]:
                wait_ms = min(wait_ms, self.settle_ms - self._age_ms[row])
        return wait_ms
