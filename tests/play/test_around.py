# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole game goes on around one bad sensor: it is named, both players agree, and every move is recorded as made."""

from random import Random

import chess
import pytest
from bench import Bench
from orders import steps_in_any_order

GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1 e4d6 f3e5 f8e7 b5f1 c6e5 e1e5 e8g8 d2d4 d6f5 e5e1 d7d5".split()
WAIT_MS = 700


class Table:
    """Two players who know which sensor is bad, and say so when they are asked; else they press again."""

    def __init__(self, folder, bad, stuck, profile="club"):
        self.bad = bad
        self.bench = Bench(folder)
        self.bench.sensors.stuck[bad] = stuck
        self.presses = 0
        self.bench.set_up(profile=profile)
        while self.game.phase == self.game.SETUP:
            self.press(chess.WHITE)
        self.press(chess.BLACK)

    @property
    def game(self):
        return self.bench.app.game

    def press(self, side):
        """Press the clock; if a square is asked about, agree to the bad one."""
        self.presses += 1
        assert self.presses < 60, "the board takes no press"
        self.bench.press(side)
        self.bench.let(WAIT_MS)
        if not self.game.around.is_asked():
            return
        while self.game.around.square() != self.bad:
            self.bench.action(side)
        self.bench.press(not side)
        self.bench.press(side)
        self.bench.let(WAIT_MS)

    def play(self, board, move, random):
        for kind, square, letter in steps_in_any_order(board, move, random):
            if kind == "lift":
                self.bench.world.lift(square)
            else:
                self.bench.world.place(letter, square)
            self.bench.let(random.choice((40, 200)))
        while not self.bench.moves() or len(self.bench.moves()) <= board.ply():
            self.press(board.turn)
        board.push(move)


@pytest.mark.parametrize("name", ["e2", "e4", "e5", "f3", "e1", "g8"])
@pytest.mark.parametrize("stuck", [0, 1])
def test_a_game_is_played_around_a_bad_sensor(tmp_path, name, stuck):
    board, random = chess.Board(), Random(1)
    table = Table(tmp_path / "journal", chess.parse_square(name), stuck)
    for text in GAME:
        table.play(board, chess.Move.from_uci(text), random)
    assert table.bench.moves() == GAME
    assert [values for record, values in table.bench.records() if record == "masked"][-1][1:] == (name,)
    assert table.presses <= len(GAME) + 6
