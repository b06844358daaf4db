# SPDX-License-Identifier: GPL-3.0-or-later
"""The heap is no larger than a microcontroller's: a game must fit, with room to spare, and leave nothing behind."""

import os
import subprocess
from pathlib import Path

import pytest

from touchmove.errors import InputError
from touchmove.paths import FIRMWARE
from touchmove.sim import process, robot, runtime

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1 e4d6 f3e5 f8e7 b5f1 c6e5 e1e5 e8g8".split()
SCRIPT = Path(__file__).parent / "micropython" / "gaps.py"
SPARE = 36_000  # bytes of the 296 KB, in small pieces: below that a fresh block can fail
GROWTH = 4_000  # MicroPython's table of names doubles at once: a name too many at run time costs 15 KB


def test_a_game_fits_into_the_heap_and_leaves_nothing_behind() -> None:
    try:
        runtime.find("micropython")
    except InputError as error:
        pytest.skip(str(error))
    player_of = robot.Robot(process.maker("micropython"))
    try:
        player = player_of.player
        before = player.command("health")
        for index in (1, 2):
            task = robot.Task(index, "a game", ARRAY, tuple(MOVES), "1-0")
            report = player_of.play(task)
            assert report.difference == ""
        after = player.command("health")
    finally:
        player_of.close()
    assert int(after["free"]) >= SPARE
    assert int(after["used"]) - int(before["used"]) <= GROWTH


def test_gaps_are_filled_so_that_memory_is_found_above_all_that_is_loaded() -> None:
    try:
        command = runtime.find("micropython").command[0]
    except InputError as error:
        pytest.skip(str(error))
    environment = {**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"}
    done = subprocess.run([command, SCRIPT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["gap", "above", "gap", "above", "clean", "littered"]
