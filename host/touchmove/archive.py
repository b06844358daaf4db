# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps every record exactly once, in SQLite, byte for byte as the board wrote it, and as plain text beside it.

A record's key is (board, journal, seq). Storing it again is harmless; other bytes under the same key are an error that
is shown. Games are not stored: they are views of the records between one `started` and the next.
Whatever fails (a full disk, a kill, a power cut), nothing is stored by halves, and the board sends it again.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import mirror, schema
from .errors import ArchiveError, InputError
from .plain import Plain
from .record import Record, recall

_ROOM = "nothing is lost, the board sends it again; make room, or check the disk"


@dataclass(frozen=True)
class Summary:
    """A game in the list: what can be told without following its moves."""

    number: int
    board: str
    journal: str
    plies: int
    started: Record
    ended: Record | None


class Archive:
    """One archive file. Usable from several threads; several programs may have it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.plain = Plain(path.with_suffix(".records"))
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        except (OSError, sqlite3.Error) as error:
            raise ArchiveError(f"{path} cannot be opened ({error}): set TOUCHMOVE_HOME to a folder of yours") from error
        try:
            self._prepare()
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def last(self, board: str, journal: str) -> int:
        """Return the number of the last record kept of a journal, 0 for none."""
        return self._one("SELECT coalesce(max(seq), 0) FROM record WHERE board = ? AND journal = ?", board, journal)

    def store(self, board: str, journal: str, records: Iterable[Record]) -> list[Record]:
        """Store records, all or none; return those that were new. They survive a power cut when this returns."""
        with self.alone():
            new = [record for record in records if self._store(board, journal, record)]
            self._follow(board, journal)
        return new

    def mend(self) -> None:
        """Bring the plain text to where the archive is: a kill may have come between the two."""
        with self.alone():
            for board, journal in self._db.execute("SELECT DISTINCT board, journal FROM record").fetchall():
                self._follow(board, journal)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Do all of it or nothing, while no other thread or program writes."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except (OSError, sqlite3.Error) as error:
                raise self._error("written", error) from error
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def journals(self) -> list[tuple[str, str]]:
        """Return board and journal of all that is kept, in the order in which they came."""
        return self._all("SELECT board, journal FROM record GROUP BY board, journal ORDER BY min(id)")

    def records(self, board: str, journal: str) -> Iterator[Record]:
        """Yield all records of a journal in order, as far as they can be read."""
        for seq, name, line in self._all(
            "SELECT seq, name, line FROM record WHERE board = ? AND journal = ? ORDER BY seq", board, journal
        ):
            yield recall(seq, name, line)

    def games(self) -> list[Summary]:
        """Return all games in the order in which they arrived."""
        rows = self._all(
            """SELECT span.number, span.board, span.journal, count(CASE name WHEN 'moved' THEN 1 END), first,
                      max(CASE name WHEN 'started' THEN line END),
                      (SELECT line FROM record AS last WHERE last.board = span.board AND last.journal = span.journal
                            AND seq >= first AND seq < next AND name IN ('ended', 'reopened')
                       ORDER BY seq DESC LIMIT 1)
               FROM span JOIN record ON record.board = span.board AND record.journal = span.journal
                    AND seq >= first AND seq < next AND name IN ('started', 'moved')
               GROUP BY span.number ORDER BY span.number"""
        )
        return [_summarise(*row) for row in rows]

    def numbers(self) -> list[int]:
        return [number for (number,) in self._all("SELECT number FROM game ORDER BY number")]

    def game(self, number: int) -> mirror.Game:
        """Return one game, folded from its records; InputError if there is no such game."""
        for game in mirror.fold(self.span(number)[2]):
            return game
        raise InputError(f"there is no game {number}: `touchmove games` lists those that are kept")

    def span(self, number: int) -> tuple[str, str, list[Record]]:
        """Return board and journal of a game, and its records in order; none if there is no such game."""
        rows = self._all(
            """SELECT record.board, record.journal, seq, name, line
               FROM span JOIN record ON record.board = span.board AND record.journal = span.journal
                    AND seq >= first AND seq < next
               WHERE span.number = ? ORDER BY seq""",
            number,
        )
        board, journal = rows[0][:2] if rows else ("", "")
        return board, journal, [recall(*row[2:]) for row in rows]

    def latest(self, board: str, journal: str) -> list[Record]:
        """Return the records of a journal's latest game so far, in order."""
        sql = """SELECT seq, name, line FROM record WHERE board = ?1 AND journal = ?2 AND seq >=
                     (SELECT max(first) FROM game WHERE board = ?1 AND journal = ?2) ORDER BY seq"""
        return [recall(*row) for row in self._all(sql, board, journal)]

    def after(self, board: str, journal: str, seq: int) -> list[Record]:
        """Return the records of a journal that come after a number, in order."""
        sql = "SELECT seq, name, line FROM record WHERE board = ? AND journal = ? AND seq > ? ORDER BY seq"
        return [recall(*row) for row in self._all(sql, board, journal, seq)]

    def number(self, board: str, journal: str, first: int) -> int:
        """Return the number of the game that record `first` of a journal started; 0 if none did."""
        sql = "SELECT coalesce(max(number), 0) FROM game WHERE board = ? AND journal = ? AND first = ?"
        return self._one(sql, board, journal, first)

    def renumber(self, numbers: Mapping[tuple[str, str, int], int]) -> None:
        """Call games by these numbers, by board, journal and first record; the others follow in their order."""
        with self.alone():
            games = self._db.execute("SELECT board, journal, first FROM game ORDER BY number").fetchall()
            self._db.execute("DELETE FROM game")
            free = max(numbers.values(), default=0)
            for key in games:
                free += key not in numbers
                number = numbers.get(key, free)
                self._db.execute("INSERT INTO game (board, journal, first, number) VALUES (?, ?, ?, ?)", (*key, number))

    def broken(self) -> list[str]:
        """Return what SQLite finds wrong with its own file, in its words."""
        found = [text for (text,) in self._all("PRAGMA integrity_check") if text != "ok"]
        return found + [f"a row of {row[0]} refers to nothing" for row in self._all("PRAGMA foreign_key_check")]

    def unnumbered(self) -> list[tuple[str, str, int]]:
        """Return board, journal and number of each record that begins a game which has no number."""
        return self._all(
            """SELECT board, journal, seq FROM record WHERE name = 'started' AND NOT EXISTS (SELECT * FROM game
                   WHERE game.board = record.board AND game.journal = record.journal AND first = seq)"""
        )

    def _prepare(self) -> None:
        try:
            # Readers (`touchmove export`) go on while one writes; FULL: what is acknowledged survives a power cut.
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise self._error("opened", error) from error
        with self.alone():
            version = schema.prepare(self._db)
        if version > schema.VERSION:
            raise ArchiveError(f"{self.path} was written by a newer Touchmove (archive {version}): update Touchmove")

    def _error(self, done: str, error: Exception) -> ArchiveError:
        """Say what is the matter with the archive, and what to do."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if isinstance(error, OSError):
            return ArchiveError(f"{self.plain.folder} cannot be {done} ({error}): {_ROOM}")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            advice = "it is damaged: `touchmove check --rebuild` puts it aside and makes it anew from the plain text"
        elif code == sqlite3.SQLITE_BUSY:
            advice = "another program is busy with it: end that"
        else:
            advice = _ROOM
        return ArchiveError(f"{self.path} cannot be {done} ({error}): {advice}")

    def _follow(self, board: str, journal: str) -> None:
        sql = "SELECT line FROM record WHERE board = ? AND journal = ? AND seq > ? ORDER BY seq"
        self.plain.follow(
            board, journal, lambda last: (line for (line,) in self._db.execute(sql, (board, journal, last)))
        )

    def _store(self, board: str, journal: str, record: Record) -> bool:
        cursor = self._db.execute(
            "INSERT INTO record (board, journal, seq, name, line) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (board, journal, record.seq, record.name, record.line),
        )
        if cursor.rowcount:
            if record.name == "started":
                sql = "INSERT INTO game (board, journal, first) VALUES (?, ?, ?)"
                self._db.execute(sql, (board, journal, record.seq))
            return True
        sql = "SELECT line FROM record WHERE board = ? AND journal = ? AND seq = ?"
        (kept,) = self._db.execute(sql, (board, journal, record.seq)).fetchone()
        if kept != record.line:
            raise ArchiveError(
                f"record {record.seq} of journal {journal}, board {board}, differs from what is kept: "
                f"the board sends {record.line.decode()!r}, kept is {kept.decode()!r}; keep both files and report this"
            )
        return False

    def _all(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise self._error("read", error) from error

    def _one(self, sql: str, *values: str | int) -> int:
        return int(self._all(sql, *values)[0][0])


def _summarise(
    number: int, board: str, journal: str, plies: int, first: int, started: bytes, end: bytes | None
) -> Summary:
    """end: the last record that ended the game or reopened it; an end that was overruled does not count."""
    last = recall(0, end.split(b" ")[1].decode(), end) if end else None
    ended = last if last and last.name == "ended" else None
    return Summary(number, board, journal, plies, recall(first, "started", started), ended)
