# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the archive, and how an archive of an earlier version becomes one of this.

What must hold is said to SQLite, so that no program can break it: a record is there once, is never changed and never
deleted, and a game begins with a record that is there.
"""

import sqlite3

VERSION = 2

_TABLES = (
    """CREATE TABLE record (
    id      INTEGER PRIMARY KEY,
    board   TEXT NOT NULL,
    journal TEXT NOT NULL,
    seq     INTEGER NOT NULL CHECK (seq > 0),
    name    TEXT NOT NULL CHECK (name <> ''),
    line    BLOB NOT NULL CHECK (length(line) BETWEEN 1 AND 250),
    UNIQUE (board, journal, seq)
) STRICT""",
    # The number that a user calls a game by: given once, in the order in which games arrived, never reused.
    """CREATE TABLE game (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    board   TEXT NOT NULL,
    journal TEXT NOT NULL,
    first   INTEGER NOT NULL,
    UNIQUE (board, journal, first),
    FOREIGN KEY (board, journal, first) REFERENCES record (board, journal, seq)
) STRICT""",
    """CREATE VIEW span AS
    SELECT number, board, journal, first,
           lead(first, 1, 9223372036854775807) OVER (PARTITION BY board, journal ORDER BY first) AS next
    FROM game""",
    """CREATE TRIGGER record_stays BEFORE UPDATE ON record
    BEGIN SELECT raise(ABORT, 'a record is never changed'); END""",
    """CREATE TRIGGER record_is_kept BEFORE DELETE ON record
    BEGIN SELECT raise(ABORT, 'a record is never deleted'); END""",
)


def prepare(db: sqlite3.Connection) -> int:
    """Make the tables, or bring older ones to this version, all or nothing; return the version that was found.

    A newer one is left as it is. Only inside a transaction.
    """
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if found == 0:
        _create(db)
    for step in _STEPS[found - 1 :] if found else ():
        step(db)
    if found < VERSION:
        db.execute(f"PRAGMA user_version = {VERSION}")
    return int(found)


def _create(db: sqlite3.Connection) -> None:
    for statement in _TABLES:
        db.execute(statement)


def _from_1(db: sqlite3.Connection) -> None:
    """Version 1 had the same columns, and nothing that guarded them."""
    db.execute("DROP VIEW span")
    for table in ("record", "game"):
        db.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    _create(db)
    db.execute("INSERT INTO record SELECT * FROM record_1 ORDER BY id")
    db.execute("INSERT INTO game SELECT * FROM game_1 ORDER BY number")
    for table in ("game_1", "record_1"):
        db.execute(f"DROP TABLE {table}")


_STEPS = (_from_1,)  # from each version to the next
