# SPDX-License-Identifier: GPL-3.0-or-later
"""The power goes after every single thing that is done to the flash in a game, whole or half done.

The firmware's loop runs on desktop MicroPython, its journal on LittleFS. Each state of the flash that a cut can leave
is mounted; the game in it is resumed, with the men as they stood at the cut, played to its end, and compared.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from score import score

from touchmove.sim import runtime

ROOT = Path(__file__).resolve().parent.parent
PLIES = 200
SEED = 1
SAMPLE = 61  # one cut in so many


def on_flash(folder: Path, what: str, plies: int, *arguments: object, heap: str = "6m") -> Iterator[list[str]]:
    """Play a game on MicroPython with its journal on a flash; yield the words of each line that comes back."""
    (folder / f"{plies}").write_text("\n".join(score(plies, SEED)) + "\n")
    command = [runtime.find("micropython").command[0], "-X", f"heapsize={heap}"]
    command += [str(ROOT / "tests" / "micropython" / "on_flash.py"), what, str(folder / f"{plies}")]
    path = {"MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"}
    done = subprocess.run([*command, *map(str, arguments)], env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-500:]
    yield from (line.split() for line in done.stdout.splitlines())


def run(full: bool) -> Iterator[str]:
    with TemporaryDirectory(prefix="touchmove-") as folder:
        for words in on_flash(Path(folder), "power", PLIES, 1 if full else SAMPLE):
            if words[0] == "played":
                yield f"a game of {words[1]} plies, {words[3]} writes and erases"
            else:
                trials, torn, lost, again, most_ms = map(int, words[1:])
                assert lost == 0, f"{lost} moves that were safe are lost"
                yield (
                    f"{trials} cuts, {torn} of them amid a write or erase: every game resumed and finished, "
                    f"{lost} moves lost; {again} presses that were not safe yet were made again; a player got at most "
                    f"{most_ms / 1000:.1f} s back"
                )
