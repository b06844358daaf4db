# SPDX-License-Identifier: GPL-3.0-or-later
"""Debounce and judge contacts with the heap locked: restless, idle and phantom steps must not allocate."""

import micropython

from play.debounce import Debounce
from play.health import Health, believe, odd_one
from play.phantoms import Phantoms

ARRAY = b"\xff\xff\x00\x00\x00\x00\xff\xff\x00"


def play(debounce, health, phantoms, occupied, board, squares):
    """Contacts come and go in every pattern of a byte, and lastly phantoms fill a rank."""
    at_ms = 0x3FFFFFFF - 3000  # past the wrap of what health can count
    for pattern in range(256):
        for row in range(9):
            debounce.raw[row] = pattern ^ row
        for elapsed_ms in (0, 5, 7, 1, 70):
            at_ms += elapsed_ms
            changed = debounce.step(elapsed_ms)
            debounce.wait_ms()
            if debounce.restless:
                health.step(debounce, at_ms & 0x3FFFFFFF)
            if changed:
                phantoms.step(debounce, 64)
    for row in range(9):
        debounce.raw[row] = ARRAY[row]
    debounce.step(0)
    debounce.step(70)
    debounce.raw[3] = 0xFF
    debounce.step(0)
    debounce.step(70)
    for square in range(64):
        health.expected(square, True)
        health.expected(square, True)
    health.mask(12)
    believe(occupied, board, health.masked)
    odd_one(occupied, board, health.masked)
    return phantoms.step(debounce, 32) and health.suspects_into(squares) == 64


debounce, health = Debounce(24, 12), Health()
phantoms = Phantoms(health.masked)
occupied, board, squares = bytearray(64), bytearray(64), bytearray(64)
micropython.heap_lock()
try:
    found = play(debounce, health, phantoms, occupied, board, squares)
finally:
    micropython.heap_unlock()
assert found
assert health.toggles[0] > 99
print("ok")
