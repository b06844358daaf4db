# SPDX-License-Identifier: GPL-3.0-or-later
"""What a game costs the flash, and whether long games leave the heap as it was."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reliability_power import on_flash

BLOCKS = 352  # of the Pico's flash that the image leaves for files
CYCLES = 100_000  # erases that a block bears at least (datasheet W25Q16JV)
GAMES_A_DAY = 10
GROWTH = 2_000  # bytes that the second of two long games may keep


def run(full: bool) -> Iterator[str]:
    with TemporaryDirectory(prefix="touchmove-") as folder:
        for raw in ("on", "off"):
            for words in on_flash(Path(folder), "wear", 200, raw, 1):
                if words[0] == "game":
                    yield f"raw {raw}: {_game(words)}"
        ends = []
        for words in on_flash(Path(folder), "wear", 600 if full else 200, "on", 3 if full else 2):
            if words[0] == "game":
                assert words[6] == "-", f"an exception was recorded: {words[6:]}"
            else:
                ends.append([int(word) for word in words[1:]])
        shown = "; ".join(f"{free[1]:,} to {free[-1]:,}" for free in ends)
        yield f"free heap, game after game, from the first moves to the last: {shown}"
        assert ends[-2][-1] - ends[-1][-1] < GROWTH, "the heap shrinks from game to game"


def _game(words: list[str]) -> str:
    plies, programs, erases, size, used = map(int, words[1:6])
    years = BLOCKS * CYCLES / erases / GAMES_A_DAY / 365
    return (
        f"{plies} plies, {size:,} bytes of records in {used * 4} KB; {programs} pages written, {erases} blocks erased: "
        f"{years:,.0f} years of {GAMES_A_DAY} games a day"
    )
