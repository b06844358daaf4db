# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects garbage, when nobody waits for it, so that what follows finds memory at once.

MicroPython keeps the locals of a large function in the heap while it runs, and looks for them from the first free block
on: through all that is loaded, half a millisecond each time, if that block is a gap too small. So after a collection
the gaps are filled with what is garbage at once; the next one gives them back. What leaves a gap later is filled, too.
"""

import gc
import sys

from micropython import const

_ROOM = const(512)  # blocks that follow each other: no gap
_GAPS = const(4000)
_spare = 0  # bytes
_room = 0  # the address from which on there were no gaps but room, after the last collection
_BLOCK = 32 if sys.maxsize >> 32 else 16  # bytes; an object takes one


def collect():
    """Return how many bytes were in use and free when garbage was collected."""
    global _spare
    gc.collect()
    found = gc.mem_alloc(), gc.mem_free()
    _spare = found[1] // 2
    _fill_gaps()
    return found


def is_scarce():
    """Return True if half of what was free after the last collection is not any more.

    What lasts is made among what does not; the other half, which nobody comes to, stays in one piece.
    """
    return gc.mem_free() < _spare


def fill():
    """Fill the gaps that have come since the last collection."""
    for _ in range(_GAPS):
        if id(object()) >= _room:
            break


def _fill_gaps():
    global _room
    run = last = 0
    for _ in range(_GAPS):
        at = id(object())
        run = run + 1 if at == last + _BLOCK else 0
        last = at
        if run == _ROOM:
            _room = at - _ROOM * _BLOCK
            break
