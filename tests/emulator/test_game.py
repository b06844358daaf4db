# SPDX-License-Identifier: GPL-3.0-or-later
"""Flash the real image, play a short game through its pins, and compare the PGN."""

import io
from random import Random

import chess.pgn
import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

from touchmove import install, pgn
from touchmove.emulator.chip import Chip
from touchmove.sim import robot
from touchmove.sim.hands import BRISK
from touchmove.sim.player import Player

FEN = "r3k2r/P5P1/8/8/1p6/8/2P5/R3K2R w KQkq - 0 1"
# Both castlings, en passant, a promotion to a knight by a capture, a capture, a promotion by a push.
MOVES = ("e1g1", "e8c8", "c2c4", "b4c3", "g7h8n", "d8h8", "a7a8q")
GAME = robot.Task(1, "all kinds of moves", FEN, MOVES, "1-0")


@pytest.mark.parametrize("board", ["pico_reed", "pico_hall"])
def test_a_game_on_the_real_image(uf2, board):
    chip = Chip(uf2, board)
    chip.advance(300)
    with chip.running():
        installed = install.install(chip.port, board, now_s=lambda: chip.now_ms / 1000)
    assert "/main.mpy" in installed.report.sent
    assert (installed.board.name, installed.board.first, installed.board.last) == (board, 1, 0)
    chip.power_cycle()
    before_ms = chip.now_ms
    while not any(chip.faces[0]):
        chip.advance(20)
    print(f"\n{board}: reset to ready {chip.now_ms - before_ms:.0f} ms")
    with Player(chip, Random(1), patience_s=300, is_slow=True) as player:
        robot.Match(player, GAME, "clean", BRISK).play()
        player.wait_for(lambda: player.game is not None and player.game.is_ended, "the end")
        assert robot.difference(GAME, player.game) == ""
        health = player.command("health")
        came_out = chess.pgn.read_game(io.StringIO(pgn.text(player.game, {})))
    print(f"heap {health['used']} bytes used, {health['free']} free; a step came at most {health['late']} ms late")
    assert [move.uci() for move in came_out.mainline_moves()] == list(GAME.moves)
    assert came_out.headers["Result"] == GAME.result
