# SPDX-License-Identifier: GPL-3.0-or-later
"""`touchmove run` as a program at a terminal: it ends quietly when told to, and two do not share an archive."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from fakeboard import PluggedBoard

RUN = ("--no-browser", "--http", "0")


def start(program, home, *arguments, **how):
    """Start a program of ours in a process group of its own, as a shell would."""
    command = [sys.executable, "-m", "touchmove", program, *arguments]
    environment = {**os.environ, "TOUCHMOVE_HOME": str(home), "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0, **how
    )


@contextmanager
def running(home, *arguments):
    """A `touchmove run` whose page is up."""
    process = start("run", home, *RUN, *arguments)
    try:
        said = process.stdout.readline()
        assert "The board is at http://127.0.0.1:" in said
        process.url = said.split()[4]
        yield process
    finally:
        process.kill()
        process.communicate()


def read_to(stream, text):
    """Return what is said up to this text. A program that ends before has failed, and nobody waits for it."""
    said = ""
    while not said.endswith(text):
        letter = stream.read(1)
        assert letter, f"it ended before it said {text!r}: {said}"
        said += letter
    return said


def stop(process):
    """Press Ctrl-C: the terminal tells all of the group. Return what was said in the end."""
    os.killpg(process.pid, signal.SIGINT)
    said, error = process.communicate(timeout=20)
    assert process.returncode == 0
    return said + error


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_ctrl_c_ends_quietly(tmp_path, runtime):
    for _ in range(3):
        with running(tmp_path, "--sim", "--runtime", runtime) as process:
            read_to(process.stderr, "is connected")
            process.stderr.readline()
            said = stop(process)
        assert said == ""


def test_a_board_that_nobody_knows_has_no_faces(tmp_path):
    process = start("run", tmp_path, *RUN, "--sim", "--board", "none")
    _, said = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "pico_reed, pico_w_oled, sim." in said


def test_the_second_bridge_says_so_and_leaves(tmp_path):
    board = PluggedBoard()
    board.plug()
    try:
        with running(tmp_path, "--port", board.port) as first:
            second = start("run", tmp_path, *RUN, "--port", board.port)
            said = second.communicate(timeout=30)[1]
            assert second.returncode == 3
            assert "another `touchmove run` keeps its games in" in said and "Traceback" not in said
            assert "lost" not in stop(first)
    finally:
        board.unplug()
