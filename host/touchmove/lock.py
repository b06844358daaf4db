# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps a folder for one program at a time.

The lock is SQLite's on an empty database: the same call on every system, and gone with the process, however that ends.
"""

import sqlite3
from pathlib import Path

from .errors import BusyError, InputError

_PATIENCE_S = 0.2  # who only looks whether it is taken has it for a moment


class Lock:
    def __init__(self, folder: Path, taken: str) -> None:
        """Take the folder, which is made if need be, until `close`; BusyError(taken) while another program has it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                folder / "lock", timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise InputError(_unusable(folder, error)) from error
        try:
            self._db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._db.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise InputError(_unusable(folder, error)) from error
            raise BusyError(taken) from error

    def close(self) -> None:
        self._db.close()


def is_taken(folder: Path) -> bool:
    """Return True while another program has the folder."""
    try:
        Lock(folder, "").close()
    except BusyError:
        return True
    return False


def _unusable(folder: Path, error: Exception) -> str:
    return f"{folder} cannot be used ({error}): set TOUCHMOVE_HOME to a folder that can be written"
