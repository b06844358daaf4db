# SPDX-License-Identifier: GPL-3.0-or-later
"""Verifies an archive: its file, its lines, its plain text, and every game against its records. Changes nothing."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .archive import Archive
from .audit import audit
from .errors import ArchiveError
from .record import Record, foreign, parse

REBUILD = "`touchmove check --rebuild` makes it good as far as archive and plain text have it"
_REPORT = "the records stay as the board wrote them; report this with the file"


@dataclass(frozen=True)
class Problem:
    """where: which file, game or record; remedy: what to do; is_mendable: whether a rebuild may help."""

    where: str
    text: str
    remedy: str
    is_mendable: bool = False


def check(path: Path) -> Iterator[Problem]:
    """Yield all that is wrong with the archive at a path."""
    try:
        with closing(Archive(path)) as archive:
            yield from _check(archive)
    except ArchiveError as error:
        yield Problem(str(path), str(error), REBUILD, is_mendable=True)


def _check(archive: Archive) -> Iterator[Problem]:
    for text in archive.broken():
        yield Problem(str(archive.path), text, REBUILD, is_mendable=True)
    for board, journal, seq in archive.unnumbered():
        yield Problem(_name(board, journal, seq), "a game begins that has no number", REBUILD, is_mendable=True)
    for board, journal in archive.journals():
        yield from _check_lines(board, journal, archive.records(board, journal))
    yield from _check_texts(archive)
    for number in archive.numbers():
        board, journal, records = archive.span(number)
        for seq, text in audit(records):
            where = f"game {number}, record {seq}"
            remedy = f"{_REPORT}: {archive.plain.path(board, journal)}"
            yield Problem(where, text, remedy)


def _check_lines(board: str, journal: str, records: Iterator[Record]) -> Iterator[Problem]:
    before: int | None = None
    for record in records:
        where = _name(board, journal, record.seq)
        read = parse(record.line) or foreign(record.line)
        if read is None:
            yield Problem(where, f"its check sum is wrong: {record.line!r}", REBUILD, is_mendable=True)
        elif (read.seq, read.name) != (record.seq, record.name):
            text = f"is kept as {record.seq} {record.name}, but says {read.seq} {read.name}"
            yield Problem(where, text, REBUILD, is_mendable=True)
        if before is not None and record.seq != before + 1:
            yield Problem(where, f"comes after record {before}: those between are missing", REBUILD, is_mendable=True)
        before = record.seq


def _check_texts(archive: Archive) -> Iterator[Problem]:
    """Compare each plain text with the archive, while nobody writes."""
    with archive.alone():
        texts = {(board, journal): path for board, journal, path in archive.plain.journals()}
        for board, journal in archive.journals():
            texts.setdefault((board, journal), archive.plain.path(board, journal))
        found = [
            (path, problem)
            for (board, journal), path in texts.items()
            for problem in _compare(path, [record.line for record in archive.records(board, journal)])
        ]
    for path, text in found:
        yield Problem(str(path), text, REBUILD, is_mendable=True)


def _compare(path: Path, kept: list[bytes]) -> Iterator[str]:
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        yield "the plain text is missing"
        return
    except OSError as error:
        yield f"the plain text cannot be read ({error.strerror})"
        return
    if lines.pop() or lines[: len(kept)] != kept[: len(lines)]:
        known = set(kept)
        at = next((at for at, line in enumerate(lines, 1) if line not in known), 0)
        yield f"line {at} is not in the archive: {lines[at - 1]!r}" if at else "lines are missing, torn or out of order"
    elif len(lines) > len(kept):
        yield f"has {len(lines) - len(kept)} records more than the archive (the board may still send them)"
    elif len(lines) < len(kept):
        yield f"has {len(kept) - len(lines)} records less than the archive"


def _name(board: str, journal: str, seq: int) -> str:
    return f"record {seq} of journal {journal}, board {board}"
