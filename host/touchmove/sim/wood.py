# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the wooden men where they stand while nobody is there: a game that goes on needs its men where it left them.

The file is ours alone. One that cannot be understood is a table that somebody has cleared: the men are set up anew.
"""

import contextlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import chess

from .world import World


def save(path: Path, squares: Mapping[int, str], beside: Iterable[str]) -> None:
    """Write down which man stands where, and which lie beside the board; the file is old or new, never half."""
    text = json.dumps({"squares": {chess.square_name(at): man for at, man in squares.items()}, "tray": list(beside)})
    part = path.with_suffix(".part")
    part.write_text(text)
    part.replace(path)


def load(path: Path) -> World:
    """Return the world as it was saved, or a fresh one."""
    world = World()
    with contextlib.suppress(FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        kept = json.loads(path.read_text())
        squares = {chess.parse_square(name): _man(man) for name, man in kept["squares"].items()}
        tray = [_man(man) for man in kept["tray"]]
        world.squares, world.tray = squares, tray
    return world


def _man(letter: str) -> str:
    return chess.Piece.from_symbol(letter).symbol()
