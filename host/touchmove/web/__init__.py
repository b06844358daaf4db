# SPDX-License-Identifier: GPL-3.0-or-later
"""The page: a board to play on with the mouse, and the game as the computer knows it."""

from .address import listen
from .server import Server, serve
from .table import Table

__all__ = ["Server", "Table", "listen", "serve"]
