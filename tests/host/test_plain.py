# SPDX-License-Identifier: GPL-3.0-or-later
"""The plain text beside the archive: lines as they came, in step again after whatever tore it."""

import pytest
from games import game, records

from touchmove.archive import Archive
from touchmove.errors import ArchiveError


@pytest.fixture
def archive(tmp_path):
    archive = Archive(tmp_path / "games.sqlite")
    yield archive
    archive.close()


SOME = records(game("e2e4 e7e5 g1f3"))
WHOLE = b"".join(record.line + b"\n" for record in SOME)


def test_the_lines_as_they_came(archive, tmp_path):
    for record in SOME:
        archive.store("b", "j", [record])
    assert (tmp_path / "games.records" / "b+j.txt").read_bytes() == WHOLE
    archive.store("b", "j", SOME)
    assert archive.plain.path("b", "j").read_bytes() == WHOLE


def test_a_board_names_no_file_of_its_choice(archive, tmp_path):
    for board in ("../../b", "/etc/passwd", "C:\\b", ".", "", "b+j", "ü\n\0"):
        archive.store(board, "..", SOME)
        path = archive.plain.path(board, "..")
        assert path.parent == tmp_path / "games.records" and path.read_bytes() == WHOLE
    boards = [board for board, journal, _ in archive.plain.journals() if journal == ".."]
    assert sorted(boards) == sorted(("../../b", "/etc/passwd", "C:\\b", ".", "", "b+j", "ü\n\0"))


@pytest.mark.parametrize("cut", [0, 1, len(SOME[0].line), len(SOME[0].line) + 1, len(WHOLE) - 1])
def test_a_torn_end_is_made_good_at_the_start(archive, cut):
    archive.store("b", "j", SOME)
    path = archive.plain.path("b", "j")
    path.write_bytes(WHOLE[:cut])
    archive.mend()
    assert path.read_bytes() == WHOLE


def test_a_file_that_is_gone(archive):
    archive.store("b", "j", SOME[:2])
    archive.plain.path("b", "j").unlink()
    archive.store("b", "j", SOME[2:])
    assert archive.plain.path("b", "j").read_bytes() == WHOLE


@pytest.mark.parametrize("junk", [b"a letter to my aunt\n", b"\0" * 9000, b"\0" * 9000 + b"\n", WHOLE + b"# note\n"])
def test_a_file_that_is_something_else_is_put_aside(archive, junk):
    path = archive.plain.path("b", "j")
    archive.store("b", "j", SOME[:3])
    path.write_bytes(junk)
    archive.store("b", "j", SOME[3:])
    assert path.read_bytes() == WHOLE
    path.write_bytes(junk)
    archive.mend()
    assert [file.name for file in sorted(path.parent.iterdir())] == [
        "b+j.txt",
        "b+j.txt.damaged-1",
        "b+j.txt.damaged-2",
    ]


def test_records_that_a_kill_left_out_of_the_archive_come_again(archive):
    archive.plain.folder.mkdir()
    archive.plain.path("b", "j").write_bytes(WHOLE)  # written, and killed before the archive had them
    archive.store("b", "j", SOME[:3])
    archive.store("b", "j", SOME[3:])
    assert archive.plain.path("b", "j").read_bytes() == WHOLE
    assert archive.last("b", "j") == 4


def test_a_text_that_cannot_be_written(archive):
    archive.plain.folder.write_text("in the way")
    with pytest.raises(ArchiveError, match=r"games.records cannot be written.*nothing is lost.*make room"):
        archive.store("b", "j", SOME)
    assert archive.last("b", "j") == 0
    archive.plain.folder.unlink()
    assert archive.store("b", "j", SOME) == SOME
