# SPDX-License-Identifier: GPL-3.0-or-later
"""Show that "can this side still mate?" is answered right, with proof: R31, R32, R35, R41 hang on it."""

import json
from pathlib import Path

import chess
import pytest

from rules import fen, uci
from rules.helpmate import NO, NOT_PROVEN, WORKING, YES, Helpmate
from rules.position import Position

# Each twin of a dead position differs from it by one detail. `who` cannot mate; everybody else can.
DEAD = [
    ("four locked pairs", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "wb"),
    ("sixteen locked pawns", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", "wb"),
    ("bishops of the pawns' colour", "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1", "wb"),
    ("three locked pairs", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "wb"),
    ("every move stalemates", "8/8/8/8/4k3/1p6/pP6/K7 b - - 0 1", "wb"),
    ("so with a bishop", "8/8/8/8/2b1k3/1p6/pP6/K7 b - - 0 1", "wb"),
    ("the pawn must be taken", "8/8/6p1/6Pk/8/6K1/8/8 b - - 0 1", "w"),
    ("a step from promotion", "k7/P1K5/8/8/8/8/8/8 b - - 0 1", "wb"),
    ("mate at once or stalemate", "8/8/8/8/4k3/1p6/pPp5/K7 b - - 0 1", "w"),
    ("queen and pawn must be taken", "8/8/8/8/8/8/P1q5/k1K5 w - - 0 1", "wb"),
    ("bishops on one colour", "5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", "wb"),
    ("a bare king", "8/8/3rk3/8/8/2K5/8/8 b - - 0 1", "w"),
]
# White cannot mate here, though he can with the same men elsewhere: it is over, or forced.
FORCED = [
    ("KQ k", "k7/1Q6/8/8/8/5K2/8/8 b - - 0 1"),
    ("KR k", "8/8/8/8/8/5K2/7k/7R b - - 0 1"),
    ("KN kr", "8/8/8/8/8/8/r7/KNk5 w - - 0 1"),
    ("KB kn", "8/8/8/8/8/2k5/K1n5/1B6 w - - 0 1"),
    ("KN kb", "8/8/8/8/8/1kb5/8/KN6 w - - 0 1"),
    ("KNN k", "8/8/8/8/8/4K3/2N1N3/3k4 b - - 0 1"),
    ("KR kq", "8/8/8/8/8/8/4R3/Kq1k4 w - - 0 1"),
    ("KBN k", "8/8/8/8/8/8/B7/k1KN4 w - - 0 1"),
    ("KQ kn", "8/8/8/8/8/kn6/8/KQ6 w - - 0 1"),
]
ALIVE = [
    ("a pair fewer", "4k3/8/8/2p1p1p1/2P1P1P1/8/8/4K3 w - - 0 1"),
    ("en passant opens the wall", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - g6 0 1"),
    ("a spare pawn", "4k3/3p4/3p4/p2p2p1/P2P2P1/3P4/3P3P/4K3 w - - 0 1"),
    ("a tempo pawn", "8/8/8/8/4k3/1p6/pP5P/K7 b - - 0 1"),
    ("the other side to move", "8/8/6p1/6Pk/8/6K1/8/8 w - - 0 1"),
    ("a bishop in the corner", "bk6/1P6/1K6/8/8/8/8/8 w - - 0 1"),
    ("rooks", "r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R w - - 0 1"),
    ("a pawn becomes a helper", "8/8/8/4k3/4p3/4N3/3K4/8 b - - 1 1"),
]
# White has mated, with hardly enough men.
MATES = [
    "8/8/8/8/8/K7/2N5/kr6 b - - 0 1",
    "8/8/8/8/8/KN6/8/kb6 b - - 0 1",
    "8/8/8/8/8/1K6/2N5/kn6 b - - 0 1",
    "7B/8/8/8/8/1K6/8/kb6 b - - 0 1",
    "8/8/8/8/8/1K6/1B6/kn6 b - - 0 1",
    "8/8/8/8/8/1N2N3/5K2/3k4 b - - 0 1",
]
COLLECTION = Path(__file__).parents[3] / "shared" / "data" / "laws" / "positions.json"


def ask(text, side, limit=20000):
    helpmate = Helpmate()
    position = Position()
    fen.load(position, text)
    helpmate.ask(position, side, limit)
    while helpmate.step() == WORKING:
        pass
    return helpmate


def replay(text, helpmate):
    """Play the line in python-chess and return the side that was mated there."""
    board = chess.Board(text)
    for move in helpmate.line():
        twin = board.parse_uci(uci.text(helpmate.position, move))
        assert twin in board.legal_moves
        helpmate.position.push(move)
        board.push(twin)
    assert board.is_checkmate()
    return 1 if board.turn == chess.BLACK else 0


@pytest.mark.parametrize(("text", "who"), [row[1:] for row in DEAD], ids=[row[0] for row in DEAD])
def test_R35_dead_or_half_dead(text, who):
    for side in (0, 1):
        helpmate = ask(text, side)
        if "wb"[side] in who:
            assert helpmate.answer == NO
        else:
            assert helpmate.answer == YES
            assert replay(text, helpmate) == 1 - side


@pytest.mark.parametrize("text", [row[1] for row in FORCED], ids=[row[0] for row in FORCED])
def test_R35_material_that_could_mate_elsewhere(text):
    assert ask(text, 0).answer == NO


@pytest.mark.parametrize("text", [row[1] for row in ALIVE], ids=[row[0] for row in ALIVE])
def test_R32_alive_with_a_line_as_proof(text):
    for side in (0, 1):
        helpmate = ask(text, side)
        assert helpmate.answer == YES
        assert replay(text, helpmate) == 1 - side


@pytest.mark.parametrize("text", MATES)
def test_R32_a_mate_that_stands_is_proof_enough(text):
    helpmate = ask(text, 0)
    assert helpmate.answer == YES
    assert replay(text, helpmate) == 1
    assert ask(text, 1).answer == NO


def test_R35_the_collection_beside_the_project_is_all_asked_above():
    if not COLLECTION.is_file():
        pytest.skip(f"no collection beside the project: {COLLECTION} does not exist")
    collection = json.loads(COLLECTION.read_text())
    dead = {text: who for _, text, who in DEAD}
    for entry in collection["cannot"]:
        assert {"wb"[side == "black"] for side in entry["cannot"]} == set(dead[entry["fen"]]), entry["id"]
    assert {entry["fen"] for entry in collection["can"]} <= {text for _, text in ALIVE}


def test_the_game_is_over_already():
    assert ask("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 0).answer == YES
    assert ask("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 1).answer == NO
    assert ask("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0).answer == NO


def test_not_proven_is_no_answer():
    helpmate = ask("8/8/8/4k3/4p3/4N3/3K4/8 b - - 1 1", 0, limit=100)
    assert helpmate.answer == NOT_PROVEN
    assert helpmate.step() == NOT_PROVEN


def test_the_position_asked_about_is_left_alone_and_the_question_can_be_dropped():
    position = Position()
    position.push(uci.parse(position, "e2e4"))
    before = bytes(position.slate)
    helpmate = Helpmate()
    assert helpmate.ask(position, 0) == WORKING
    for _ in range(100):
        helpmate.step()
    fen.load(position, "8/8/8/8/8/8/P1q5/k1K5 w - - 0 1")
    helpmate.ask(position, 0)
    while helpmate.step() == WORKING:
        pass
    assert helpmate.answer == NO
    position.reset()
    position.push(uci.parse(position, "e2e4"))
    assert bytes(position.slate[65:77]) == before[65:77]


def test_the_same_question_gets_the_same_line():
    text = "8/8/8/4k3/4p3/4N3/3K4/8 b - - 1 1"
    assert ask(text, 0).line() == ask(text, 0).line()
