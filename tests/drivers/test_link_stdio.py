# SPDX-License-Identifier: GPL-3.0-or-later
"""The link over a real PTY, under every runtime that is here: bytes pass unchanged, and nothing waits."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
import tty
from pathlib import Path
from types import SimpleNamespace

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MICROPYTHON = shutil.which("micropython", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))

# Answers each burst with its length and the bytes themselves; a lone "?" asks how often nothing was there.
PROGRAM = """
from drivers.link_stdio import Stdio
link = Stdio()
buf = bytearray(8)
empty = 0
link.write(b"ready\\n")
while True:
    count = link.read_into(buf)
    if not count:
        empty += 1
    elif buf[0] == 63:
        link.write(b"idle\\n" if empty > 100 else b"blocked\\n")
    elif buf[0] == 33:
        break
    else:
        link.write(b"%d:" % count + bytes(buf[:count]) + b"\\n")
"""


@pytest.fixture(params=["cpython", "micropython"])
def port(request, tmp_path):
    """Start the program with a PTY as its input and output; hand out our end."""
    if request.param == "micropython" and MICROPYTHON is None:
        pytest.skip("needs MicroPython for the desktop")
    command = [sys.executable, "-S"] if request.param == "cpython" else [MICROPYTHON]
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    environment = {**os.environ, "PYTHONPATH": str(FIRMWARE), "MICROPYPATH": str(FIRMWARE)}
    process = subprocess.Popen([*command, script], stdin=theirs, stdout=theirs, env=environment)
    os.close(theirs)
    try:
        assert read_line(ours) == b"ready\n"
        yield ours
        os.write(ours, b"!")
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_line(port):
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([port], [], [], 10)[0], f"only {line!r} came"
        line += os.read(port, 1)
    return line


def test_reads_what_is_there(port):
    os.write(port, b"abc")
    got = b""
    while len(got) < 3:
        count, text = read_line(port).split(b":", 1)
        assert int(count) == len(text) - 1
        got += text[:-1]
    assert got == b"abc"


def test_never_waits_for_bytes(port):
    deadline = time.monotonic() + 10
    answer = b""
    while answer != b"idle\n":  # a read that waits never comes back with nothing
        assert time.monotonic() < deadline, "every read waited"
        os.write(port, b"?")
        answer = read_line(port)


def test_changes_no_byte(port):
    every = bytes(byte for byte in range(256) if byte not in b"\n?!")
    got = b""
    for start in range(0, len(every), 8):
        os.write(port, every[start : start + 8])
        while len(got) < min(start + 8, len(every)):
            got += read_line(port).split(b":", 1)[1][:-1]
    assert got == every


@pytest.fixture
def piped(monkeypatch):
    """Return a link whose input is a pipe, and what writes into it."""
    from drivers.link_stdio import Stdio

    read, write = os.pipe()
    with os.fdopen(read, "rb", buffering=0) as raw, os.fdopen(write, "wb", buffering=0) as pen:
        stdin = SimpleNamespace(buffer=SimpleNamespace(raw=raw), fileno=raw.fileno)
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=None))
        yield Stdio(), pen.write
        monkeypatch.undo()


@pytest.mark.parametrize("call", [b"\r\x03\r\x01", b"x\x03yy\r\x03\x03", b"\x03\x03\x03"], ids=str)
def test_a_call_for_the_prompt_is_noticed_and_what_follows_is_left_for_it(piped, call):
    link, write = piped
    write(call)
    buf = bytearray(8)
    assert link.read_into(buf) == len(call.rstrip(b"\x01"))
    assert link.is_called
    assert link.read_into(buf) == 0


NOISE = (b"\x03", b"\r\x03", b"\r\x03>1", b"\x03x\x03y\x03", b"\r\r\r", b"\x03\x01\x03", b"\x04\x04")


@pytest.mark.parametrize("noise", NOISE, ids=str)
def test_E01_a_ctrl_c_in_noise_is_a_byte_like_others(piped, noise):
    link, write = piped
    write(noise)
    buf = bytearray(8)
    assert link.read_into(buf) == len(noise)
    assert bytes(buf[: len(noise)]) == noise
    write(b"\n>1 hello")
    assert link.read_into(buf) == 8
    assert not link.is_called
