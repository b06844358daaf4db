# SPDX-License-Identifier: GPL-3.0-or-later
"""`touchmove check` finds what is wrong and says what to do; a rebuild makes good what archive or text still have."""

import sqlite3

import pytest
from games import ended, game, moved, records

from touchmove.archive import Archive
from touchmove.check import check
from touchmove.rebuild import rebuild

ONE = records([*game("e2e4 e7e5"), ended(), *game("d2d4")])
TWO = records(game("c2c4 c7c5 g1f3"))


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "games.sqlite"
    archive = Archive(path)
    archive.store("b", "j2", TWO)
    archive.store("b", "j1", ONE)
    archive.close()
    return path


def text(path, journal="j1"):
    return path.with_suffix(".records") / f"b+{journal}.txt"


def change(path, *statements):
    """Do to the file what no program of ours would."""
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("DROP TRIGGER record_stays; DROP TRIGGER record_is_kept;")
    for statement in statements:
        db.execute(statement)
    db.close()


def told(path):
    return [f"{problem.where}: {problem.text}" for problem in check(path)]


def lines(path, journal):
    archive = Archive(path)
    kept = [record.line for record in archive.records("b", journal)]
    archive.close()
    return kept


def plies(path):
    archive = Archive(path)
    found = {number: [ply.san for ply in archive.game(number).plies] for number in archive.numbers()}
    archive.close()
    return found


def is_whole(path):
    return (
        told(path) == []
        and lines(path, "j1") == [record.line for record in ONE]
        and lines(path, "j2") == [record.line for record in TWO]
        and plies(path) == {1: ["c4", "c5", "Nf3"], 2: ["e4", "e5"], 3: ["d4"]}
    )


def test_nothing_is_wrong(path):
    assert is_whole(path)


def test_a_record_with_a_wrong_check_sum(path):
    change(path, "UPDATE record SET line = replace(CAST(line AS TEXT), 'e2e4', 'd2d4') WHERE name = 'x'")
    change_line = "UPDATE record SET line = CAST(replace(CAST(line AS TEXT), 'e7e5', 'd7d5') AS BLOB) WHERE seq = 3"
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(change_line + " AND journal = 'j1'")
    db.close()
    found = told(path)
    assert found[0].startswith("record 3 of journal j1, board b: its check sum is wrong")
    assert any("game 2, record 3: is of another version" in line for line in found)
    report = rebuild(path)
    assert (report.records, report.games, report.from_text, report.unread) == (10, 3, 1, 1)
    assert [file.name for file in report.aside] == ["games.sqlite.damaged-1"]
    assert is_whole(path)


def test_a_record_that_is_missing(path):
    change(path, "DELETE FROM record WHERE journal = 'j1' AND seq = 2")
    assert "record 3 of journal j1, board b: comes after record 1: those between are missing" in told(path)
    assert rebuild(path).from_text == 1
    assert is_whole(path)


def test_a_game_without_a_number(path):
    change(path, "DELETE FROM game WHERE number = 2")
    assert told(path) == ["record 1 of journal j1, board b: a game begins that has no number"]
    rebuild(path)
    assert told(path) == []
    assert plies(path) == {1: ["c4", "c5", "Nf3"], 3: ["d4"], 4: ["e4", "e5"]}


@pytest.mark.parametrize("damage", [b"this is a letter" * 400, b""])
def test_an_archive_that_is_none_any_more(path, damage):
    path.write_bytes(damage)
    assert len(told(path)) > 0
    report = rebuild(path)
    assert (report.records, report.games, report.from_text) == (10, 3, 10)
    assert told(path) == []
    assert sorted(plies(path).values()) == [["c4", "c5", "Nf3"], ["d4"], ["e4", "e5"]]


def test_an_archive_with_a_hole(tmp_path):
    path = tmp_path / "games.sqlite"
    archive = Archive(path)
    many = records(game("g1f3 g8f6 f3g1 f6g8 " * 400))
    archive.store("b", "j1", many)
    archive.close()
    content = bytearray(path.read_bytes())
    content[40_960:45_056] = bytes(4096)
    path.write_bytes(content)
    assert any("--rebuild" in problem.remedy for problem in check(path))
    report = rebuild(path)
    assert report.records == len(many)
    assert told(path) == []
    assert lines(path, "j1") == [record.line for record in many]


def test_an_archive_that_is_gone(path):
    path.unlink()
    assert any("records more than the archive" in line for line in told(path))
    rebuild(path)
    assert sorted(plies(path).values()) == [["c4", "c5", "Nf3"], ["d4"], ["e4", "e5"]]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda content: content[:40], "lines are missing, torn or out of order"),
        (lambda content: content[: content.index(b"\n") + 1], "has 5 records less than the archive"),
        (lambda content: content.replace(b"e7e5", b"e7e6"), "line 3 is not in the archive"),
        (lambda content: b"\n".join(sorted(content.split(b"\n"), reverse=True)), "torn or out of order"),
        (
            lambda content: content + records([("faulted", 1, "x")], 6)[0].line + b"\n",
            "1 records more than the archive",
        ),
    ],
)
def test_a_text_that_is_not_what_was_kept(path, spoil, words):
    text(path).write_bytes(spoil(text(path).read_bytes()))
    (line,) = told(path)
    assert words in line
    rebuild(path)
    assert told(path) == []
    assert lines(path, "j1")[:6] == [record.line for record in ONE]


def test_a_text_that_is_missing(path):
    text(path, "j2").unlink()
    assert told(path) == [f"{text(path, 'j2')}: the plain text is missing"]
    rebuild(path)
    assert is_whole(path)


def test_a_game_that_is_not_sound_is_no_matter_for_a_rebuild(tmp_path):
    path = tmp_path / "games.sqlite"
    archive = Archive(path)
    archive.store("b", "j", records([*game("e2e4"), moved(2, "e7e4")]))
    archive.close()
    (problem,) = check(path)
    assert problem.where == "game 1, record 3" and not problem.is_mendable
    assert "b+j.txt" in problem.remedy


def test_what_was_put_aside_is_never_overwritten(path):
    for number in (1, 2):
        path.write_bytes(b"junk %d" % number)
        rebuild(path)
    assert path.with_name("games.sqlite.damaged-1").read_bytes() == b"junk 1"
    assert path.with_name("games.sqlite.damaged-2").read_bytes() == b"junk 2"
