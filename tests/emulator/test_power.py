# SPDX-License-Identifier: GPL-3.0-or-later
"""The chip as a body: time passes only when asked, power comes and goes, and idle means idle."""

import os
import select

import pytest
from passing import let


@pytest.fixture
def chip(uf2):
    from touchmove.emulator.chip import Chip

    chip = Chip(uf2)
    yield chip
    chip.close()


def ask(chip, line, text):
    """Type a line at the prompt; return what comes back within half a second."""
    os.write(line, text.encode() + b"\r")
    let(chip, 500)
    out = b""
    while select.select([line], [], [], 0)[0]:
        out += os.read(line, 4096)
    return out.decode()


def test_time_passes_only_in_advance_and_stops_at_an_output(chip, line):
    assert chip.now_ms == 0
    let(chip, 300)
    assert chip.now_ms == pytest.approx(300, abs=0.01)
    assert chip.advance(1000) == 1000, "nothing to say"
    os.write(line, b"\r")
    assert chip.advance(1000) < 20, "the prompt"


def test_an_idle_chip_sleeps(chip):
    """As shipped, rp2040py's USB host answers 100,000 times a second, and the processor never rests."""
    let(chip, 500)
    before = chip.cycles
    let(chip, 1000)
    assert chip.cycles - before < 1_250_000, "more than 1 % of the time"


def test_power_cut_loses_memory_and_keeps_flash(chip, line):
    let(chip, 300)
    ask(chip, line, "x = 41")
    ask(chip, line, "f = open('/kept', 'w'); f.write('y' * 9); f.close()")
    assert "42" in ask(chip, line, "x + 1")
    chip.power_cycle()
    let(chip, 300)
    assert "NameError" in ask(chip, line, "x + 1")
    assert "yyyyyyyyy" in ask(chip, line, "open('/kept').read()")


def test_a_saved_flash_starts_another_chip(chip, line, uf2):
    from touchmove.emulator.chip import Chip

    let(chip, 300)
    ask(chip, line, "f = open('/main.py', 'w'); f.write('x = 7 * 191'); f.close()")
    other = Chip(uf2, flash=chip.flash)
    their_line = os.open(other.port, os.O_RDWR | os.O_NOCTTY)
    try:
        let(other, 300)
        assert "1337" in ask(other, their_line, "x")
    finally:
        os.close(their_line)
        other.close()
