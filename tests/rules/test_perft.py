# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare counts of move trees, known from elsewhere, with the generator's: on CPython, then deeper on MicroPython."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules import fen
from rules.position import Position, move_buffer

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")

# Name, FEN, then depth and count for CPython and for MicroPython.
FACTS = [
    ("start", fen.START, 3, 8_902, 4, 197_281),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862, 4, 4_085_603),
    ("rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238, 5, 674_624),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467, 4, 422_333),
    ("same, colours changed", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 3, 9_467, 4, 422_333),
    ("talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379, 3, 62_379),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, 2_079, 3, 89_890),
    ("en passant opens the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 4, 10_138, 6, 1_134_888),
    ("en passant meets a check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 4, 13_931, 5, 206_379),
    ("castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 4, 6_399, 6, 661_072),
    ("castling long gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 4, 7_418, 6, 803_711),
    ("castling rights captured", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 3, 27_826, 3, 27_826),
    ("castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 3, 50_509, 3, 50_509),
    ("promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 4, 19_174, 5, 266_199),
    ("promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 4, 2_661, 6, 217_342),
    ("underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 4, 1_329, 6, 92_683),
    ("self stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 4, 63, 6, 2_217),
    ("stalemate and checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 4, 926, 7, 567_584),
    ("double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527, 4, 23_527),
    (
        "chess960, inner rook",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
        3,
        12_189,
        4,
        326_672,
    ),
    ("chess960, both sides", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 0 1", 3, 18_002, 4, 667_366),
]


def perft(position, depth):
    moves = move_buffer()
    count = position.legal_into(moves)
    if depth == 1:
        return count
    nodes = 0
    for move in moves[:count]:
        position.push(move)
        nodes += perft(position, depth - 1)
        position.pop()
    return nodes


@pytest.mark.parametrize(("text", "depth", "nodes"), [fact[1:4] for fact in FACTS], ids=[fact[0] for fact in FACTS])
def test_perft(text, depth, nodes):
    position = Position()
    fen.load(position, text)
    assert perft(position, depth) == nodes
    assert fen.dump(position) == text, "making and taking back leaves the position as it was"


def run_on_micropython(script, *arguments):
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    command = [MICROPYTHON, "-X", "heapsize=192k", ROOT / "tests" / "micropython" / script, *arguments]
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def test_perft_on_micropython():
    arguments = []
    for fact in FACTS:
        arguments += [str(fact[4]), fact[1]]
    assert run_on_micropython("perft.py", *arguments) == [str(fact[5]) for fact in FACTS]


def test_rules_do_not_allocate_on_micropython():
    assert run_on_micropython("rules_heap.py") == ["ok"]
