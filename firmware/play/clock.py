# SPDX-License-Identifier: GPL-3.0-or-later
"""The chess clock: two times, of which at most one runs.

Time comes in as an argument, in whole milliseconds, and none is lost: what runs off one side is exactly what was
handed in. The increment is credited before each move, the first included; a remaining time of 0 ms is a fallen flag,
and nothing is credited to it any more.
"""

from micropython import const

from . import control

FOREVER = const(0x3FFFFFFF)
NOBODY = const(2)


class Clock:
    def __init__(self):
        self.control = "-"
        self.in_use = False
        self.increment_ms = 0
        self.left_ms = [0, 0]
        self.running = NOBODY  # the side whose time runs

    def set(self, text):
        """Set both times by a time control; ValueError for a bad one leaves the clock as it was."""
        times = control.parse(text)
        self.control = text
        self.in_use = times is not None
        base_ms, self.increment_ms = times or (0, 0)
        self.left_ms[0] = self.left_ms[1] = base_ms + self.increment_ms
        self.running = NOBODY

    def start(self, side):
        if self.in_use:
            self.running = side

    def stop(self):
        self.running = NOBODY

    def run(self, elapsed_ms):
        """Let time pass; return True if it made the flag of the running side fall."""
        side = self.running
        if side == NOBODY or not self.left_ms[side]:
            return False
        self.left_ms[side] = max(0, self.left_ms[side] - elapsed_ms)
        return not self.left_ms[side]

    def press(self, side):
        """End this side's turn: credit its next increment, start the other; return False if it was not running."""
        if self.running != side:
            return False
        if self.left_ms[side]:
            self.left_ms[side] += self.increment_ms
        self.running = 1 - side
        return True

    def shown_s(self, side):
        """Return the seconds for the face: rounded up, so that 0 is shown only when the flag has fallen."""
        return (self.left_ms[side] + 999) // 1000

    def wait_ms(self):
        """Return in how many milliseconds the face changes or the flag falls."""
        if self.running == NOBODY or not self.left_ms[self.running]:
            return FOREVER
        return (self.left_ms[self.running] - 1) % 1000 + 1
