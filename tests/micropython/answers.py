# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure how long the board waits for an answer: targets of a lifted man, a step of the question who can mate."""

import gc
import time

from hard import HARD

from rules import fen
from rules.helpmate import WORKING, Helpmate
from rules.position import Position

LOCKED = "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1"


def main():
    gc.collect()
    before = gc.mem_alloc()
    position = Position(600)
    print("position, moves and history of 600 plies:", gc.mem_alloc() - before, "bytes (12,288)")
    worst = 0
    for text in HARD:
        fen.load(position, text)
        for square in range(64):
            if position.board[square]:
                start = time.ticks_us()
                position.legal_from(square)
                position.legal_to(square)
                worst = max(worst, time.ticks_diff(time.ticks_us(), start))
    print("targets of one lifted man, as mover and as victim, at worst:", worst, "us (3,000)")
    before = gc.mem_alloc()
    helpmate = Helpmate()
    print("the question who can mate:", gc.mem_alloc() - before, "bytes")
    worst = total = steps = 0
    for text in (HARD[0], HARD[1], LOCKED):
        fen.load(position, text)
        for side in (0, 1):
            helpmate.ask(position, side, 90)
            answer = WORKING
            while answer == WORKING:
                start = time.ticks_us()
                answer = helpmate.step()
                took = time.ticks_diff(time.ticks_us(), start)
                worst = max(worst, took)
                total += took
                steps += 1
    print("a step of it: mean", total // steps, "us, at worst", worst, "us")
