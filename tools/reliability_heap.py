# SPDX-License-Identifier: GPL-3.0-or-later
"""Long games, one after the other, on a heap as small as a microcontroller's: nothing fails, and nothing is kept."""

from collections.abc import Iterator

import chess
from score import moves

from touchmove.sim import process, robot

PLIES = 600
GAMES = 3
GAMES_IN_FULL = 100
GROWTH = 2_000  # bytes that all games after the second may keep


def run(full: bool) -> Iterator[str]:
    player_of = robot.Robot(process.maker("micropython"))
    free, up_ms = [], 0
    try:
        for index in range(1, (GAMES_IN_FULL if full else GAMES) + 1):
            played = tuple(move.uci() for move in moves(PLIES, index))
            report = player_of.play(robot.Task(index, "long", chess.STARTING_FEN, played, "*"))
            assert not report.difference, report.difference
            game = player_of.player.game
            faults = [event for event in game.events if event.name == "faulted"] if game else ["no game"]
            assert not faults, f"game {index}: {faults}"
            up_ms += int(game.events[-1]["at"]) if game else 0
            free.append(int(player_of.player.command("health")["free"]))
    finally:
        player_of.close()
    assert free[1] - free[-1] < GROWTH, f"the heap shrinks from game to game: {free}"
    most, least = max(free[1:]), min(free[1:])
    yield (
        f"{len(free)} games of {PLIES} plies, {up_ms / 3_600_000:.1f} hours at the board: no exception; heap free after"
        f" the first {free[0]:,} bytes, after the others {least:,} to {most:,}, after the last {free[-1]:,}"
    )
