# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a lifted man waits for his lights: the whole firmware on the emulated chip, through its pins.

From the moment at which a reed opens to the last edge of the first frame that lights other squares than before. The
clock runs and every lift is written down, as in a game. Waiting for the next scan counts; debouncing is named apart.

    PICO_UF2=/path/to/image.uf2 python tools/bench_lights.py        every lift on a line of its own, then the sum
"""

import os
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import chess
from flashed import ready

from touchmove.emulator.chip import Chip
from touchmove.sim.player import Player

ROOT = Path(__file__).resolve().parent.parent
HARD: tuple[str, ...] = runpy.run_path(str(ROOT / "tests" / "micropython" / "hard.py"))["HARD"]
CONTROL = "90+30"
PROFILE = "beginner"  # its lights show most
BUDGET_MS = 12
DEBOUNCE_MS = 24  # OPEN_MS of firmware/app.py
PATIENCE_S = 600
LATEST_MS = 400


@dataclass(frozen=True)
class Lift:
    """`first_ms`, `last_ms`: from the lift to the first and the last edge of the frame.

    `is_apart`: the journal was being written when the man was lifted.
    """

    fen: str
    square: int
    lit: int
    first_ms: float
    last_ms: float
    is_apart: bool


def squares_to_lift(board: chess.Board) -> list[int]:
    """Return where men stand: with most moves, the king, pinned, idle, and whom most others can capture."""
    moves = list(board.legal_moves)
    own = list(chess.SquareSet(board.occupied_co[board.turn]))
    starts = [move.from_square for move in moves]
    most = sorted(own, key=lambda square: -starts.count(square))[:2]
    en_passant = [move.from_square for move in moves if board.is_en_passant(move)][:1]
    pinned = [square for square in own if board.is_pinned(board.turn, square)][:1]
    idle = [square for square in own if square not in starts][:1]
    victims = [move.to_square for move in moves if board.piece_at(move.to_square)]
    victim = [max(victims, key=victims.count)] if victims else []
    return list(dict.fromkeys([*most, *board.pieces(chess.KING, board.turn), *en_passant, *pinned, *idle, *victim]))


def lit(chip: Chip, blinking: int | None) -> set[int]:
    """Return the squares that are lit, but for one that blinks by itself."""
    return {square for square in range(64) if any(chip.lights[3 * square : 3 * square + 3])} - {blinking}


def wait_for_lights(chip: Chip, player: Player, blinking: int | None, before: set[int]) -> None:
    for _ in range(LATEST_MS):
        if lit(chip, blinking) != before:
            return
        player.let(1)
    raise SystemExit(f"no lights within {LATEST_MS} ms")


def lifts(uf2: str, fens: tuple[str, ...] = HARD) -> Iterator[Lift]:
    chip = ready(uf2)
    random = Random(1)
    with Player(chip, random, patience_s=PATIENCE_S) as player:
        for fen in fens:
            board = chess.Board(fen)
            blinking = board.king(board.turn) if board.is_check() else None
            player.command("new", CONTROL, fen, PROFILE)
            player.set_up(fen)
            player.let(400)
            player.press(not board.turn)
            player.catch_up()
            for square in squares_to_lift(board):
                player.let(200 + random.randrange(7))  # anywhere between two scans
                before, start_ms, programs = lit(chip, blinking), chip.now_ms, chip.flash_wear.programs
                letter = player.lift(square)
                wait_for_lights(chip, player, blinking, before)
                first_ms, last_ms = chip.frame_ms
                is_apart = chip.flash_wear.programs > programs
                after = lit(chip, blinking)
                yield Lift(fen, square, len(after), first_ms - start_ms, last_ms - start_ms, is_apart)
                player.place(letter, square)
                wait_for_lights(chip, player, blinking, after)


def report(uf2: str, verbose: bool = False) -> None:
    took = []
    apart = 0
    for lift in lifts(uf2):
        if lift.is_apart:
            apart += 1
        else:
            took.append(lift.last_ms - DEBOUNCE_MS)
        if verbose:
            name = chess.square_name(lift.square) + (", during a journal sync," if lift.is_apart else "")
            print(f"{lift.first_ms:6.1f} to {lift.last_ms:.1f} ms, {lift.lit:2} lit: {name} in {lift.fen}", flush=True)
    print(
        f"from a lift to its lights, {len(took)} lifts: median {median(took):.1f} ms, at worst {max(took):.1f} ms "
        f"(budget {BUDGET_MS}), debounce of {DEBOUNCE_MS} ms not counted"
        + (f"; {apart} more during a journal sync" if apart else "")
        + ("  OVER BUDGET" if max(took) > BUDGET_MS else "")
    )


if __name__ == "__main__":
    report(os.environ["PICO_UF2"], verbose=True)
