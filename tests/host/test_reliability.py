# SPDX-License-Identifier: GPL-3.0-or-later
"""What `make reliability` does to the link, in small; in full it is a program of its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

import killed_host
import pytest
from cable import Board, Score, commands, table
from reliability_link import Session


@pytest.fixture
def session(tmp_path):
    with Session(tmp_path) as session:
        yield session


def test_a_span_holds_every_kind_of_record_and_command():
    board = Board()
    score = Score(board.journal)
    for step in score.span():
        step()
    score.restart()
    assert {line.split()[1].decode() for line in board.journal.lines} == {name for name, _ in table.RECORDS}
    assert {"hello", "from", *commands()} == {name for name, _ in table.COMMANDS}


@pytest.mark.parametrize("between", [False, True])
def test_cut(session, between):
    assert "each kept once" in session.cut_everywhere(between, 41)


def test_bytes_that_change(session):
    assert "each kept once" in session.disturb(3)


def test_a_computer_that_sleeps(session):
    assert "2 sleeps of 300 s" in session.stall(2)


def test_a_host_that_is_killed(tmp_path):
    assert "each kept once" in killed_host.kill(tmp_path / "kill", 2, 1)
