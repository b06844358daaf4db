# SPDX-License-Identifier: GPL-3.0-or-later
"""Play with the heap locked: no kernel and no question about a position may allocate. Runs on the chip too."""

import micropython

from rules import fen
from rules.helpmate import NO, WORKING, YES, Helpmate
from rules.position import Position

PLIES = 120
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LOCKED = "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1"


def play(position, squares):
    """Make the middle move of each position, take it back and make it again; ask everything."""
    for _ in range(PLIES):
        count = position.legal()
        if count == 0:
            return
        move = position.moves[count // 2]
        position.is_check()
        position.is_legal(move)
        position.outcome(True)
        position.claim()
        position.claim_with(move)
        position.castling(0)
        position.castling(1)
        position.checkers_into(squares)
        position.legal_from(move & 63)
        position.legal_to(move >> 6 & 63)
        position.push(move)
        position.pop()
        position.push(move)


def ask(helpmate, position, side):
    helpmate.ask(position, side)
    while helpmate.step() == WORKING:
        pass
    return helpmate.answer


def main():
    position = Position(600)
    locked = Position(1)
    copy = Position(1)
    helpmate = Helpmate()
    squares = bytearray(2)
    fen.load(locked, LOCKED)
    micropython.heap_lock()
    try:
        play(position, squares)
        copy.copy_from(position)
        dead = ask(helpmate, locked, 0) == NO and ask(helpmate, locked, 1) == NO
        alive = ask(helpmate, position, 0) == YES and ask(helpmate, position, 1) == YES
    finally:
        micropython.heap_unlock()
    assert position.fullmove_number > 20
    assert copy.board == position.board
    assert dead and alive
    fen.load(position, KIWIPETE)
    micropython.heap_lock()
    try:
        play(position, squares)
    finally:
        micropython.heap_unlock()
    print("ok")


main()
