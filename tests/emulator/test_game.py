# SPDX-License-Identifier: GPL-3.0-or-later
"""Flash the real image, play a short game through its pins, and compare the PGN."""

import io
from random import Random

import chess.pgn
import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

import flashed

from touchmove import install, pgn
from touchmove.emulator.chip import Chip
from touchmove.sim import robot
from touchmove.sim.hands import BRISK
from touchmove.sim.player import Player

FEN = "r3k2r/P5P1/8/8/1p6/8/2P5/R3K2R w KQkq - 0 1"
# Both castlings, en passant, a promotion to a knight by a capture, a capture, a promotion by a push.
MOVES = ("e1g1", "e8c8", "c2c4", "b4c3", "g7h8n", "d8h8", "a7a8q")
GAME = robot.Task(1, "all kinds of moves", FEN, MOVES, "1-0")

ONE = "80" + "00" * 7  # h1
MIRRORED = bytes(square ^ 7 for square in range(64)).hex()


def mirrored(contacts):
    """Return what `test contacts` says with every rank from right to left."""
    raw = bytes.fromhex(contacts)
    return bytes([int(f"{rank:08b}"[::-1], 2) for rank in raw[:8]] + [raw[8]]).hex()


def try_parts(player, board):
    """Have the self-test, which nobody has loaded yet, say what the chip is and show something."""

    def ask(act, value="-"):
        return str(player.command("test", act, value)["text"])

    assert "image=micropython 1." in ask("about") and "machine=Raspberry Pi Pico with RP2040" in ask("about")
    assert len(ask("contacts")) == 18
    ask("lights", f"{ONE}:000040")
    ask("faces", "7fff7f7f" * 2)
    player.let(100)
    assert player.body.lights == bytes(21) + b"\0\0\x40" + bytes(168)
    assert player.body.faces == [b"\x7f\xff\x7f\x7f"] * 2
    ask("rewire", f"lights:{MIRRORED}")
    ask("lights", f"{ONE}:000040")
    player.let(100)
    assert player.body.lights == b"\0\0\x40" + bytes(189)
    ask("rewire", "lights:")
    contacts = ask("contacts")
    ask("rewire", f"sensors:{MIRRORED}")
    player.let(100)
    assert ask("contacts") == mirrored(contacts) != contacts
    ask("rewire", "sensors:")
    if board == "pico_hall":
        levels = [int(level) for level in ask("levels", "0").split(",")]
        assert len(levels) == 16 and all(500 < level < 2000 for level in levels)
        for first in range(0, 64, 8):
            ask("limits", f"{first}:" + ",".join(["1266,200"] * 8))
        player.let(100)
    ask("end")
    player.let(300)
    assert player.body.faces != [b"\x7f\xff\x7f\x7f"] * 2


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
    flashed.start(chip)
    print(f"\n{board}: reset to ready {chip.now_ms - before_ms:.0f} ms")
    with Player(chip, Random(1), patience_s=300, is_slow=True) as player:
        robot.Match(player, GAME, "clean", BRISK).play()
        player.wait_for(lambda: player.game is not None and player.game.is_ended, "the end")
        assert robot.difference(GAME, player.game) == ""
        health = player.command("health")
        try_parts(player, board)
        came_out = chess.pgn.read_game(io.StringIO(pgn.text(player.game, {})))
    print(f"heap {health['used']} bytes used, {health['free']} free; a step came at most {health['late']} ms late")
    assert [move.uci() for move in came_out.mainline_moves()] == list(GAME.moves)
    assert came_out.headers["Result"] == GAME.result
