# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes an archive anew from all that can still be read: the damaged one, and the plain text beside it.

Nothing is deleted: what is replaced is put aside, as `….damaged-1`. Only while no bridge is running.
"""

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from .archive import Archive
from .errors import ArchiveError
from .plain import Plain, put_aside
from .record import Record, foreign, parse

Key = tuple[str, str]  # board, journal
_SIDECARS = ("-wal", "-shm")  # of an SQLite file; they must not meet another one


@dataclass
class Rebuilt:
    """records, games: in the new archive; from_text: of these records, those that only the plain text had.

    unread: rows and lines that are no records (any more); aside: files that were put aside.
    """

    records: int = 0
    games: int = 0
    from_text: int = 0
    unread: int = 0
    aside: list[Path] = field(default_factory=list)


def rebuild(path: Path) -> Rebuilt:
    """Replace the archive at a path; ArchiveError if the disk will not have it, and then nothing has changed."""
    report = Rebuilt()
    journals: dict[Key, dict[int, Record]] = {}
    numbers = _salvage(path, journals, report)
    _read_texts(Plain(path.with_suffix(".records")), journals, report)
    workshop = path.with_name(f"{path.stem}.rebuild")
    try:
        shutil.rmtree(workshop, ignore_errors=True)
        with closing(Archive(workshop / path.name)) as made:
            for (board, journal), records in sorted(journals.items(), key=_age):
                made.store(board, journal, (records[seq] for seq in sorted(records)))
                report.records += len(records)
            made.renumber(numbers)
            report.games = len(made.numbers())
        _exchange(workshop, path, report)
    except OSError as error:
        raise ArchiveError(f"{path} cannot be made anew ({error}): make room, or check the disk") from error
    return report


def _salvage(path: Path, journals: dict[Key, dict[int, Record]], report: Rebuilt) -> dict[tuple[str, str, int], int]:
    """Take what can be read from the old archive, row by row where it has holes; return the numbers of its games."""
    if not path.exists():
        return {}
    numbers: dict[tuple[str, str, int], int] = {}
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode(errors="replace")
        with suppress(sqlite3.Error):
            for number, board, journal, first in db.execute("SELECT number, board, journal, first FROM game"):
                numbers[board, journal, first] = number
        for order in ("", "DESC"):  # from both ends up to the hole
            with suppress(sqlite3.Error):
                for board, journal, line in db.execute(f"SELECT board, journal, line FROM record ORDER BY id {order}"):
                    record = parse(line) or foreign(line)
                    if record is not None:
                        journals.setdefault((board, journal), {})[record.seq] = record
                    elif not order:
                        report.unread += 1
    return numbers


def _read_texts(plain: Plain, journals: dict[Key, dict[int, Record]], report: Rebuilt) -> None:
    """Add what only the plain text has; where both have a record, the archive's counts: nobody edits that by hand."""
    for board, journal, path in plain.journals():
        kept = journals.setdefault((board, journal), {})
        for line in path.read_bytes().split(b"\n"):
            record = parse(line) or foreign(line)
            if record is None:
                report.unread += bool(line)
            elif record.seq not in kept:
                kept[record.seq] = record
                report.from_text += 1
    for key in [key for key, records in journals.items() if not records]:
        del journals[key]


def _age(item: tuple[Key, dict[int, Record]]) -> tuple[int, Key]:
    """Order journals by the first moment that one of their games knows."""
    key, records = item
    epochs = (record.get("epoch", 0) for record in records.values() if record.name == "started")
    return min((epoch for epoch in epochs if epoch), default=0), key


def _exchange(workshop: Path, path: Path, report: Rebuilt) -> None:
    """Put the old files aside and the new ones in their place; the archive last, for the text can make it again."""
    old, new = path.with_suffix(".records"), (workshop / path.name).with_suffix(".records")
    old.mkdir(exist_ok=True)
    for file in sorted(new.glob("*")):
        there = old / file.name
        if not there.exists() or there.read_bytes() != file.read_bytes():
            report.aside += filter(None, [put_aside(there)])
            file.replace(there)
    if path.exists():
        aside = put_aside(path)
        report.aside += filter(None, [aside])
        for suffix in _SIDECARS:
            with suppress(FileNotFoundError):
                path.with_name(path.name + suffix).rename(f"{aside}{suffix}")
    (workshop / path.name).replace(path)
    shutil.rmtree(workshop, ignore_errors=True)
