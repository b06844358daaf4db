# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures on the emulated chip how long a board takes from reset to ready, with a long game in its journal.

python tools/bench_resume.py IMAGE [PLIES]
"""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess
import flashed
from score import moves

from touchmove.emulator.chip import Chip
from touchmove.sim import runtime
from touchmove.sim.hands import gesture
from touchmove.sim.player import Player
from touchmove.sim.process import Process


def journal(plies: int) -> dict[str, bytes]:
    """Return the files of the journal of a game, raw events on, as a simulated board leaves them."""
    random = Random(3)
    with TemporaryDirectory(prefix="touchmove-") as name:
        folder = Path(name)
        with Player(Process(folder, runtime.find("cpython")), random) as player:
            player.command("new", "120", chess.STARTING_FEN, "club")
            player.let(500)
            player.press(chess.BLACK)
            board = chess.Board()
            for move in moves(plies, 3):
                for step in gesture(board, move, random):
                    player.perform(step)
                player.press(board.turn)
                board.push(move)
            player.let(1000)
            player.catch_up()
            assert player.game and len(player.game.plies) == plies
        paths = [path for path in (folder / "journal").rglob("*") if path.is_file()]
        return {f"/{path.relative_to(folder)}": path.read_bytes() for path in paths}


def main() -> None:
    plies = int(sys.argv[2]) if len(sys.argv) > 2 else 600
    chip = flashed.ready(sys.argv[1])
    flash = chip.flash
    chip.close()
    for name, files in (("an empty journal", {}), (f"a game of {plies} plies", journal(plies))):
        chip = Chip(sys.argv[1], flash=flashed.with_files(flash, files))
        while not any(chip.faces[0]):
            chip.advance(20)
        size = sum(map(len, files.values()))
        print(f"reset to ready with {name} ({size:,} bytes in {len(files)} files): {chip.now_ms:.0f} ms", flush=True)
        chip.close()


if __name__ == "__main__":
    main()
