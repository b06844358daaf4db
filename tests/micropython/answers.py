# SPDX-License-Identifier: GPL-3.0-or-later
"""Measure how long the board waits for an answer: targets of a lifted man, a step of the question who can mate."""

import gc
import time

from rules import fen
from rules.helpmate import WORKING, Helpmate
from rules.position import Position

# Many moves, checks, pins, castling and en passant.
HARD = (
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "q3r2k/8/8/r2Pp2K/8/8/8/8 w - e6 0 1",
    "4r1k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
)
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
