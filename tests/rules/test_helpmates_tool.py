# SPDX-License-Identifier: GPL-3.0-or-later
"""Run what `make helpmates` runs on two short games: what is asked, and that a wrong line is found out."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import helpmates

from rules import fen, uci
from rules.helpmate import Helpmate
from rules.position import Position

# One game that is given up, one that is over.
GAMES = '[Result "*"]\n\n1. e4 e5 *\n\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


class Liar:
    """Claims to mate from where Black has mated, but moves from the start array."""

    def __init__(self):
        self.position = Position()

    def line(self):
        return [uci.parse(self.position, "e2e4")]


def test_both_sides_of_two_positions_of_a_game_are_asked_and_of_a_finished_one_only_one(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    asked = helpmates.questions(path, None, 1)
    assert [side for _, side in asked] == [0, 1] * 3
    assert asked[0][0] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert MATED not in {text for text, _ in asked}
    assert len(helpmates.questions(path, 1, 1)) == 4
    done = subprocess.run([sys.executable, helpmates.__file__, path], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith("6 questions: 6 YES, 0 NO, 0 NOT PROVEN; visited positions: median ")


def test_a_line_that_does_not_mate_the_right_side_is_named():
    helpmate = Helpmate()
    fen.load(helpmate.position, MATED)
    assert helpmates.replay(MATED, 1, helpmate) == ""
    assert helpmates.replay(MATED, 0, helpmate).startswith("no mate in rnb1kbnr")


def test_a_line_with_an_illegal_move_is_named():
    assert helpmates.replay(MATED, 1, Liar()).startswith("e2e4 is not legal")
