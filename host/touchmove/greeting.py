# SPDX-License-Identifier: GPL-3.0-or-later
"""Says hello to what is at a port, and takes nothing else: no records, no commands."""

import secrets
import time
from collections.abc import Callable
from contextlib import closing
from typing import Protocol

from . import ports
from .conversation import Board, Conversation, Greeted, Mismatched, Prompted
from .errors import BoardError, PortError

PROMPT = "it stands at a MicroPython prompt"
SILENT = "nothing answers there"
MEET_S = 3.0  # who has not answered by then is none of ours, or hangs
_LAST_WORDS = 600  # characters of what a firmware that does not start has to say
_PAUSE_S = 0.1

Met = Greeted | Mismatched | Prompted | None


class Line(Protocol):
    def read(self, size: int, /) -> bytes | None: ...
    def write(self, data: bytes, /) -> int | None: ...


def meet(line: Line, patience_s: float, now_s: Callable[[], float] = time.monotonic) -> tuple[Met, str]:
    """Say hello until something is understood; return it, None if nothing was, and all else that was heard as text.

    PortError if the port is lost.
    """
    conversation = Conversation(lambda unique, journal: 0, first_id=secrets.randbelow(1 << 28) + 1)
    heard = b""
    begun = before = now_s()
    try:
        while before < begun + patience_s:
            if out := conversation.outgoing():
                line.write(out)
            data = line.read(256) or b""
            heard = (heard + data)[-_LAST_WORDS:]
            now = now_s()
            for event in conversation.feed(data) + conversation.step(int(1000 * (now - before))):
                if isinstance(event, Greeted | Mismatched | Prompted):
                    return event, heard.decode(errors="replace")
            before = now
    except OSError as error:  # SerialException is one
        raise PortError(f"the port was lost ({error}): plug the board in again") from error
    return None, heard.decode(errors="replace")


def wait(find: Callable[[], str], patience_s: float, now_s: Callable[[], float] = time.monotonic) -> Board:
    """Wait for a board that has just been reset; return who answers.

    find: returns its port, or raises PortError while there is none. PortError, BoardError: it did not come back.
    """
    end = now_s() + patience_s
    while True:
        try:
            with closing(ports.open_port(find())) as line:
                met, heard = meet(line, end - now_s(), now_s)
        except PortError:
            if now_s() > end:
                raise
            time.sleep(_PAUSE_S)
            continue
        match met:
            case Greeted(board):
                return board
            case Mismatched(text):
                raise BoardError(text)
            case Prompted():
                raise BoardError(f"{PROMPT}, and said:\n{_last_words(heard)}")
        raise BoardError(SILENT)


def _last_words(heard: str) -> str:
    """Return the traceback that ends in a prompt, or whatever was said before it."""
    start = heard.rfind("Traceback")
    text = heard[max(start, 0) :].replace("\r\n", "\n").split(">>>")[0]
    return text.split("\nMicroPython v")[0].strip()
