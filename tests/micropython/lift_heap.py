# SPDX-License-Identifier: GPL-3.0-or-later
"""Lift every man of hard positions with the heap locked: up to his lights nothing is allocated.

An allocation may have to search the whole heap, and begins a collection when it finds nothing.
"""

import micropython
from hard import HARD
from quiet import sit_down

app, quiet = sit_down()


def let(ms):
    for _ in range(ms // 5):
        app.step(5)


def begin(fen, profile):
    """Set up a game whose clock runs."""
    app.game.new("90+30", fen, profile)
    board = app.game.position.board
    for rank in range(8):
        quiet.contacts[rank] = sum((board[8 * rank + file] > 0) << file for file in range(8))
    let(500)
    for pressed in (4 if app.game.position.turn == 0 else 1, 0):
        quiet.contacts[8] = pressed
        let(100)
    assert app.game.phase == app.game.PLAYING


def toggle(square):
    quiet.contacts[square >> 3] ^= 1 << (square & 7)


def lift(square):
    """Lift the man, with the heap locked from when the contact has changed to the lights."""
    toggle(square)
    sense, run, show = app.parts[:3]
    for _ in range(30):
        app.up_ms += 1
        app.passed_ms += 1
        app.elapsed_ms = 1
        sense()
        if app.changed:
            break
    changes = app.game.changes
    micropython.heap_lock()
    try:
        run()
        show()
    finally:
        micropython.heap_unlock()
    assert app.game.changes > changes


count = 0
for fen in HARD:
    for profile in ("beginner", "club", "tournament"):
        begin(fen, profile)
        for square in range(64):
            if app.game.position.board[square]:
                lift(square)
                let(200)
                toggle(square)
                let(400)
                count += 1
        app.game.end("*", "abandoned")
assert count > 300
print("ok")
