# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the loop with the heap locked: steps in which nothing happens, and contacts that chatter, must not allocate."""

import micropython
from quiet import sit_down

app, quiet = sit_down()


def let(ms):
    for _ in range(ms // 5):
        app.step(5)


let(500)
quiet.contacts[8] = 4  # Black presses: White's time runs
let(50)
quiet.contacts[8] = 0
let(500 - app.game.clock.left_ms[0] % 5)
assert app.game.phase == app.game.PLAYING
while app.unfaced or app.litter != app.cleaned or app.wanted_ms - app.passed_ms < 900:
    app.step(5)  # a second of the clock has just been drawn
micropython.heap_lock()
try:
    for step in range(160):
        quiet.contacts[1] = 0xFF ^ 1 << (step >> 1 & 7) if step & 1 else 0xFF  # each too seldom to be named
        app.step(5)
finally:
    micropython.heap_unlock()
assert not quiet.faults
print("ok")
