# SPDX-License-Identifier: GPL-3.0-or-later
"""Where things are: the firmware and boards as plain files, and the player's own folder. Creates nothing."""

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
_TREE = _PACKAGE.parent.parent


def _folder(name: str) -> Path:
    """Return the folder inside an installed package, else the one at the top of a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _TREE / name


FIRMWARE = _folder("firmware")
BOARDS = _folder("boards")
CPYTHON = _PACKAGE / "cpython"  # stands in for MicroPython's own modules when CPython runs the firmware


def home() -> Path:
    """Return the folder of archive and simulated board: $TOUCHMOVE_HOME, else where this system keeps such things."""
    return Path(os.environ.get("TOUCHMOVE_HOME") or platformdirs.user_data_path("touchmove", appauthor=False))
