# SPDX-License-Identifier: GPL-3.0-or-later
"""Clumsy hands: every mishap in a short game, which comes out as it was played."""

from random import Random

import chess
import pytest

from touchmove.sim import process
from touchmove.sim.clumsy import ADJUSTED, KINDS, KNOCKED, TAKEN_BACK, Habits
from touchmove.sim.robot import Report, Robot, Task, is_plain, landing

MOVES = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 c8g4 f1e2 b8c6 e1g1 e8c8 h2h3 g4f3 e2f3 c6d4".split()
GAME = Task(1, "a game", chess.STARTING_FEN, tuple(MOVES), "0-1")
CASTLES_960 = "2rk2r1/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w GCgc - 0 1"


def play(habits: Habits, task: Task = GAME) -> Report:
    robot = Robot(process.maker("cpython"), style="clumsy", habits=habits)
    try:
        return robot.play(task)
    finally:
        robot.close()


@pytest.mark.parametrize(
    ("kind", "profile"), [*((kind, "club") for kind in KINDS), (TAKEN_BACK, "beginner"), (KNOCKED, "record")]
)
def test_a_mishap_at_every_move(kind: str, profile: str) -> None:
    report = play(Habits(1.0, (kind,), (profile,)))
    assert report.difference == ""
    assert len(report.mishaps) >= 4
    assert set(report.mishaps) == {kind}


def test_taken_back_in_no_profile_that_does_not_allow_it() -> None:
    assert play(Habits(1.0, (TAKEN_BACK,), ("record",))).mishaps == ()


def test_five_to_ten_mishaps_in_eighty_plies() -> None:
    random, board = Random(1), chess.Board()
    while board.ply() < 80:
        board.push(random.choice(sorted(board.legal_moves, key=str)))
    report = play(Habits(), Task(2, "a game", chess.STARTING_FEN, tuple(map(str, board.move_stack)), "1-0"))
    assert report.difference == ""
    assert 5 <= len(report.mishaps) <= 10
    assert len(set(report.mishaps)) > 2


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (play(Habits(0.5)) for _ in range(2))
    assert first.mishaps == second.mishaps
    assert first.text.split("\n\n")[1] == second.text.split("\n\n")[1]  # moves and clocks; the tags tell the hour


def test_a_game_with_a_draw_that_needs_no_claim_is_played_as_an_old_one() -> None:
    assert is_plain(GAME)
    repeated = "g1f3 g8f6 f3g1 f6g8".split() * 4
    assert not is_plain(Task(1, "", chess.STARTING_FEN, (*repeated, "e2e4"), "*"))
    assert not is_plain(Task(1, "", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", ("e2e4",), "*"))
    report = play(Habits(1.0, (ADJUSTED,), ("club",)), Task(1, "", chess.STARTING_FEN, (*repeated, "e2e4"), "1-0"))
    assert report.difference == ""


def test_landing_of_a_king_who_castles() -> None:
    board = chess.Board(CASTLES_960, chess960=True)
    assert landing(board, board.parse_uci("d1g1")) == chess.G1
    assert landing(board, board.parse_uci("d1c1")) == chess.C1
    assert landing(board, board.parse_uci("e2e4")) == chess.E4
