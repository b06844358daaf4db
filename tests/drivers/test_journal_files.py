# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal: what was synced is there again, whatever was cut; what was not is not half there."""

import io
import random

import pytest

from drivers.journal_files import Files
from link import frame
from storage import lines


def line(number, name="lifted", *values):
    return frame.encode(frame.RECORD, number, name, values or (number * 10, "e2"))


def fill(journal, count):
    for _ in range(count):
        journal.append(line(journal.last() + 1), journal.last() in (0, 40))
        journal.sync()


def test_every_record_can_be_read_again_in_any_order(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 90)
    numbers = list(range(1, 91))
    random.Random(1).shuffle(numbers)
    for again in (journal, Files(str(tmp_path / "journal"), 0)):
        assert again.synced == again.last() == 90
        for number in numbers:
            assert again.read(number) == line(number)


def test_who_reads_one_after_the_other_has_each_looked_at_once(tmp_path, monkeypatch):
    journal = Files(str(tmp_path / "journal"), 0)
    for _ in range(600):
        journal.append(line(journal.last() + 1), journal.last() == 0)
        journal.sync()
    tidied(journal)
    looked = []
    is_sound = lines._is_sound
    monkeypatch.setattr(lines, "_is_sound", lambda line, number: looked.append(number) or is_sound(line, number))
    for number in range(1, 601):
        assert journal.read(number) == line(number)
    assert len(looked) == 600


def test_segments_stay_small_and_a_game_has_its_own_folder(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 90)
    files = [path for path in (tmp_path / "journal").rglob("0*") if path.is_file()]
    assert max(path.stat().st_size for path in files) <= 512
    assert {path.parent.name for path in files} == {"00000001", "00000041"}
    assert [frame.decode(text)[1] for text in journal.game()] == list(range(41, 91))


def test_nothing_is_written_before_sync(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    journal.append(line(1), True)
    assert journal.last() == 1
    assert journal.synced == 0
    assert Files(str(tmp_path / "journal"), 0).last() == 0
    assert journal.sync()
    assert not journal.sync()
    assert Files(str(tmp_path / "journal"), 0).last() == 1


def test_many_waiting_records_fill_several_segments(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    for number in range(1, 60):
        journal.append(line(number), number == 1)
    journal.sync()
    again = Files(str(tmp_path / "journal"), 0)
    assert [again.read(number) for number in range(1, 60)] == [line(number) for number in range(1, 60)]


@pytest.mark.parametrize("cut", range(1, len(line(10))))
@pytest.mark.parametrize("alone", [False, True], ids=["behind others", "alone in its segment"])
def test_E09_a_torn_last_line_is_cut_off_and_put_aside_and_the_journal_goes_on(tmp_path, cut, alone):
    torn_at = (lambda data: data[:-cut]) if cut % 2 else (lambda data: data[:-cut] + b"\xff" * cut)
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 7)
    ninth = line(9, "faulted", 90, "x" * (180 if alone else 1))  # it leaves no room for another
    for long in (line(8, "faulted", 80, "x" * 140), ninth):
        journal.append(long)
        journal.sync()
    fill(journal, 1)
    last = max(path for path in (tmp_path / "journal").rglob("0*") if path.is_file())
    assert last.name == ("00000010" if alone else "00000001")
    torn = torn_at(last.read_bytes())
    last.write_bytes(torn)
    again = Files(str(tmp_path / "journal"), 0)
    assert again.synced == 9
    assert again.damage == f"{last}.1"
    again.append(line(10, "lifted", 5, "d4"))
    again.sync()
    third = Files(str(tmp_path / "journal"), 0)
    assert (third.synced, third.damage) == (10, "")
    assert third.read(9) == ninth
    assert third.read(10) == line(10, "lifted", 5, "d4")
    assert last.with_name(last.name + ".1").read_bytes() == torn, "what was torn is still there to be looked at"


def test_what_is_put_aside_overwrites_nothing(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    last = tmp_path / "journal" / "00000001" / "00000001"
    for number in (1, 2, 3):
        fill(journal, 2)
        last.write_bytes(last.read_bytes() + b"x%d" % number)
        journal = Files(str(tmp_path / "journal"), 0)
    assert [last.with_name(f"00000001.{number}").read_bytes()[-1:] for number in (1, 2, 3)] == [b"1", b"2", b"3"]
    assert list(journal.game()) == [line(number) for number in range(1, 7)]


def test_a_game_whose_folder_was_all_that_was_made_begins_behind_the_one_before(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 9)
    (tmp_path / "journal" / "00000010").mkdir()
    again = Files(str(tmp_path / "journal"), 0)
    assert again.synced == 9
    fill(again, 1)
    assert list(Files(str(tmp_path / "journal"), 0).game()) == [line(10)]


def test_a_journal_that_cannot_be_read_is_put_aside_whole(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 40)
    before = journal.id
    middle = tmp_path / "journal" / "00000001" / "00000001"
    middle.write_bytes(middle.read_bytes().replace(b"lifted", b"liftex", 1))
    again = Files(str(tmp_path / "journal"), 0)
    with pytest.raises(ValueError, match=r"record \d+ of the journal is damaged"):
        list(again.game())
    again.renew()
    assert (again.synced, again.damage) == (0, str(tmp_path / "journal.1"))
    assert again.id != before
    assert (tmp_path / "journal.1" / "00000001" / middle.name).exists()


def make_games(folder, sizes):
    journal = Files(str(folder), 1 << 40)  # more than there is: always crowded
    for size in sizes:
        for index in range(size):
            journal.append(line(journal.last() + 1), not index)
            journal.sync()
    return journal


def tidied(journal):
    """Return after how many steps there is nothing more to do."""
    steps = 0
    while journal.games.tidy():
        steps += 1
    assert journal.games.is_untidy == journal.games.is_crowded
    return steps


def test_old_games_make_room_when_a_computer_keeps_them_and_not_before(tmp_path):
    journal = make_games(tmp_path / "journal", (30, 5, 60))
    assert journal.games.is_crowded
    tidied(journal)
    assert journal.games.first == 1
    journal.games.kept = 29
    assert not journal.games.tidy(), "one of its records is not kept yet"
    journal.games.kept = 34
    while journal.games.tidy():
        assert journal.games.first == 31
        again = Files(str(tmp_path / "journal"), 1 << 40)  # the power goes at any time
        assert again.games.first == 31
        assert again.synced == 95
    assert journal.read(31) == line(31)
    journal.games.kept = 95
    tidied(journal)
    assert journal.games.first == 36, "the game that runs stays"
    assert sorted(path.name for path in (tmp_path / "journal").iterdir()) == ["00000036", "id"]


def test_removing_goes_on_after_a_power_cut(tmp_path):
    journal = make_games(tmp_path / "journal", (30, 5))
    journal.games.kept = 35
    while journal.games.first == 1:
        assert journal.games.tidy()
    again = Files(str(tmp_path / "journal"), 1 << 40)
    tidied(again)
    assert sorted(path.name for path in (tmp_path / "journal").iterdir()) == ["00000031", "id"]


def test_segments_are_packed_and_the_power_may_go_at_any_time(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    lines = []
    for number in range(1, 601):
        lines.append(line(number))
        journal.append(lines[-1], number in (1, 500))
        journal.sync()
        if number % 7 == 0 and journal.games.is_untidy:
            journal.games.tidy()
        if number % 5 == 0:
            again = Files(str(tmp_path / "journal"), 0)
            assert (again.synced, again.damage) == (number, "")
            assert list(again.game()) == lines[499 if number >= 500 else 0 :]
            if number % 3 == 0:
                journal = again  # the power has gone
    tidied(journal)
    files = list((tmp_path / "journal" / "00000001").iterdir())
    assert len(files) <= 499 * len(line(100)) / 4096 + 9
    assert max(path.stat().st_size for path in files) <= 4096, "one block"
    assert [journal.read(number) for number in range(1, 601)] == lines


def test_with_room_nothing_goes(tmp_path):
    make_games(tmp_path / "journal", (30, 5))
    journal = Files(str(tmp_path / "journal"), 1)
    journal.games.kept = 35
    assert not journal.games.is_crowded
    assert not journal.games.tidy()
    assert journal.games.first == 1


def test_the_id_is_drawn_once(tmp_path):
    first = Files(str(tmp_path / "a"), 0).id
    assert first == Files(str(tmp_path / "a"), 0).id
    assert first != Files(str(tmp_path / "b"), 0).id
    assert len(first) == 8


def test_a_full_disk_loses_nothing(tmp_path):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 3)
    journal.append(line(4))
    folder = tmp_path / "journal" / "00000001"
    aside = tmp_path / "aside"
    folder.rename(aside)  # the next write has nowhere to go
    with pytest.raises(OSError, match="No such file"):
        journal.sync()
    aside.rename(folder)
    assert journal.sync()
    assert Files(str(tmp_path / "journal"), 0).read(4) == line(4)


def test_what_a_full_disk_took_in_part_is_not_packed(tmp_path, monkeypatch):
    journal = Files(str(tmp_path / "journal"), 0)

    class Full(io.FileIO):
        def write(self, data):
            super().write(data[: len(data) // 2])
            raise OSError(28, "No space left on device")

    for number in range(1, 401):
        journal.append(line(number), number == 1)
        if number % 5 == 0:
            monkeypatch.setattr("builtins.open", lambda path, mode: Full(path, mode))
            for _ in range(9):  # it is tried again with each step
                with pytest.raises(OSError, match="No space"):
                    journal.sync()
            monkeypatch.undo()
            journal.sync()
        if number % 50 == 0:
            tidied(journal)
    for again in (journal, Files(str(tmp_path / "journal"), 0)):
        assert [again.read(number) for number in range(1, 401)] == [line(number) for number in range(1, 401)]
        assert len(list(again.game())) == 400


def test_a_game_that_begins_while_the_disk_is_full_has_a_folder_of_its_own(tmp_path, monkeypatch):
    journal = Files(str(tmp_path / "journal"), 0)
    fill(journal, 3)
    monkeypatch.setattr("builtins.open", lambda path, mode: io.FileIO("/dev/full", mode))
    for number in range(4, 9):
        journal.append(line(number), number in (5, 7))
        with pytest.raises(OSError, match="No space"):
            journal.sync()
    monkeypatch.undo()
    journal.sync()
    for again in (journal, Files(str(tmp_path / "journal"), 0)):
        assert [frame.decode(text)[1] for text in again.game()] == [7, 8]
        assert [again.read(number) for number in range(1, 9)] == [line(number) for number in range(1, 9)]
    assert {path.name for path in (tmp_path / "journal").iterdir() if path.is_dir()} == {f"{n:08d}" for n in (1, 5, 7)}


@pytest.mark.parametrize("cut", [False, True])
def test_every_record_can_be_read_at_any_moment_of_packing(tmp_path, cut):
    journal = Files(str(tmp_path / "journal"), 0)
    for _ in range(400):
        journal.append(line(journal.last() + 1), journal.last() == 0)
        journal.sync()
    busy = True
    while busy:
        busy = journal.games.tidy()
        if cut:
            journal = Files(str(tmp_path / "journal"), 0)
        for number in range(400, 0, -1):
            assert journal.read(number) == line(number)
