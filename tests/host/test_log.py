# SPDX-License-Identifier: GPL-3.0-or-later
"""Records as lines to read: of a kept game, of one name, and as they arrive."""

import pytest
from games import ended, game, records
from test_run import read_to, running, start, stop

from touchmove import log, record
from touchmove.archive import Archive


@pytest.fixture
def home(tmp_path):
    archive = Archive(tmp_path / "games.sqlite")
    archive.store("u1", "j1", records([*game("e2e4 e7e5"), ended(), *game("d2d4")]))
    archive.close()
    return tmp_path


def touchmove(home, *words):
    process = start("log", home, *words)
    out, error = process.communicate(timeout=30)
    return process.returncode, out, error


def test_every_kind_of_record_is_a_line():
    for number, (name, fields) in enumerate(log.table.RECORDS, 1):
        values = [7 if kind in ("int", "ms", "ply") else "a b" for _, kind in fields]
        line = log.text(record.make(number, name, *values))
        assert line.split()[:3] == [str(number), "0:00:00.007", name]
        assert all(f" {field}=" in line for field, _ in fields if field != "at")


def test_times_are_for_people():
    assert [log.time(ms) for ms in (0, 61_005, 3_600_000 * 12 + 59, -1500)] == [
        "0:00:00.000",
        "0:01:01.005",
        "12:00:00.059",
        "-0:00:01.500",
    ]


def test_a_record_of_another_version_is_shown_as_it_is():
    assert log.text(record.recall(3, "danced", b"3 danced 5*ABCD")) == "     3  3 danced 5*ABCD"


def test_the_last_game_or_another(home):
    code, out, _ = touchmove(home)
    assert code == 0
    assert [line.split()[:4] for line in out.splitlines()] == [
        ["5", "0:00:00.000", "started", "epoch=1700000000"],
        ["6", "0:00:01.000", "moved", "ply=1"],
    ]
    assert "move=d2d4" in out and "white=0:04:59.000" in out
    assert touchmove(home, "--game", "1")[1].count("\n") == 4


def test_only_records_of_a_name(home):
    assert [line.split()[2] for line in touchmove(home, "moved", "ended", "--game", "1")[1].splitlines()] == [
        "moved",
        "moved",
        "ended",
    ]
    code, _, error = touchmove(home, "moves")
    assert code == 2 and "there is no record 'moves': there are" in error


def test_no_such_game(home):
    code, _, error = touchmove(home, "--game", "9")
    assert code == 2 and "there is no game 9" in error


def test_options_that_exclude_each_other(home):
    for words in (("--follow", "--game", "1"), ("--port", "/dev/x")):
        code, _, error = touchmove(home, *words)
        assert code == 2 and "--port goes with --follow" in error


def follows(tmp_path, board, *words):
    for fields in game("e2e4"):
        board.add(*fields)
    process = start("log", tmp_path, "--follow", "moved", *words)
    assert "move=e2e4" in process.stdout.readline()
    board.add(*game("e2e4 e7e5")[2])
    assert "move=e7e5" in process.stdout.readline()
    return process


def test_following_a_board(tmp_path, board):
    assert "Traceback" not in stop(follows(tmp_path, board, "--port", board.port))


def test_following_what_a_run_keeps(tmp_path, board):
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        process = follows(tmp_path, board)
        stop(run)
    _, error = process.communicate(timeout=30)
    assert process.returncode == 3 and "`touchmove run` has ended" in error
