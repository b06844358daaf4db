# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures on the emulated chip how long a board takes from reset to ready, with a long game in its journal.

python tools/bench_resume.py IMAGE [PLIES]
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT / "firmware"):
    sys.path.insert(0, str(folder))

import chess  # noqa: E402
import flashed  # noqa: E402
from score import moves  # noqa: E402

from drivers.journal_files import Files  # noqa: E402  (found by the paths above)
from link import frame  # noqa: E402
from touchmove.emulator.chip import Chip  # noqa: E402


def journal(plies: int) -> dict[str, bytes]:
    """Return the files of the journal of a game, raw events on, as a board leaves them."""
    with TemporaryDirectory() as folder:
        files = Files(folder + "/journal", 0)

        def add(name: str, *values) -> None:
            files.append(frame.encode(frame.RECORD, files.last() + 1, name, values), name == "started")

        board = chess.Board()
        add("started", 0, 0, board.fen(), "120", "club", 7_200_000, 7_200_000)
        for ply, move in enumerate(moves(plies, 3), start=1):
            side = "white" if board.turn else "black"
            board.push(move)
            at = ply * 9000
            add("lifted", at - 2000, chess.square_name(move.from_square))
            add("placed", at - 1000, chess.square_name(move.to_square))
            add("pressed", at, side)
            times = (7_200_000 - at // 2, 7_200_000 - at // 2)
            running = "white" if board.turn else "black"
            add("moved", at, ply, move.uci(), running, *times, (ply + 1) // 2, ply // 2, 0, 0)
            files.sync()
            while files.is_untidy and files.tidy():
                pass
        return {
            "/" + str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()
        }


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
