# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the heap so that memory is found at once: when nobody waits, gaps are filled, and garbage is collected.

MicroPython keeps the locals of a large function in the heap while it runs, and looks for them from the first free block
on: through all that is loaded, half a millisecond each time, if that block is a gap too small. What gaps are filled
with is garbage at once, so the next collection gives them back.
"""

import gc
import sys

from micropython import const

_ROOM = const(16)  # blocks that follow each other: no gap
_GAPS = const(3000)
_BLOCK = 32 if sys.maxsize >> 32 else 16  # bytes; an object takes one


def collect():
    """Return how many bytes were in use and free when garbage was collected."""
    gc.collect()
    found = gc.mem_alloc(), gc.mem_free()
    fill_gaps()
    return found


def fill_gaps():
    run = last = 0
    for _ in range(_GAPS):
        at = id(object())
        run = run + 1 if at == last + _BLOCK else 0
        last = at
        if run == _ROOM:
            break
