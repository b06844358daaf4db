# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the clock against the chip's own time over a minute of busy play: the whole firmware on the emulated chip.

A press is dated to the step that saw it, so single ones are late by the length of a step, and more where the board is
busy. The earliest of two dozen, at both ends of the minute, tell whether the clock itself keeps time.

    PICO_UF2=/path/to/image.uf2 python tools/bench_clock.py
"""

import os
from random import Random

import chess
from flashed import ready

from touchmove.emulator.chip import Chip
from touchmove.sim.hands import gesture
from touchmove.sim.player import Player

MINUTE_MS = 60_000
PRESSES = 24
PATIENCE_S = 600


def press_idly(chip: Chip, player: Player, side: chess.Color) -> list[float]:
    """Press for the side that waits, which does nothing but be recorded; return the moments in chip time."""
    moments = []
    for _ in range(PRESSES):
        player.let(player.random.randrange(20, 60))
        moments.append(chip.now_ms)
        player.press(side)
    return moments


def measure(uf2: str) -> tuple[float, int, int]:
    """Return by how much the clock is ahead after a minute, in ms, the plies played in it and the latest step."""
    chip = ready(uf2)
    random = Random(4)
    with Player(chip, random, patience_s=PATIENCE_S) as player:
        player.command("new", "60", chess.STARTING_FEN, "club")
        player.let(500)
        player.press(chess.BLACK)
        board = chess.Board()
        moments = press_idly(chip, player, not board.turn)
        end_ms = chip.now_ms + MINUTE_MS
        plies = 0
        while chip.now_ms < end_ms:
            move = random.choice([move for move in board.legal_moves if not move.promotion])
            for step in gesture(board, move, random):
                player.perform(step)
            player.let(300)
            player.press(board.turn)
            board.push(move)
            plies += 1
        ends = press_idly(chip, player, not board.turn)
        player.command("end", "*", "abandoned")  # which writes down the last presses, too
        player.catch_up()
        late = int(player.command("health")["late"])
        events = [event for event in player.game.events if event.name == "pressed"] if player.game else []
    pressed = [int(event["at"]) for event in events]
    assert len(pressed) == 2 * PRESSES + plies, "every press is recorded"
    first = min(at - moment for at, moment in zip(pressed, moments, strict=False))
    last = min(at - moment for at, moment in zip(pressed[-PRESSES:], ends, strict=True))
    return last - first, plies, late


def report(uf2: str) -> None:
    ahead_ms, plies, late = measure(uf2)
    print(
        f"the clock after a minute of busy play ({plies} plies): {ahead_ms:+.2f} ms off the chip's time (1); "
        f"a step came at most {late} ms late"
    )


if __name__ == "__main__":
    report(os.environ["PICO_UF2"])
