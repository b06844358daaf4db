# SPDX-License-Identifier: GPL-3.0-or-later
"""The host's end of the link, as bytes in, events and bytes out. It owns no port, no clock and no thread.

    feed(bytes), step(elapsed_ms)  ->  events            outgoing()  ->  bytes to send

One cycle keeps it whole: `hello`, then `from` the first record that is missing. It opens a conversation, and is
repeated whenever the other end has been silent for too long: so a board that was reset is heard again, and a lost last
line comes once more.
Records come out in order, without gaps, once each; `kept` acknowledges them after they are stored, not before.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from touchmove.firmware.link import frame, table

from . import __version__
from .record import Record, Value, foreign

HELLO_MS = 1000  # an unanswered hello is repeated
QUIET_MS = 500  # so long without a line although something must come: begin again
SILENT_MS = 5000  # so long without a line although nothing is missing: begin again
COMMAND_MS = 2000  # an unanswered command is repeated; the board carries out one id only once
TRIES = 3
_PROMPT = b">>> "
# The keys of what is kept: a file is named after them, and some systems take large letters for small ones.
_KEY = re.compile(r"[a-z0-9_.-]{1,40}")
_TAIL = 2 * frame.MAX_LINE  # bytes without a line end that are worth keeping


@dataclass(frozen=True)
class Board:
    """Who answered hello."""

    firmware: str
    name: str
    unique: str
    journal: str
    first: int
    last: int


@dataclass(frozen=True)
class Greeted:
    """The board answered and both ends speak the same language; again with the same board after a silence."""

    board: Board


@dataclass(frozen=True)
class Recorded:
    """The next record: store it, then call `kept`."""

    record: Record


@dataclass(frozen=True)
class Answered:
    """The one answer to a command. error: empty if the board did it; fields: what it answered besides.

    is_given_up: no answer came; error says so, in our words instead of the board's.
    """

    id: int
    error: str
    fields: dict[str, Value] = field(default_factory=dict)
    is_given_up: bool = False


@dataclass(frozen=True)
class Mismatched:
    """The two ends cannot talk, or the board contradicts what was kept. Nothing is read until this is put right.

    firmware: the board's, "" if it is not known.
    """

    text: str
    firmware: str = ""


@dataclass(frozen=True)
class Prompted:
    """The board stands at a MicroPython prompt and plays no game; `resume` restarts it into its game."""


Event = Greeted | Recorded | Answered | Mismatched | Prompted


class Conversation:
    """last_stored(unique, journal) is the number of the last record that is kept already, 0 for none."""

    def __init__(
        self,
        last_stored: Callable[[str, str], int],
        epoch: Callable[[], int] = lambda: int(time.time()),
        first_id: int = 1,
    ) -> None:
        # A board remembers the id that it answered last: hosts that come and go should not begin with the same one.
        self._last_stored = last_stored
        self._epoch = epoch
        self._next_id = first_id
        self._tail = b""
        self._out = bytearray()
        self.board: Board | None = None
        self.prompted = False
        self._hello = 0  # id of the hello that waits for its answer, 0 for none
        self._from = 0  # id of the `from` that waits for its answer, 0 for none
        self._next = 0  # number of the record that must come next; 0: not reading
        self._asked = 0  # number that the last `from` asked for
        self._kept = 0  # all records up to this one are stored
        self._behind = False  # something is missing, or may be
        self._strange = b""  # the last line that may be a record of another table
        self._asked_ms = 0  # since hello or from was sent
        self.silent_ms = 0  # since the last line of the board
        self._commands: dict[int, _Command] = {}
        self._begin()

    def feed(self, data: bytes) -> list[Event]:
        """Take bytes from the board; return what they mean."""
        events: list[Event] = []
        *lines, self._tail = (self._tail + data).split(b"\n")
        for line in lines:
            self._read(line, events)
        if self._tail.endswith(_PROMPT) and not self.prompted:
            self.prompted = True
            events.append(Prompted())
        self._tail = self._tail[-_TAIL:]
        return events

    def step(self, elapsed_ms: int) -> list[Event]:
        """Let time pass: repeat what was not answered; return what was given up."""
        events: list[Event] = []
        self.silent_ms += elapsed_ms
        self._asked_ms += elapsed_ms
        if self._hello:
            # A prompt answers every hello with an error: do not fill its screen.
            if self._asked_ms >= (SILENT_MS if self.prompted else HELLO_MS):
                self._begin()
        elif min(self._asked_ms, self.silent_ms) >= (QUIET_MS if self._behind or self._from else SILENT_MS):
            self._begin()
        for id, command in list(self._commands.items()):
            command.waited_ms += elapsed_ms
            if command.waited_ms < COMMAND_MS:
                continue
            if command.tries == TRIES:
                del self._commands[id]
                text = "the board does not answer: check the cable, or reset the board"
                events.append(Answered(id, text, is_given_up=True))
            else:
                command.tries += 1
                command.waited_ms = 0
                self._out += command.line
        return events

    def outgoing(self) -> bytes:
        """Return the bytes to send now, each once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def kept(self, seq: int) -> None:
        """Acknowledge all records up to `seq`: they are stored and survive a power cut."""
        self._kept = seq
        self._out += frame.encode(frame.ACK, seq)

    def command(self, name: str, *values: Value) -> int:
        """Send a command, return its id; its answer comes as `Answered`. ValueError if it does not fit the table."""
        id, line = self._line(name, *values)
        self._commands[id] = _Command(line)
        self._out += line
        return id

    def resume(self) -> None:
        """Leave a MicroPython prompt: to the friendly one, then restart into `main.py` and the game."""
        self._out += b"\x02\x04"
        self.prompted = False

    def _begin(self) -> None:
        # The line feed ends whatever an earlier host left half sent. Ctrl-B, where nothing answers: a MicroPython that
        # was left to a program (a raw prompt) shows its prompt for people, by which it is known; a board skips it.
        if self._hello and not self.prompted:
            self._out += b"\x02"
        self._hello, line = self._line("hello", table.PROTOCOL, self._epoch())
        self._out += b"\n" + line
        self._asked_ms = 0

    def _ask(self) -> None:
        self._from, line = self._line("from", self._next)
        self._out += line
        self._asked = self._next
        self._asked_ms = 0

    def _line(self, name: str, *values: Value) -> tuple[int, bytes]:
        id = self._next_id
        self._next_id += 1
        return id, bytes(frame.encode(frame.COMMAND, id, name, values))

    def _read(self, line: bytes, events: list[Event]) -> None:
        decoded = _decode(line)
        if decoded is not None and decoded[0] in (frame.RECORD, frame.ANSWER):
            self.silent_ms = 0
            self.prompted = False
            head, number, name, values = decoded
            if head == frame.RECORD:
                self._record(Record(number, name, values, line.strip()), events)
            else:
                self._answer(number, name, values, events)
        elif self._hello and (versions := _foreign(line, self._hello)):
            self._mismatch(_versions(*versions, "unknown"), events, versions[0])
        elif line.strip():
            # Boot text, an echo, noise, or a damaged record: perhaps the last one, which no gap would betray.
            self._behind = True
            self._read_strange(line.strip(), events)

    def _read_strange(self, line: bytes, events: list[Event]) -> None:
        """Take a record that an older firmware wrote into this journal, if it comes twice: damage does not."""
        record = foreign(line)
        if record is not None and line == self._strange:
            self.silent_ms = 0
            self._record(record, events)
        elif record is not None:
            self._strange = line

    def _record(self, record: Record, events: list[Event]) -> None:
        if not self._next:
            return
        if record.seq == self._next:
            self._next += 1
            self._behind = self.board is not None and self._next <= self.board.last
            events.append(Recorded(record))
        elif record.seq < self._next:
            if self._kept:
                self.kept(self._kept)  # sent again: so the acknowledgement was lost
        elif self._asked != self._next or self._asked_ms >= QUIET_MS:
            self._behind = True
            self._ask()

    def _answer(self, id: int, name: str, values: tuple[Any, ...], events: list[Event]) -> None:
        if id == self._hello or (self._hello and name == "hello"):  # a slow board may answer the one before
            self._hello = 0
            if name == "hello":
                self._greet(values, events)
            elif name == "error":
                self._mismatch(f"the board refuses to talk: {values[0]}", events)
        elif id == self._from:
            self._from = 0
            if name == "error":
                self._mismatch(f"the board does not send its records: {values[0]}", events)
            else:
                self._behind = self.board is not None and self._next <= self.board.last
                self.kept(self._kept)  # makes room for a record that fills the board's whole window
        elif self._commands.pop(id, None) is not None:
            fields = {known: value for (known, _), value in zip(table.fields(table.ANSWERS, name), values, strict=True)}
            events.append(Answered(id, values[0]) if name == "error" else Answered(id, "", fields))
            self.kept(self._kept)

    def _greet(self, values: tuple[Any, ...], events: list[Event]) -> None:
        protocol, firmware, name, unique, journal, digest, first, last = values
        if protocol != table.PROTOCOL or digest != frame.digest():
            self._mismatch(_versions(firmware, protocol, digest), events, firmware)
            return
        if not (_KEY.fullmatch(unique) and _KEY.fullmatch(journal)):
            text = (
                f"the board calls itself {unique!r} and its journal {journal!r}: these are no names of boards of ours"
            )
            self._mismatch(f"{text}; run `touchmove flash`", events)
            return
        before, self.board = self.board, Board(firmware, name, unique, journal, first, last)
        if not self._next or before is None or (before.unique, before.journal) != (unique, journal):
            stored = self._last_stored(unique, journal)
            if stored > last:
                text = (
                    f"journal {journal} of board {unique} ends at record {last}, but this computer keeps {stored}: the "
                    "board has lost records; format it and run `touchmove flash`, so that it begins a new journal"
                )
                self._mismatch(text, events)
                return
            # The last record is asked for once more: its bytes show that this is the journal that was kept.
            self._next = max(first, stored)
            self._kept = stored
        events.append(Greeted(self.board))
        self._behind = self._next <= last
        self._ask()

    def _mismatch(self, text: str, events: list[Event], firmware: str = "") -> None:
        self._hello = self._next = 0
        self._behind = False
        events.append(Mismatched(text, firmware))


def _decode(line: bytes) -> Any:
    """Read a line as the board reads ours, but only in the one form in which it writes: a check sum of 16 bits lets one
    damaged line in 65,536 pass, and few of those have it."""
    decoded = frame.decode(line)
    try:
        if decoded is None or decoded[0] == frame.ACK or frame.encode(*decoded).strip() != line.strip():
            return None
    except ValueError:
        return None
    return decoded


@dataclass
class _Command:
    line: bytes
    waited_ms: int = 0
    tries: int = 1


def _foreign(line: bytes, hello: int) -> tuple[str, str] | None:
    """Return firmware and protocol of an answer to hello that our table cannot read: they come first in every one."""
    body = line.strip()[:-5]
    parts = body.split(b" ")
    if parts[:2] != [b"<%d" % hello, b"hello"] or len(parts) < 4 or line.strip()[-4:] != b"%04X" % frame.check(body):
        return None
    return parts[3].decode("ascii", "replace"), parts[2].decode("ascii", "replace")


def _versions(firmware: str, protocol: int | str, digest: str) -> str:
    return (
        f"the board runs firmware {firmware} with protocol {protocol}, table {digest}; this is Touchmove {__version__} "
        f"with protocol {table.PROTOCOL}, table {frame.digest()}: run `touchmove update` to bring both to one version"
    )
