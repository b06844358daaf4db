# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal: what was synced is there again, whatever was cut; what was not is not half there."""

import random

import pytest

from drivers.journal_files import Files
from link import frame


def line(number, name="lifted", *values):
    return frame.encode(frame.RECORD, number, name, values or (number * 10, "e2"))


def fill(journal, count):
    for _ in range(count):
        journal.append(line(journal.last() + 1), journal.last() in (0, 40))
        journal.sync()


def test_every_record_can_be_read_again_in_any_order(tmp_path):
    journal = Files(str(tmp_path / "journal"))
    fill(journal, 90)
    numbers = list(range(1, 91))
    random.Random(1).shuffle(numbers)
    for again in (journal, Files(str(tmp_path / "journal"))):
        assert again.synced == again.last() == 90
        for number in numbers:
            assert again.read(number) == line(number)


def test_segments_stay_small_and_a_game_has_its_own_folder(tmp_path):
    journal = Files(str(tmp_path / "journal"))
    fill(journal, 90)
    files = [path for path in (tmp_path / "journal").rglob("0*") if path.is_file()]
    assert max(path.stat().st_size for path in files) <= 512
    assert {path.parent.name for path in files} == {"00000001", "00000041"}
    assert [frame.decode(text)[1] for text in journal.game()] == list(range(41, 91))


def test_nothing_is_written_before_sync(tmp_path):
    journal = Files(str(tmp_path / "journal"))
    journal.append(line(1), True)
    assert journal.last() == 1
    assert journal.synced == 0
    assert Files(str(tmp_path / "journal")).last() == 0
    assert journal.sync()
    assert not journal.sync()
    assert Files(str(tmp_path / "journal")).last() == 1


def test_many_waiting_records_fill_several_segments(tmp_path):
    journal = Files(str(tmp_path / "journal"))
    for number in range(1, 60):
        journal.append(line(number), number == 1)
    journal.sync()
    again = Files(str(tmp_path / "journal"))
    assert [again.read(number) for number in range(1, 60)] == [line(number) for number in range(1, 60)]


@pytest.mark.parametrize("cut", range(1, len(line(10))))
@pytest.mark.parametrize("alone", [False, True], ids=["behind others", "alone in its segment"])
def test_E09_a_torn_last_line_is_set_aside_and_the_journal_goes_on(tmp_path, cut, alone):
    journal = Files(str(tmp_path / "journal"))
    fill(journal, 9)
    if alone:
        journal.size = 512
    fill(journal, 1)
    last = max(path for path in (tmp_path / "journal").rglob("0*") if path.is_file())
    assert last.name == ("00000010" if alone else "00000001")
    torn = last.read_bytes()[:-cut]
    last.write_bytes(torn)
    again = Files(str(tmp_path / "journal"))
    assert again.synced == 9
    again.append(line(10, "lifted", 5, "d4"))
    again.sync()
    third = Files(str(tmp_path / "journal"))
    assert third.synced == 10
    assert third.read(9) == line(9)
    assert third.read(10) == line(10, "lifted", 5, "d4")
    kept = last.with_name(last.name + ".torn") if alone else last
    assert kept.read_bytes() == torn, "what was torn is still there to be looked at"


def test_the_id_is_drawn_once(tmp_path):
    first = Files(str(tmp_path / "a")).id
    assert first == Files(str(tmp_path / "a")).id
    assert first != Files(str(tmp_path / "b")).id
    assert len(first) == 8


def test_a_full_disk_loses_nothing(tmp_path):
    journal = Files(str(tmp_path / "journal"))
    fill(journal, 3)
    journal.append(line(4))
    folder = tmp_path / "journal" / "00000001"
    aside = tmp_path / "aside"
    folder.rename(aside)  # the next write has nowhere to go
    with pytest.raises(OSError, match="No such file"):
        journal.sync()
    aside.rename(folder)
    assert journal.sync()
    assert Files(str(tmp_path / "journal")).read(4) == line(4)
