# SPDX-License-Identifier: GPL-3.0-or-later
"""How commands reach a board: through the `touchmove run` of this folder if there is one, else by its port."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from .. import paths
from ..errors import BusyError
from .terminal import open_archive, plain

if TYPE_CHECKING:
    from ..archive import Archive
    from ..ask import Talk
    from ..conversation import Board
    from ..record import Value
    from ..relay import Relay

_Said = TypeVar("_Said")


def ask(port: str | None, name: str, *values: "Value") -> "tuple[Board, dict[str, Value]]":
    """Have a board carry out a command; return which board it was, and the fields of its answer."""
    from .. import ask as direct

    return _reach(
        port,
        lambda running: running.ask(port, name, *values),
        lambda archive, there: direct.ask(archive, there, name, *values),
    )


def restart(port: str | None) -> "Board":
    """Have a board that stands at a MicroPython prompt go on with its game; return which it was."""
    from .. import ask as direct

    return _reach(port, lambda running: running.resume(port), direct.resume)


@contextmanager
def talk(port: str | None) -> "Iterator[Talk]":
    """Hold a board, to ask it again and again."""
    with ExitStack() as stack:
        yield _hold(stack, port)


def name(board: "Board") -> str:
    """Return what to call a board on the terminal."""
    return plain(f"{board.name} {board.unique}")


def _reach(port: str | None, through: "Callable[[Relay], _Said]", directly: "Callable[[Archive, str], _Said]") -> _Said:
    """A port that the user names may be another board than the one that runs: it is tried first."""
    from .. import ports, relay

    if port is None and (running := relay.find(paths.home())):
        return through(running)
    try:
        with closing(open_archive()) as archive:
            return directly(archive, port or ports.find())
    except BusyError:
        if running := relay.find(paths.home()):
            return through(running)
        raise


def _hold(stack: ExitStack, port: str | None) -> "Talk":
    from .. import ask as direct
    from .. import ports, relay

    running = relay.find(paths.home()) if port is None else None
    if running is None:
        try:
            archive = stack.enter_context(closing(open_archive()))
            return stack.enter_context(direct.talk(archive, port or ports.find()))
        except BusyError:
            running = relay.find(paths.home())
            if running is None:
                raise
    through = running
    board, _ = through.ask(port, "set", "-", "-")
    return direct.Talk(board, "through `touchmove run`", lambda name, *values: through.ask(port, name, *values)[1])
