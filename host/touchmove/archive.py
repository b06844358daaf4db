# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps every record exactly once, in SQLite, byte for byte as the board wrote it.

A record's key is (board, journal, seq). Storing it again is harmless; other bytes under the same key are an error that
is shown. Games are not stored: they are views of the records between one `started` and the next.
"""

import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import mirror
from .errors import ArchiveError, InputError
from .record import Record, parse

VERSION = 1

_SCHEMA = """
CREATE TABLE record (
    id      INTEGER PRIMARY KEY,
    board   TEXT NOT NULL,
    journal TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    name    TEXT NOT NULL,
    line    BLOB NOT NULL,
    UNIQUE (board, journal, seq)
) STRICT;
-- The number that a user calls a game by: given once, in the order in which games arrived, never reused.
CREATE TABLE game (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    board   TEXT NOT NULL,
    journal TEXT NOT NULL,
    first   INTEGER NOT NULL,
    UNIQUE (board, journal, first)
) STRICT;
CREATE VIEW span AS
    SELECT number, board, journal, first,
           lead(first, 1, 9223372036854775807) OVER (PARTITION BY board, journal ORDER BY first) AS next
    FROM game;
"""


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
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        except (OSError, sqlite3.Error) as error:
            raise ArchiveError(f"{path} cannot be opened ({error}): set TOUCHMOVE_HOME to a folder of yours") from error
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise ArchiveError(f"{path} is not a usable archive ({error}): move it away and try again") from error
        except ArchiveError:
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
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    new = [record for record in records if self._store(board, journal, record)]
                except BaseException:
                    self._db.execute("ROLLBACK")
                    raise
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                raise ArchiveError(f"{self.path} cannot be written ({error}): make room, or check the disk") from error
        return new

    def games(self) -> list[Summary]:
        """Return all games in the order in which they arrived."""
        rows = self._all(
            """SELECT span.number, span.board, span.journal, count(CASE name WHEN 'moved' THEN 1 END),
                      max(CASE name WHEN 'started' THEN line END),
                      (SELECT line FROM record AS last WHERE last.board = span.board AND last.journal = span.journal
                            AND seq >= first AND seq < next AND name IN ('ended', 'reopened')
                       ORDER BY seq DESC LIMIT 1)
               FROM span JOIN record ON record.board = span.board AND record.journal = span.journal
                    AND seq >= first AND seq < next AND name IN ('started', 'moved')
               GROUP BY span.number ORDER BY span.number"""
        )
        return [
            Summary(number, board, journal, plies, self._record(started), self._end(ended))
            for number, board, journal, plies, started, ended in rows
        ]

    def numbers(self) -> list[int]:
        return [number for (number,) in self._all("SELECT number FROM game ORDER BY number")]

    def game(self, number: int) -> mirror.Game:
        """Return one game, folded from its records; InputError if there is no such game."""
        rows = self._all(
            """SELECT line FROM span JOIN record ON record.board = span.board AND record.journal = span.journal
                    AND seq >= first AND seq < next
               WHERE span.number = ? ORDER BY seq""",
            number,
        )
        for game in mirror.fold(self._record(line) for (line,) in rows):
            return game
        raise InputError(f"there is no game {number}: `touchmove games` lists those that are kept")

    def latest(self, board: str, journal: str) -> list[Record]:
        """Return the records of a journal's latest game so far, in order."""
        sql = """SELECT line FROM record WHERE board = ?1 AND journal = ?2 AND seq >=
                     (SELECT max(first) FROM game WHERE board = ?1 AND journal = ?2) ORDER BY seq"""
        return [self._record(line) for (line,) in self._all(sql, board, journal)]

    def number(self, board: str, journal: str, first: int) -> int:
        """Return the number of the game that record `first` of a journal started; 0 if none did."""
        sql = "SELECT coalesce(max(number), 0) FROM game WHERE board = ? AND journal = ? AND first = ?"
        return self._one(sql, board, journal, first)

    def _prepare(self) -> None:
        # Readers (`touchmove export`) go on while the bridge writes; FULL: what is acknowledged survives a power cut.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN IMMEDIATE")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in _SCHEMA.split(";\n"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")
        if version > VERSION:
            raise ArchiveError(f"{self.path} was written by a newer Touchmove (archive {version}): update Touchmove")

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

    def _end(self, line: bytes | None) -> Record | None:
        """Return the end that counts; one that was overruled does not."""
        record = self._record(line) if line else None
        return record if record and record.name == "ended" else None

    def _record(self, line: bytes) -> Record:
        record = parse(line)
        if record is None:
            raise ArchiveError(f"{self.path} holds a record that this version cannot read: {line.decode()!r}")
        return record

    def _all(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise ArchiveError(f"{self.path} cannot be read ({error})") from error

    def _one(self, sql: str, *values: str | int) -> int:
        return int(self._all(sql, *values)[0][0])
