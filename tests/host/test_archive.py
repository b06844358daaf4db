# SPDX-License-Identifier: GPL-3.0-or-later
"""Every record once, byte for byte, and games as views of them."""

import sqlite3

import pytest
from games import ended, game, records

from touchmove import record, schema
from touchmove.archive import Archive
from touchmove.errors import ArchiveError, InputError


@pytest.fixture
def archive(tmp_path):
    archive = Archive(tmp_path / "deep" / "games.sqlite")
    yield archive
    archive.close()


def test_exactly_once(archive):
    some = records(game("e2e4 e7e5"))
    assert archive.store("b", "j", some[:2]) == some[:2]
    assert archive.store("b", "j", some) == some[2:]
    assert archive.last("b", "j") == 3
    assert archive.last("b", "other") == archive.last("other", "j") == 0
    assert archive.latest("b", "j") == some


def test_it_outlives_the_program(archive):
    archive.store("b", "j", records(game("e2e4")))
    again = Archive(archive.path)
    assert [line.line for line in again.latest("b", "j")] == [line.line for line in records(game("e2e4"))]
    again.close()


def test_other_bytes_under_the_same_key(archive):
    archive.store("b", "j", records(game("e2e4")))
    with pytest.raises(ArchiveError, match="record 2 of journal j, board b, differs") as caught:
        archive.store("b", "j", records(game("e2e4 e7e5"))[2:] + records(game("d2d4"))[1:])
    assert "e2e4" in str(caught.value) and "d2d4" in str(caught.value)
    assert archive.last("b", "j") == 2  # all or none


def test_games_of_several_journals(archive):
    one = records([*game("e2e4"), ended(), *game("d2d4 d7d5")])
    two = records(game("c2c4"))
    archive.store("b", "j1", one[:2])
    archive.store("b", "j2", two)
    archive.store("b", "j1", one[2:])
    listed = [(game.number, game.journal, game.plies, game.ended and game.ended["result"]) for game in archive.games()]
    assert listed == [(1, "j1", 1, "1-0"), (2, "j2", 1, None), (3, "j1", 2, None)]
    assert archive.numbers() == [1, 2, 3]
    assert [ply.san for ply in archive.game(3).plies] == ["d4", "d5"]
    assert archive.game(1).result == "1-0"
    assert archive.number("b", "j1", 4) == 3
    assert [line.seq for line in archive.latest("b", "j1")] == [4, 5, 6]


def test_no_such_game(archive):
    with pytest.raises(InputError, match="no game 7: `touchmove games`"):
        archive.game(7)


def test_a_file_that_is_no_archive(tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text("this is a letter, not an archive" * 100)
    with pytest.raises(ArchiveError, match="damaged"):
        Archive(path)


def test_an_archive_of_a_newer_version(archive):
    with sqlite3.connect(archive.path) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    db.close()
    with pytest.raises(ArchiveError, match="newer Touchmove"):
        Archive(archive.path)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError, match="TOUCHMOVE_HOME"):
        Archive(tmp_path / "file" / "games.sqlite")


def test_two_programs_at_once(archive):
    other = Archive(archive.path)
    archive.store("b", "j", records(game("e2e4")))
    assert other.store("b", "j", records(game("e2e4"))) == []
    assert len(other.games()) == 1
    other.close()


def test_a_record_is_what_the_board_wrote():
    made = record.make(4, "moved", 1, 1, "e2e4", "black", 5, 6, 1, 0, 0, 0)
    assert record.parse(made.line) == made
    assert (made["move"], made["black"], made.get("side")) == ("e2e4", 6, None)
    assert record.parse(b"junk") is None
