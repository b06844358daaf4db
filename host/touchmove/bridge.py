# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps one board connected: finds it, says hello, catches up, stores its records, and tells who listens.

One thread owns the port and the conversation. Others hear of changes through their callback, which is called in that
thread and must neither wait nor raise, and they ask through `command`, `resume` and `stop`.
"""

import queue
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

import serial

from . import ports
from .archive import Archive
from .conversation import SILENT_MS, Answered, Board, Conversation, Event, Greeted, Mismatched, Prompted, Recorded
from .errors import BoardError, InputError, PortError, RefusalError, TouchmoveError
from .record import Record, Value

_FIRST_WAIT_S = 0.1
_LONGEST_WAIT_S = 2.0
_MOST_READ = 1 << 16  # bytes at a time, whatever floods the port
_STRANGE_MS = 3000  # a board that says nothing for so long after the port opened is none of ours, or hangs

Name = Literal["searching", "silent", "connected", "prompted", "refused", "failed"]


@dataclass(frozen=True)
class State:
    """How the connection is. text: for people, with what to do next; board: who is connected, or was last;
    cause: the error that ended it, if one did.

    searching: no port yet, or it was lost     silent: the port is open, nothing answers
    connected: records flow                    prompted: the board stands at a MicroPython prompt
    refused: board and computer cannot agree   failed: records cannot be stored
    """

    name: Name
    text: str
    board: Board | None = None
    cause: TouchmoveError | None = None


@dataclass(frozen=True)
class Stored:
    """A record that was new and is kept now."""

    board: Board
    record: Record


Change = State | Stored


@dataclass(frozen=True)
class _Request:
    name: str
    values: tuple[Value, ...]
    done: "Future[dict[str, Value]]"


def real_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Bridge:
    """find() returns the port to use, or raises PortError while there is none; it is asked again after every loss.

    open_port, now_ms, first_wait_s: another kind of cable, and another time than the computer's.
    """

    def __init__(
        self,
        archive: Archive,
        find: Callable[[], str] = ports.find,
        open_port: Callable[[str], serial.Serial] = ports.open_port,
        now_ms: Callable[[], int] = real_ms,
        first_wait_s: float = _FIRST_WAIT_S,
    ) -> None:
        self.archive = archive
        self.state = State("searching", "looking for a board")
        self.port = ""  # that it has, "" for none
        self._find = find
        self._open_port = open_port
        self.now_ms = now_ms
        self._first_wait_s = first_wait_s
        self._listeners: list[Callable[[Change], None]] = []
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()  # None: resume
        self._pending: dict[int, Future[dict[str, Value]]] = {}
        self._board: Board | None = None
        self._wait_s = 0.0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)

    def listen(self, callback: Callable[[Change], None]) -> None:
        """Call back with every change from now on; before `start`."""
        self._listeners.append(callback)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let go of the port; returns when it is free."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._fail_requests("the bridge was stopped")

    def command(self, name: str, *values: Value) -> "Future[dict[str, Value]]":
        """Send a command of the table; the future has the fields of the answer, or ends with a TouchmoveError.

        RefusalError holds the board's own words.
        """
        request = _Request(name, values, Future())
        self._requests.put(request)
        return request.done

    def resume(self) -> None:
        """Restart a board that stands at a MicroPython prompt into its game."""
        self._requests.put(None)

    def _run(self) -> None:
        is_mended = False
        while not self._stopping.wait(self._wait_s):
            self._wait_s = min(max(self._first_wait_s, 2 * self._wait_s), _LONGEST_WAIT_S)
            try:
                if not is_mended:
                    self.archive.mend()
                    is_mended = True
                port = self._find()
                with closing(self._open_port(port)) as line:
                    self.port = port
                    self._talk(port, line)
            except PortError as error:
                if not self._stopping.is_set():  # a port that goes while we leave is not lost
                    self._tell_state("searching", str(error), error)
            except TouchmoveError as error:
                self._wait_s = _LONGEST_WAIT_S
                self._tell_state("failed", str(error), error)
            self.port = ""
            self._fail_requests("no board is connected")

    def _talk(self, port: str, line: serial.Serial) -> None:
        # A random first id: the board answers a repeated one without carrying it out again.
        conversation = Conversation(self.archive.last, first_id=secrets.randbelow(1 << 28) + 1)
        self._board = None
        before = self.now_ms()
        while not self._stopping.is_set():
            self._take_requests(conversation)
            try:
                if out := conversation.outgoing():
                    line.write(out)
                data = line.read(1)
                # All of it before anything is said: a computer that slept must not ask on top of what it has not read.
                while (waiting := line.in_waiting) and len(data) < _MOST_READ:
                    data += line.read(waiting)
            except OSError as error:  # SerialException is one
                raise PortError(f"{port} was lost ({error}): plug the board in again; it is looked for") from error
            now = self.now_ms()
            events = conversation.feed(data) + conversation.step(now - before)
            before = now
            self._take_events(conversation, events)
            self._judge_silence(port, conversation)

    def _take_events(self, conversation: Conversation, events: list[Event]) -> None:
        records: list[Record] = []
        for event in events:
            if isinstance(event, Recorded):
                records.append(event.record)
                continue
            self._store(conversation, records)
            records = []
            if isinstance(event, Greeted):
                self._board = event.board
                self._wait_s = self._first_wait_s
                self._tell_state("connected", f"{event.board.name} {event.board.unique} is connected")
            elif isinstance(event, Answered):
                done = self._pending.pop(event.id)
                if event.error:
                    done.set_exception((BoardError if event.is_given_up else RefusalError)(event.error))
                else:
                    done.set_result(event.fields)
            elif isinstance(event, Mismatched):
                self._tell_state("refused", event.text)
            elif isinstance(event, Prompted):
                text = "the board stands at a MicroPython prompt: resume its game here, or with `touchmove resume`"
                self._tell_state("prompted", text)
        self._store(conversation, records)

    def _store(self, conversation: Conversation, records: list[Record]) -> None:
        if not records or self._board is None:
            return
        board = self._board
        new = self.archive.store(board.unique, board.journal, records)
        conversation.kept(records[-1].seq)
        for record in new:
            self._tell(Stored(board, record))

    def _judge_silence(self, port: str, conversation: Conversation) -> None:
        if self.state.name == "connected":
            if conversation.silent_ms >= 2 * SILENT_MS:
                self._tell_state("silent", f"the board at {port} has stopped answering: reset it, its game goes on")
        elif self._board is None and not conversation.prompted and conversation.silent_ms >= _STRANGE_MS:
            text = (
                f"nothing answers at {port}: if it is a board, install Touchmove with `touchmove flash --port {port}`"
            )
            self._tell_state("silent", text)

    def _take_requests(self, conversation: Conversation) -> None:
        while not self._requests.empty():
            request = self._requests.get()
            if request is None:
                conversation.resume()
            elif not request.done.set_running_or_notify_cancel():
                continue
            elif self.state.name != "connected":
                request.done.set_exception(BoardError(f"the board cannot be asked now: {self.state.text}"))
            else:
                try:
                    self._pending[conversation.command(request.name, *request.values)] = request.done
                except KeyError as error:
                    request.done.set_exception(InputError(f"the board knows no such command: {error}"))
                except ValueError as error:
                    request.done.set_exception(InputError(f"this cannot be said to a board: {error}"))

    def _fail_requests(self, text: str) -> None:
        for done in self._pending.values():
            done.set_exception(PortError(f"{text}: the board may or may not have done this"))
        self._pending.clear()
        while not self._requests.empty():
            request = self._requests.get()
            if request is not None and request.done.set_running_or_notify_cancel():
                request.done.set_exception(PortError(text))

    def _tell_state(self, name: Name, text: str, cause: TouchmoveError | None = None) -> None:
        before, self.state = self.state, State(name, text, self._board, cause)
        if (before.name, before.text, _journal(before.board)) != (name, text, _journal(self._board)):
            self._tell(self.state)

    def _tell(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)


def _journal(board: Board | None) -> str:
    return board.journal if board is not None else ""
