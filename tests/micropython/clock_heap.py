# SPDX-License-Identifier: GPL-3.0-or-later
"""Run clocks of every kind with the heap locked: passing time, pressing, faults and waiting must not allocate."""

import micropython

from play.clock import Clock
from play.presets import PRESETS


def play(clock):
    """A hundred moves a side of growing length, past controls, overtime and flags."""
    clock.start(0)
    for turn in range(200):
        for _ in range(10):
            clock.run(37 * turn)
            clock.wait_ms()
            clock.shown_s(0)
            clock.shown_ds(1)
            clock.state(0)
        side = clock.running
        clock.press(side)
        if turn % 10 == 0:
            clock.fault(side)
            clock.add(1 - side, 120000)
            clock.start(side)
            clock.press(side)
        if turn % 7 == 0:
            clock.complete(side)


for text in PRESETS[:-1]:
    for setting in (False, True):
        clock = Clock()
        clock.tenths = clock.at_zero = setting
        clock.set(text)
        micropython.heap_lock()
        try:
            play(clock)
        finally:
            micropython.heap_unlock()
        assert clock.moves[0] > 99
print("ok")
