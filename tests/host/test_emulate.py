# SPDX-License-Identifier: GPL-3.0-or-later
"""What `--emulate` needs, and what is said where it is not there."""

import os
import struct
import subprocess
import sys

import pytest

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def uf2(path, family):
    block = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family)
    path.write_bytes(block + bytes(508 - len(block)) + struct.pack("<I", 0x0AB16F30))
    return path


def touchmove(home, *arguments, **environment):
    command = [sys.executable, "-m", "touchmove", *map(str, arguments)]
    kept = {name: value for name, value in os.environ.items() if name != "PICO_UF2"}
    environment = {**kept, "TOUCHMOVE_HOME": str(home), "COLUMNS": "200", "NO_COLOR": "1", **environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


RUN = ("run", "--emulate", "--no-browser", "--http", "0")


@pytest.mark.parametrize("command", [RUN, ("simulate", "games.pgn", "--out", "out.pgn", "--emulate")])
def test_without_an_image_it_says_where_to_get_one(tmp_path, command):
    pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")
    code, said = touchmove(tmp_path, *command)
    assert code == 2
    assert "https://micropython.org/download/RPI_PICO" in said
    assert "--uf2" in said and "$PICO_UF2" in said


def test_an_image_that_cannot_be_used_is_named(tmp_path):
    pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")
    (tmp_path / "page.html").write_text("<!doctype html>")
    for path, reason in (
        (tmp_path / "none.uf2", "cannot be read: No such file"),
        (tmp_path / "page.html", "is no UF2 image"),
        (uf2(tmp_path / "pico2.uf2", RP2350), "is for another chip than the RP2040"),
    ):
        for code, said in (touchmove(tmp_path, *RUN, "--uf2", path), touchmove(tmp_path, *RUN, PICO_UF2=str(path))):
            assert code == 2
            assert f"{path} {reason}" in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--sim",), "exclude each other"),
        (("--port", "/dev/null"), "exclude each other"),
        (("--runtime", "cpython"), "--runtime is for --sim"),
        (("--board", "sim"), "sim cannot be emulated: its chip is no RP2040"),
        (("--board", "none"), "Known boards: "),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path, arguments, reason):
    code, said = touchmove(tmp_path, *RUN, *arguments, "--uf2", uf2(tmp_path / "pico.uf2", RP2040))
    assert code == 2
    assert reason in said
