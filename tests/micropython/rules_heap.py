# SPDX-License-Identifier: GPL-3.0-or-later
"""Play a game with the heap locked: generating, testing, making and taking back moves must not allocate."""

import micropython

from rules.position import Position

PLIES = 120


def play(position):
    """Make the middle move of each position, take it back and make it again."""
    for _ in range(PLIES):
        count = position.legal()
        if count == 0:
            return
        move = position.moves[count // 2]
        position.is_check()
        position.is_legal(move)
        position.outcome()
        position.push(move)
        position.pop()
        position.push(move)


position = Position()
copy = Position()
micropython.heap_lock()
try:
    play(position)
    copy.copy_from(position)
finally:
    micropython.heap_unlock()
assert position.fullmove_number > 20
assert copy.board == position.board
print("ok")
