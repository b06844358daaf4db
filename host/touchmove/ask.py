# SPDX-License-Identifier: GPL-3.0-or-later
"""Has a board do one thing, and lets go of it. What the board has to tell meanwhile is kept, as always."""

import queue

from .archive import Archive
from .bridge import Bridge, Change, State
from .conversation import Board
from .errors import BoardError
from .record import Value


def ask(archive: Archive, port: str, name: str, *values: Value) -> tuple[Board, dict[str, Value]]:
    """Have the board at a port carry out a command; return which board it was, and the fields of its answer.

    Where a bridge would wait and try again this gives up: PortError, BoardError; RefusalError has the board's words.
    """
    changes: queue.SimpleQueue[Change] = queue.SimpleQueue()
    bridge = Bridge(archive, lambda: port)
    bridge.listen(changes.put)
    bridge.start()
    try:
        state = changes.get()
        while not isinstance(state, State):
            state = changes.get()
        if state.board is None or state.name != "connected":
            raise state.cause or BoardError(state.text)
        return state.board, bridge.command(name, *values).result()
    finally:
        bridge.stop()
