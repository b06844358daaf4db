# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects garbage, when nobody waits for it, so that what follows finds memory at once.

MicroPython keeps the locals of a large function in the heap while it runs, and looks for them from the first free block
on: through all that is loaded, half a millisecond each time, if that block is a gap too small. So after a collection
the gaps are filled with what is garbage at once; the next one gives them back. What leaves a gap later is filled, too.

From there on one object lies behind the other, those that last among those that do not. So that they lie close
together, garbage is collected before there is much of it, and most of the heap stays in one piece.
"""

import gc
import sys

from micropython import const

_ROOM = const(128)  # blocks that follow each other: no gap
_GAPS = const(64)  # times so many blocks
_USED = const(768)  # blocks after which garbage should be collected
_BLOCK = 32 if sys.maxsize >> 32 else 16  # bytes; an object takes one
_room = 0  # the address from which on there was room after the last collection
_free = 0  # bytes there


def collect():
    """Collect garbage, and fill the gaps."""
    gc.collect()
    level()


def level():
    """Fill the gaps that a collection has left."""
    global _room, _free
    for _ in range(_GAPS):
        first = id(object())
        _room = _litter(_ROOM)
        if _ROOM <= (_room - first) // _BLOCK < _ROOM + 8:
            break
    _free = gc.mem_free()


def is_littered():
    """Return True if it is time to collect; takes 8 ms."""
    return gc.mem_free() < _free - _USED * _BLOCK


def fill():
    """Fill the gaps that have come since `level`."""
    if id(object()) < _room:
        for _ in range(_GAPS):
            if _litter(16) >= _room:
                break


def _litter(count):
    """Fill this many blocks and a few; return the address of the next."""
    all(zip(range(count)))  # tuples: objects that are named one by one take four times as long
    return id(object())
