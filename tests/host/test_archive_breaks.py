# SPDX-License-Identifier: GPL-3.0-or-later
"""The archive under a full disk, kill -9, older versions, and programs that would change what is kept."""

import random
import resource
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from games import ended, game, records

from touchmove import schema
from touchmove.archive import Archive
from touchmove.check import check
from touchmove.errors import ArchiveError

SOME = records([*game("e2e4 e7e5"), ended(), *game("d2d4")])

VERSION_1 = """
CREATE TABLE record (
    id INTEGER PRIMARY KEY, board TEXT NOT NULL, journal TEXT NOT NULL, seq INTEGER NOT NULL, name TEXT NOT NULL,
    line BLOB NOT NULL, UNIQUE (board, journal, seq)
) STRICT;
CREATE TABLE game (
    number INTEGER PRIMARY KEY AUTOINCREMENT, board TEXT NOT NULL, journal TEXT NOT NULL, first INTEGER NOT NULL,
    UNIQUE (board, journal, first)
) STRICT;
CREATE VIEW span AS SELECT number, board, journal, first,
    lead(first, 1, 9223372036854775807) OVER (PARTITION BY board, journal ORDER BY first) AS next FROM game;
PRAGMA user_version = 1;
"""


@pytest.fixture
def archive(tmp_path):
    archive = Archive(tmp_path / "games.sqlite")
    yield archive
    archive.close()


@contextmanager
def opened(path):
    db = sqlite3.connect(path, isolation_level=None)
    try:
        yield db
    finally:
        db.close()


def make_version_1(path, some):
    with opened(path) as db:
        db.executescript(VERSION_1)
        for record in some:
            sql = "INSERT INTO record (board, journal, seq, name, line) VALUES ('b', 'j', ?, ?, ?)"
            db.execute(sql, (record.seq, record.name, record.line))
        # Numbers as they were given, with a gap where a game of another archive was taken out by hand.
        db.execute("INSERT INTO game VALUES (3, 'b', 'j', 1), (7, 'b', 'j', 5)")


def test_an_archive_of_the_version_before(tmp_path):
    path = tmp_path / "games.sqlite"
    make_version_1(path, SOME)
    archive = Archive(path)
    assert archive.numbers() == [3, 7]
    assert [record.line for record in archive.records("b", "j")] == [record.line for record in SOME]
    assert archive.store("b", "j", SOME) == []
    archive.store("b", "j2", SOME)
    assert archive.numbers() == [3, 7, 8, 9]
    archive.close()
    Archive(path).close()
    with opened(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        made = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
    assert {"record", "game", "span", "record_stays"} <= made and not {"record_1", "game_1"} & made


def test_a_migration_without_room_changes_nothing(tmp_path):
    path = tmp_path / "games.sqlite"
    make_version_1(path, records(game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")))
    with room(path.stat().st_size), pytest.raises(ArchiveError, match="make room"):
        Archive(path)
    archive = Archive(path)
    assert archive.numbers() == [3, 7]
    archive.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET line = x'00'",
        "DELETE FROM record",
        "INSERT INTO record (board, journal, seq, name, line) VALUES ('b', 'j', 0, 'x', x'00')",
        "INSERT INTO record (board, journal, seq, name, line) VALUES ('b', 'j', 1, 'x', x'00')",
        "INSERT INTO record (board, journal, seq, name, line) VALUES ('b', 'j', 'two', 'x', x'00')",
        "INSERT INTO game (board, journal, first) VALUES ('b', 'j', 99)",
        "INSERT INTO game (board, journal, first) VALUES ('b', 'j', 1)",
    ],
)
def test_no_program_can_break_it(archive, statement):
    archive.store("b", "j", SOME)
    with opened(archive.path) as db:
        db.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)


@contextmanager
def room(size):
    """A disk on which no file can grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 100, 3000, 40_000, 90_000])
def test_a_full_disk(archive, size):
    """Whatever fails first, the archive or its text: all or nothing, and it goes on when there is room."""
    many = records(game("g1f3 g8f6 f3g1 f6g8 " * 300))
    archive.store("b", "j", many[:2])
    stored = 2
    with room(size):
        for at in range(2, len(many), 20):
            try:
                stored += len(archive.store("b", "j", many[at : at + 20]))
            except ArchiveError as error:
                assert "make room" in str(error)
                break
    assert stored < len(many)
    assert archive.last("b", "j") == stored
    assert archive.store("b", "j", many) == many[stored:]
    assert [record.line for record in archive.records("b", "j")] == [record.line for record in many]
    assert list(check(archive.path)) == []


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from games import game, records
from touchmove.archive import Archive
archive = Archive(Path(sys.argv[1]))
archive.mend()
many = records(game("g1f3 g8f6 f3g1 f6g8 " * 400))
print("ready", flush=True)
for record in many[archive.last("b", "j") :]:
    archive.store("b", "j", [record])
    sys.stdout.write(f"{record.seq}\\n")
    sys.stdout.flush()
"""


def test_kill_9_at_random(tmp_path):
    dice = random.Random(9)
    path = tmp_path / "games.sqlite"
    many = records(game("g1f3 g8f6 f3g1 f6g8 " * 400))
    acknowledged = 0
    for _ in range(12):
        command = [sys.executable, "-c", KILLED, str(path), str(Path(__file__).parent)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        for _ in range(dice.randrange(1, 40)):
            if line := process.stdout.readline():
                acknowledged = int(line)
        process.kill()
        said = process.communicate()[0].splitlines(keepends=True)
        acknowledged = max([acknowledged, *(int(line) for line in said if line.endswith(b"\n"))])
        archive = Archive(path)
        last = archive.last("b", "j")
        assert acknowledged <= last
        assert [record.line for record in archive.records("b", "j")] == [record.line for record in many[:last]]
        archive.mend()
        assert archive.plain.path("b", "j").read_bytes().startswith(b"".join(r.line + b"\n" for r in many[:last]))
        archive.store("b", "j", many[:last])
        archive.close()
    archive = Archive(path)
    archive.store("b", "j", many)
    archive.close()
    assert list(check(path)) == []
