# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons: from contacts held down to presses, actions and long actions.

The clock must stop when the finger comes down, so a press counts at once. An action is short or long, so it counts
when it is released, or when it has been held for LONG_MS.
"""

from micropython import const

from .states import ACTION, LONG, PRESS

LONG_MS = const(800)
BOTH_MS = const(2000)
FOREVER = const(0x3FFFFFFF)
_PRESS = (0x01, 0x04)  # bit of each side in the row of buttons
_ACTION = (0x02, 0x08, 0x10)  # the third is the arbiter's
_ARBITER = const(2)


class Buttons:
    def __init__(self, listener):
        """listener: has do(side, button), both_actions(), arbiter() and long_arbiter()."""
        self.listener = listener
        self.held = 0
        self.held_ms = [0, 0, 0]  # of each action button
        self.told = [False, False, False]  # its long action has been reported

    def step(self, down, elapsed_ms):
        """Take the debounced row of buttons as it is now; it was as `held` for the last elapsed_ms."""
        before, self.held = self.held, down
        for side in range(3):
            if side != _ARBITER and down & _PRESS[side] and not before & _PRESS[side]:
                self.listener.do(side, PRESS)
            if before & _ACTION[side]:
                self._hold(side, elapsed_ms)
                if not down & _ACTION[side] and not self.told[side]:
                    if side == _ARBITER:
                        self.listener.arbiter()
                    else:
                        self.listener.do(side, ACTION)
            elif down & _ACTION[side]:
                self.held_ms[side] = 0
                self.told[side] = False

    def wait_ms(self):
        """Return in how many milliseconds a held button becomes a long one."""
        wait_ms = FOREVER
        for side in range(3):
            if self.held & _ACTION[side]:
                limit_ms = LONG_MS if self.held_ms[side] < LONG_MS else BOTH_MS
                if self.held_ms[side] < limit_ms:
                    wait_ms = min(wait_ms, limit_ms - self.held_ms[side])
        return wait_ms

    def _hold(self, side, elapsed_ms):
        other_ms = 0
        if side != _ARBITER and self.held & _ACTION[1 - side]:
            other_ms = self.held_ms[1 - side]
        before_ms = self.held_ms[side]
        self.held_ms[side] = now_ms = min(before_ms + elapsed_ms, BOTH_MS)
        if now_ms >= LONG_MS and not self.told[side]:
            self.told[side] = True
            if side == _ARBITER:
                self.listener.long_arbiter()
            else:
                self.listener.do(side, LONG)
        if before_ms < BOTH_MS <= now_ms and other_ms >= BOTH_MS:
            self.listener.both_actions()
