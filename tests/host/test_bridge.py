# SPDX-License-Identifier: GPL-3.0-or-later
"""The bridge over real PTYs: whatever happens to cable, board or computer, every record is kept once."""

import queue
import resource
import subprocess
import sys
import time

import pytest
from fakeboard import Journal, PluggedBoard
from games import game

from touchmove import ports
from touchmove.archive import Archive
from touchmove.bridge import Bridge, State, Stored
from touchmove.check import check
from touchmove.errors import InputError, PortError, RefusalError

MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"
DEADLINE_S = 20


@pytest.fixture
def board():
    journal = Journal()
    for values in game(MOVES):
        journal.add(*values)
    board = PluggedBoard(journal)
    board.plug()
    yield board
    board.unplug()


@pytest.fixture
def archive(tmp_path):
    archive = Archive(tmp_path / "games.sqlite")
    yield archive
    archive.close()


class Watch:
    """A running bridge and what it told."""

    def __init__(self, archive, board):
        self.archive = archive
        self.changes = queue.Queue()
        self.bridge = Bridge(archive, lambda: find(board))
        self.bridge.listen(self.changes.put)

    def __enter__(self):
        self.bridge.start()
        return self

    def __exit__(self, *_):
        self.bridge.stop()

    def wait_for(self, wanted):
        deadline = time.monotonic() + DEADLINE_S
        while True:
            change = self.changes.get(timeout=max(0.01, deadline - time.monotonic()))
            if wanted(change):
                return change

    def state(self, name):
        return self.wait_for(lambda change: isinstance(change, State) and change.name == name)

    def stored(self, seq):
        return self.wait_for(lambda change: isinstance(change, Stored) and change.record.seq == seq)


def find(board):
    if not board.port:
        raise PortError("the cable is out")
    return board.port


def kept(archive, journal="j1"):
    return [record.line + b"\n" for record in archive.latest("u1", journal)]


def test_catches_up_and_goes_on(board, archive):
    with Watch(archive, board) as watch:
        assert watch.state("connected").board.unique == "u1"
        watch.stored(17)
        board.add("lifted", 5, "e2")
        assert watch.stored(18).record["square"] == "e2"
    assert kept(archive) == board.journal.lines


def test_nothing_is_told_twice(board, archive):
    with Watch(archive, board) as first:
        first.stored(17)
    board.add("lifted", 5, "e2")
    with Watch(archive, board) as second:
        change = second.wait_for(lambda change: isinstance(change, Stored))
        assert change.record.seq == 18


def test_reconnects_by_itself(board, archive):
    with Watch(archive, board) as watch:
        watch.stored(17)
        board.unplug()
        watch.wait_for(lambda change: isinstance(change, State) and "was lost" in change.text)
        watch.wait_for(lambda change: isinstance(change, State) and change.text == "the cable is out")
        board.reset()
        board.journal.add("resumed", 5, 1, 2)
        board.plug()
        watch.stored(18)
    assert kept(archive) == board.journal.lines


def test_noise_in_the_middle(board, archive):
    with Watch(archive, board) as watch:
        watch.stored(17)
        board.say(b"\x00\xff18 lifted 5 e2*0000\nhalf a li")
        board.add("lifted", 5, "e2")
        watch.stored(18)
    assert kept(archive) == board.journal.lines


KILLED = """
import sys
from pathlib import Path
from touchmove.archive import Archive
from touchmove.bridge import Bridge, Stored
bridge = Bridge(Archive(Path(sys.argv[1])), lambda: sys.argv[2])
bridge.listen(lambda change: isinstance(change, Stored) and print(change.record.seq, flush=True))
bridge.start()
sys.stdin.read()
"""


def test_killed_in_the_middle_of_a_game(board, tmp_path):
    path = tmp_path / "games.sqlite"
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path), board.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        process.stdout.readline()
        process.kill()
        process.communicate()
        board.add("lifted", 5, "e2")
    archive = Archive(path)
    with Watch(archive, board) as watch:
        watch.stored(20)
    assert kept(archive) == board.journal.lines
    assert [summary.plies for summary in archive.games()] == [16]
    archive.close()


def test_a_full_disk(board, archive, tmp_path):
    """The bridge says so, stores nothing by halves, and goes on when there is room."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        with Watch(archive, board) as watch:
            assert "make room" in watch.state("failed").text
            assert archive.last("u1", "j1") == 0
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            watch.stored(17)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert kept(archive) == board.journal.lines
    assert list(check(archive.path)) == []


def test_a_busy_port(board, archive):
    line = ports.open_port(board.port)
    with Watch(archive, board) as watch:
        watch.wait_for(lambda change: isinstance(change, State) and "in use by another program" in change.text)
        line.close()
        watch.stored(17)


def test_a_journal_that_contradicts_the_archive(board, archive):
    with Watch(archive, board) as watch:
        watch.stored(17)
    other = Journal("j1")
    for values in game(MOVES.replace("e8g8", "h7h6")):
        other.add(*values)
    board.journal = other
    board.reset()
    with Watch(archive, board) as watch:
        assert "record 17 of journal j1, board u1, differs" in watch.state("failed").text


def test_a_command(board, archive):
    with Watch(archive, board) as watch:
        watch.state("connected")
        watch.bridge.command("new", "5+3", "-", "club").result(DEADLINE_S)
        with pytest.raises(RefusalError, match=r"^time control bad$"):
            watch.bridge.command("new", "bad", "-", "club").result(DEADLINE_S)
        with pytest.raises(InputError, match="no such command"):
            watch.bridge.command("castle").result(DEADLINE_S)
        with pytest.raises(InputError, match=r"cannot be said.*too long"):
            watch.bridge.command("new", "5+3", "8/" * 150, "club").result(DEADLINE_S)
    assert board.done == [("new", "5+3", "-", "club")]


def test_a_command_without_board(board, archive):
    board.unplug()
    with Watch(archive, board) as watch, pytest.raises(PortError, match="no board is connected"):
        watch.bridge.command("end", "*", "abandoned").result(DEADLINE_S)


def test_a_board_at_its_prompt(board, archive):
    board.at_prompt = True
    with Watch(archive, board) as watch:
        assert "MicroPython prompt" in watch.state("prompted").text
        watch.bridge.resume()
        watch.stored(17)


def test_stop_frees_the_port(board, archive):
    with Watch(archive, board) as watch:
        watch.state("connected")
    ports.open_port(board.port).close()
