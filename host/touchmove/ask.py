# SPDX-License-Identifier: GPL-3.0-or-later
"""Has a board do one thing, or several, and lets go of it. What the board has to tell meanwhile is kept, as always."""

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from .archive import Archive
from .bridge import Bridge, State
from .conversation import Board
from .errors import BoardError
from .record import Value

RESTART_S = 10.0  # a board is ready in two
NOT_STARTED = "the board does not start: look at what it says with `mpremote`, or run `touchmove flash`"


@dataclass(frozen=True)
class Talk:
    """A board that is asked again and again. ask(name, values…) returns the fields of its answer, or raises why not.

    where: how it is reached, for people.
    """

    board: Board
    where: str
    ask: Callable[..., dict[str, Value]]

    def test(self, act: str, value: str = "-") -> str:
        """Have the board's self-test do an act (firmware/selftest.py); return what it says."""
        return str(self.ask("test", act, value)["text"])


@contextmanager
def talk(archive: Archive, port: str) -> Iterator[Talk]:
    """Hold the board at a port, to ask it again and again; PortError and BoardError as in `ask`."""
    with _bridge(archive, port) as (bridge, states):
        yield over(connected(states.get()), bridge, port)


def over(board: Board, bridge: Bridge, where: str) -> Talk:
    """Return a talk with a board that a bridge holds."""
    return Talk(board, where, lambda name, *values: bridge.command(name, *values).result())


def ask(archive: Archive, port: str, name: str, *values: Value) -> tuple[Board, dict[str, Value]]:
    """Have the board at a port carry out a command; return which board it was, and the fields of its answer.

    Where a bridge would wait and try again this gives up: PortError, BoardError; RefusalError has the board's words.
    """
    with _bridge(archive, port) as (bridge, states):
        board = connected(states.get())
        return board, bridge.command(name, *values).result()


def resume(archive: Archive, port: str) -> Board:
    """Restart a board that stands at a MicroPython prompt, and wait until its game goes on; return which it was."""
    with _bridge(archive, port) as (bridge, states):
        state = states.get()
        if state.name == "prompted":
            bridge.resume()
            try:
                state = states.get(timeout=RESTART_S)
            except queue.Empty:
                raise BoardError(NOT_STARTED) from None
        return connected(state)


@contextmanager
def _bridge(archive: Archive, port: str) -> "Iterator[tuple[Bridge, queue.SimpleQueue[State]]]":
    states: queue.SimpleQueue[State] = queue.SimpleQueue()
    bridge = Bridge(archive, lambda: port)
    bridge.listen(lambda change: states.put(change) if isinstance(change, State) else None)
    bridge.start()
    try:
        yield bridge, states
    finally:
        bridge.stop()


def connected(state: State) -> Board:
    """Return the board that can be asked, or raise why there is none."""
    if state.board is None or state.name != "connected":
        raise state.cause or BoardError(state.text)
    return state.board
