# SPDX-License-Identifier: GPL-3.0-or-later
"""The records as plain text beside the archive: a file for each journal, its lines as the board wrote them.

Any editor can read it, and an archive can be made from it anew. It only grows, always behind the archive: what a kill
or a power cut left torn or missing is made good from there.

    games.records/BOARD+JOURNAL.txt
"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote, unquote

from .record import foreign, parse

_TAIL = 4096  # bytes in which the last whole line is looked for; a line has at most 250


class Plain:
    """Writes only while it has the archive's lock: several programs may have the archive open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, board: str, journal: str) -> Path:
        """Return the file of a journal. What a board says is no part of a path: all but plain letters is escaped."""
        return self.folder / f"{quote(board, safe='')}+{quote(journal, safe='')}.txt"

    def journals(self) -> Iterator[tuple[str, str, Path]]:
        """Yield board, journal and file of all that is there."""
        for path in sorted(self.folder.glob("*+*.txt")):
            board, _, journal = path.stem.partition("+")
            yield unquote(board), unquote(journal), path

    def follow(self, board: str, journal: str, lines: Callable[[int], Iterable[bytes]]) -> None:
        """Append what a file lacks. lines: those of the archive that come after a number. OSError: it cannot be."""
        self.folder.mkdir(exist_ok=True)
        path = self.path(board, journal)
        with path.open("ab+") as file:
            last = _mend(file)
            if last is not None:
                _append(file, lines(last))
        if last is None:
            put_aside(path)
            with path.open("ab") as file:
                _append(file, lines(0))


def put_aside(path: Path) -> Path | None:
    """Give a damaged file a name under which nothing is overwritten; return it, None if there is no such file."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except FileNotFoundError:
        return None
    return aside


def _append(file: IO[bytes], lines: Iterable[bytes]) -> None:
    for line in lines:
        file.write(line + b"\n")


def _mend(file: IO[bytes]) -> int | None:
    """Cut off a torn last line; return the number of the last record, 0 for none; None if that is no record at all."""
    size = file.seek(0, os.SEEK_END)
    start = max(0, size - _TAIL)
    file.seek(start)
    tail = file.read()
    whole = tail.rfind(b"\n") + 1
    if whole < len(tail):
        file.truncate(start + whole)
    if not whole:
        return None if start else 0
    line = tail[tail.rfind(b"\n", 0, whole - 1) + 1 : whole - 1]
    record = parse(line) or foreign(line)
    return record.seq if record else None
