# SPDX-License-Identifier: GPL-3.0-or-later
"""A diode is missing in the matrix of the emulated board: the firmware says so, and no man who is not there moves."""

import sys
from pathlib import Path
from random import Random

import chess
import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import flashed

from touchmove.sim.player import Player

# When a pawn stands on e4, where there is no diode, the first and the eighth rank read what the fourth has as well.
FEN = "4k3/8/8/8/PP6/8/4P3/4K3 w - - 0 1"


def test_a_missing_diode_is_named_and_makes_no_moves(uf2):
    chip = flashed.ready(str(uf2), missing=[chess.E4], bounce_ms=1)
    with Player(chip, Random(1), patience_s=600) as player:
        player.command("new", "10", FEN, "club")
        player.set_up(FEN)
        player.let(600)
        player.press(chess.BLACK)
        man = player.lift(chess.E2)
        player.let(100)
        player.place(man, chess.E4)
        player.let(300)
        assert player.reads(chess.WHITE) == "diod"
        player.press(chess.WHITE)
        player.let(700)
        player.catch_up()
        (phantom,) = [record for record in player.game.events if record.name == "phantom"]
        assert set(phantom["squares"].split()) <= {"a1", "b1", "a4", "b4", "e1", "e4", "a8", "b8", "e8"}
        assert player.moved == []
        player.lift(chess.E4)
        player.let(100)
        player.place(man, chess.E2)
        player.let(300)
        player.place(player.lift(chess.A4), chess.A5)
        player.let(300)
        player.press(chess.WHITE)
        player.let(100)
        player.catch_up()
        assert player.moved == ["a4a5"]
