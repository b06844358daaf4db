# SPDX-License-Identifier: GPL-3.0-or-later
"""What a game costs the flash."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reliability_power import on_flash

BLOCKS = 352 - 2 * 29  # of the Pico's flash: what the image leaves for files, less two versions of the firmware
CYCLES = 100_000  # erases that a block bears at least (datasheet W25Q16JV)
GAMES_A_DAY = 10


def run(full: bool) -> Iterator[str]:
    with TemporaryDirectory(prefix="touchmove-") as folder:
        for raw in ("on", "off"):
            for words in on_flash(Path(folder), "wear", 200, raw, 1):
                yield f"raw {raw}: {_game(words)}"
        for words in on_flash(Path(folder), "wear", 600, "on", 1) if full else ():
            yield _game(words)


def _game(words: list[str]) -> str:
    plies, programs, erases, size, used = map(int, words[1:6])
    assert words[6] == "-", f"an exception was recorded: {words[6:]}"
    years = BLOCKS * CYCLES / erases / GAMES_A_DAY / 365
    return (
        f"{plies} plies, {size:,} bytes of records in {used * 4} KB; {programs} pages written, {erases} blocks erased: "
        f"{years:,.0f} years of {GAMES_A_DAY} games a day"
    )
