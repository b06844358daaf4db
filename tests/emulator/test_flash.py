# SPDX-License-Identifier: GPL-3.0-or-later
"""What a flash does on the real image when the new firmware does not start, and when a game is being played."""

import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

from random import Random

import chess
import flashed

from touchmove import compiler, greeting, install
from touchmove.emulator.chip import Chip
from touchmove.errors import BoardError, InputError
from touchmove.sim.player import Player

START_S = 20  # of the chip's own time


def bad(board, arch):
    """A version whose loop is an empty file."""
    files = compiler.linkable(board, arch)
    return {**files, "/app.mpy": files["/play/__init__.mpy"]}


@pytest.fixture(scope="module")
def chip(uf2):
    chip = flashed.ready(str(uf2))
    yield chip
    chip.close()


@pytest.fixture
def now_s(chip):
    return lambda: chip.now_ms / 1000


def test_a_version_that_does_not_start_makes_room_for_the_one_before(chip, now_s):
    with chip.running():
        with pytest.raises(BoardError, match=r"the one before runs again: it stands at a MicroPython prompt(.|\s)*App"):
            install.install(chip.port, now_s=now_s, compiled=bad)
        assert greeting.wait(lambda: chip.port, START_S, now_s).name == "pico_reed"
        done = install.install(chip.port, now_s=now_s)
    assert done.report.after == done.report.before, "it still runs what it ran"


def test_an_update_waits_for_the_end_of_a_game_which_goes_on(chip, uf2):
    chip = Chip(uf2, flash=chip.flash)
    with Player(chip, Random(1), patience_s=300, is_slow=True) as player:
        player.command("new", "5+3", chess.STARTING_FEN, "club")
        player.set_up(chess.STARTING_FEN)
        player.let(500)
        player.press(chess.BLACK)
        player.wait_for(lambda: player.game is not None, "the game")
    chip = Chip(uf2, flash=chip.flash)
    try:
        flashed.start(chip)
        with chip.running():
            with pytest.raises(InputError, match="a game is being played on the board, and goes on there"):
                install.install(chip.port, is_update=True, is_idle=True)
            assert greeting.wait(lambda: chip.port, START_S, lambda: chip.now_ms / 1000).last > 0
    finally:
        chip.close()
