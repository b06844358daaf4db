# SPDX-License-Identifier: GPL-3.0-or-later
"""A game that its records do not bear out is told, record by record; a sound one is not."""

import chess
import pytest
from games import ended, game, moved, records, started

from touchmove.audit import audit

MATE = "f2f3 e7e5 g2g4 d8h4"


def found(fields, first=1):
    return list(audit(records(fields, first)))


def clocked(at, white, black, running="white"):
    return ("clocked", at, running, white, black, 0, 0, 0, 0)


def checkpoint(ply, fen):
    return ("checkpoint", 2000, ply, fen, "none", 0, 0, "white", 300000, 300000, 1, 1, 0, 0)


@pytest.mark.parametrize(
    "fields",
    [
        game("e2e4 e7e5 g1f3"),
        [*game(MATE), ended("0-1", "checkmate")],
        [*game("e2e4 e7e5"), ended("1-0", "resignation")],
        [*game("e2e4"), ("resumed", 500, 290000, 300000), clocked(600, 289900, 300000, "black")],
        [*game("e2e4"), ("illegal", 2000, "black", 1, 120000), clocked(3000, 419000, 299000)],
        [*game("e2e4 e7e5"), ("taken_back", 2000, 1, "black", 299000, 300000, 1, 0, 0, 0), moved(2, "c7c5", 299000)],
        [*game("e2e4 e7e5"), checkpoint(2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")],
        [*game("e1g1 e8c8", fen="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), ended("1/2-1/2", "agreement")],
    ],
)
def test_a_sound_game(fields):
    assert found(fields, first=40) == []


def knights(plies):
    return " ".join(("g1f3", "g8f6", "f3g1", "f6g8")[ply % 4] for ply in range(plies))


def test_ends_that_python_chess_confirms():
    assert found([*game(knights(16)), ended("1/2-1/2", "fivefold")]) == []
    stalemate = game("f7g6", fen="7k/5Q2/8/8/8/8/8/K7 w - - 0 1")
    assert found([*stalemate, ended("1/2-1/2", "stalemate")]) == []
    bare = game("e1e2", fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert found([*bare, ended("1/2-1/2", "insufficient")]) == []


@pytest.mark.parametrize(
    ("fields", "seq", "words"),
    [
        ([*game("e2e4"), moved(2, "e7e4")], 3, "illegal uci: 'e7e4'"),
        ([*game("e2e4"), checkpoint(1, chess.STARTING_FEN)], 3, "the checkpoint has rnbq"),
        ([*game("e2e4"), checkpoint(1, "no position")], 3, "the checkpoint has no position"),
        ([*game("e2e4"), moved(2, "0000")], 3, "no move"),
        ([*game("e2e4"), moved(3, "e7e5")], 3, "is ply 3, but 1 are known"),
        ([started(fen="8/8 w - - 0 1")], 1, "expected 8 rows"),
        ([*game("e2e4 e7e5"), ("taken_back", 2500, 0, "black", 299000, 299000, 1, 0, 0, 0)], 4, "back to ply 0, but 2"),
        ([*game("e2e4 e7e5"), ended("0-1", "checkmate")], 4, "ended by checkmate, which the position is not"),
        ([*game(MATE), ended("1-0", "checkmate")], 6, "1-0 does not fit checkmate"),
        ([*game(MATE), ended("1/2-1/2", "checkmate")], 6, "1/2-1/2 does not fit checkmate"),
        ([*game("e2e4"), ended("1-0", "agreement")], 3, "1-0 does not fit agreement"),
        ([*game(knights(15)), ended("1/2-1/2", "fivefold")], 17, "by fivefold, which the position is not"),
        ([*game("e2e4"), ended("1:0", "resignation")], 3, "the result 1:0 is none"),
        ([*game("e2e4"), ended("1-0", "boredom")], 3, "boredom is no reason"),
        (
            [*game("e2e4"), ended(), ("clocked", 99000, "none", 250000, 250000, 0, 0, 0, 0)],
            4,
            "after the game had ended",
        ),
        ([*game("e2e4"), ("lifted", 900, "e7")], 3, "is of 900 ms, after one of 1000 ms"),
        ([started(), clocked(1000, 298000, 300000)], 2, "white's clock lost 2000 ms, while 1000 ms passed"),
        ([started(), ("lifted", 5, "e2"), clocked(1000, 300000, 300001)], 3, "black's clock gained 1 ms"),
        ([started(), moved(1, "e2e4", 303001)], 2, "white's clock gained 3001 ms, for which nothing"),
    ],
)
def test_a_game_that_is_not_sound(fields, seq, words):
    assert [(where, words in text) for where, text in found(fields)] == [(seq, True)]


def test_other_controls_may_gain():
    fields = [started(control="30+5x30s"), clocked(1000, 330000, 300000)]
    assert found(fields) == []


def test_a_position_of_the_960():
    fen = "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1"
    board = chess.Board(fen, chess960=True)
    moves = []
    for san in "g3 g6 Nf3 Nf6 Bg2 Bg7 O-O O-O".split():
        moves.append(board.uci(board.push_san(san)))
    assert found(game(" ".join(moves), fen=board.root().fen())) == []
