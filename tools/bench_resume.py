# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures on the emulated chip how soon a board is ready and how much memory it has, with a long game in its journal.

A game of 200 moves takes hours there. So it is played on a simulated board, and the chip resumes it from the journal
that this leaves; its last ten moves are hands at the chip.

    PICO_UF2=/path/to/image.uf2 python tools/bench_resume.py
"""

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess
import flashed
from budget import KB, tell
from mpremote.transport_serial import SerialTransport
from score import moves

from touchmove import install
from touchmove.emulator.chip import Chip
from touchmove.sim import runtime
from touchmove.sim.hands import BRISK, gesture
from touchmove.sim.player import Player
from touchmove.sim.process import Process
from touchmove.sim.world import World

PLIES = 400
BY_HAND = 20  # plies more
LOOK = 4  # plies between two looks at the heap
GROWTH = 1000  # bytes: how many of its last lines the journal has at hand differs
PATIENCE_S = 600
BLOCK = 16  # bytes of MicroPython's heap on a chip


def play(player: Player, board: chess.Board, played: list[chess.Move]) -> None:
    """Play moves by hand, with clock and computer, which has all of them then."""
    for move in played:
        for step in gesture(board, move, player.random, pauses=BRISK):
            player.perform(step)
        player.let(300)
        player.press(board.turn)
        board.push(move)
    player.let(1000)
    player.catch_up()
    assert player.game and player.game.board.fen() == board.fen()


def journal(played: list[chess.Move]) -> dict[str, bytes]:
    """Return the files of the journal of a game, raw events on, as a simulated board leaves them."""
    with TemporaryDirectory(prefix="touchmove-") as name:
        folder = Path(name)
        with Player(Process(folder, runtime.find("cpython")), Random(3)) as player:
            player.command("new", "120", chess.STARTING_FEN, "club")
            player.let(500)
            player.press(chess.BLACK)
            play(player, chess.Board(), played)
        paths = [path for path in (folder / "journal").rglob("*") if path.is_file()]
        return {f"/{path.relative_to(folder)}": path.read_bytes() for path in paths}


def started(uf2: str, flash: bytes, what: str, world: World, budget_ms: int) -> Chip:
    """Return a chip that has just become ready, under these men and with `what` in its journal; say how soon."""
    chip = Chip(uf2, flash=flash)
    chip.sense(world.occupied(), 0)
    flashed.start(chip)
    tell(f"from power-on to ready, {what} in the journal", chip.now_ms, budget_ms, "ms")
    return chip


def look(chip: Chip) -> tuple[int, int]:
    """Interrupt the loop that runs from the prompt; return the bytes of heap in use, and of the largest free block."""
    with chip.running():
        transport = SerialTransport(chip.port)
        transport.enter_raw_repl(soft_reset=False)
        transport.exec("import gc, micropython\ngc.collect()")  # alone: what comes next finds the lowest place
        said = transport.exec("print(gc.mem_alloc())\nmicropython.mem_info()").decode()
        transport.exec_raw_no_follow("parts['link'].is_called = False\nmain.run(app, parts)")
        transport.close()
    return int(said.split()[0]), BLOCK * int(said.split("max free sz: ")[1].split()[0])


def by_hand(chip: Chip, world: World, board: chess.Board, played: list[chess.Move]) -> None:
    """Look at the heap while moves are made by hand. The loop runs from the prompt, where its app outlives a look."""
    with chip.running(), install.repl(chip.port) as transport:
        transport.exec(flashed.APP)
        transport.exec_raw_no_follow("main.run(app, parts)")
    looks = []
    with Player(chip, Random(5), world, patience_s=PATIENCE_S) as player:
        for at in range(0, len(played), LOOK):
            play(player, board, played[at : at + LOOK])
            looks.append(look(chip))
    used, free = zip(*looks, strict=True)
    tell(f"  heap in use during {len(played)} plies more, at most", max(used), 140 * KB, "bytes")
    tell(f"  growth in the last {len(played) - LOOK} of them", used[-1] - used[0], GROWTH, "bytes")
    tell(f"  largest free block, the least of {len(looks)} looks", min(free), 32 * KB, "bytes", is_least=True)


def report(uf2: str) -> None:
    chip = flashed.ready(uf2)
    flash = chip.flash
    chip.close()
    chip = started(uf2, flash, "nothing", World(), 1500)
    with Player(chip, Random(5), patience_s=PATIENCE_S) as player:
        tell("  heap in use then", int(player.command("health")["used"]), 140 * KB, "bytes")
    played = moves(PLIES + BY_HAND, 3)
    board = chess.Board()
    for move in played[:PLIES]:
        board.push(move)
    world = World()
    world.set_up(board.fen())
    flash = flashed.with_files(flash, journal(played[:PLIES]))
    chip = started(uf2, flash, f"a game of {PLIES} plies", world, 1500)
    by_hand(chip, world, board, played[PLIES:])


if __name__ == "__main__":
    report(os.environ["PICO_UF2"])
