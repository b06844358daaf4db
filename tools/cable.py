# SPDX-License-Identifier: GPL-3.0-or-later
"""A cable between the real bridge and the board's own end of the link, in one thread and in a time of its own.

It can be cut after any byte, in either direction, damage what passes, or leave the computer asleep. What the board does
next is decided when the computer waits for it: so every run is repeatable.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT / "firmware", ROOT / "tests" / "host"):
    sys.path.insert(0, str(folder))

from fakeboard import FakeBoard, Journal  # noqa: E402  (found by the paths above)

from link import table  # noqa: E402
from link.peer import WINDOW  # noqa: E402

SAMPLES = {"int": 7, "ms": 1234, "ply": 1, "square": "e4", "move": "e2e4", "side": "white", "text": "a_b %ü"}
_WAIT_MS = 50  # what passes while the computer waits and the board has nothing to say


class Board(FakeBoard):
    """Carries out every command of the table, and gives the answer of its name, if there is one."""

    def __init__(self) -> None:
        super().__init__(Journal())

    def _command(self, name, values):
        answer = super()._command(name, values)
        if name != "hello" and name in [known for known, _ in table.ANSWERS]:
            return name, samples(table.fields(table.ANSWERS, name))
        return answer


def samples(fields, text=SAMPLES["text"]):
    return tuple(text if kind == "text" else SAMPLES[kind] for _, kind in fields)


class Cable:
    """What the bridge opens as a serial port, once; a new one after each cut.

    act: lets the board do something, returns False if it has nothing to do now.
    cut: direction, 0 to the board, 1 to the computer, and the number of bytes after which it is cut; None for never.
    noise: how many bytes of a hundred change.
    """

    def __init__(
        self, board: Board, clock: list[int], act: Callable[[], bool], cut=None, noise: float = 0, random=None
    ) -> None:
        self.board = board
        self.clock = clock
        self.act = act
        self.cut = cut
        self.noise = noise
        self.random: Random = random or Random(1)
        self.inbox = bytearray()
        self.passed = [0, 0]
        self.damaged = 0

    @property
    def in_waiting(self) -> int:
        return len(self.inbox)

    def read(self, size: int) -> bytes:
        if not self.inbox and not self.act():
            self.clock[0] += _WAIT_MS
        self.take(b"")
        data = self._pass(1, bytes(self.inbox[:size]))
        del self.inbox[:size]
        return data

    def write(self, data: bytes) -> None:
        self.take(self._pass(0, data))
        if self.cut and self.cut[0] == 0 and self.passed[0] >= self.cut[1]:
            raise OSError("the cable was cut")

    def take(self, data: bytes) -> None:
        """Let the board have these bytes, and say what it then says."""
        self.inbox += self.board.receive(data)
        assert len(self.inbox) <= WINDOW, f"{len(self.inbox)} bytes wait to be read: the board would block"

    def close(self) -> None:
        self.inbox.clear()

    def _pass(self, way: int, data: bytes) -> bytes:
        if self.cut and self.cut[0] == way:
            left = self.cut[1] - self.passed[way]
            if way == 1 and left <= 0:
                raise OSError("the cable was cut")
            data = data[:left]
        self.passed[way] += len(data)
        if not self.noise:
            return data
        kept = bytearray(data)
        for at in range(len(kept)):
            if self.random.random() * 100 < self.noise:
                kept[at] = self.random.randrange(256)
                self.damaged += 1
        return bytes(kept)


def moves() -> Iterator[str]:
    """A game without end: knights go out and back."""
    while True:
        yield from ("g1f3", "g8f6", "f3g1", "f6g8")


class Score:
    """What the board writes: a game that goes on, with every kind of record that the table has in each span."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.at = 0
        self.plies = 0
        self.route = list(zip(range(4), moves(), strict=False))
        self.add("started", 1_700_000_000, "-", "5+3", "club", 300000, 300000)

    def add(self, name: str, *values) -> None:
        self.at += 100
        self.journal.add(name, self.at, *values)

    def move(self) -> None:
        _, move = self.route[self.plies % 4]
        self.plies += 1
        self.add("moved", self.plies, move, *self._clocks())

    def take_back(self) -> None:
        self.plies -= 1
        self.add("taken_back", self.plies, *self._clocks())

    def restart(self) -> None:
        self.add("ended", "1/2-1/2", "agreement", 300000, 300000)
        self.at = self.plies = 0
        self.add("started", 1_700_000_000, "-", "5+3", "club", 300000, 300000)

    def span(self) -> list[Callable[[], None]]:
        """Return what adds every kind of record but those between two games."""
        steps = [self.move, self.move, self.take_back, self.move]
        steps.append(lambda: self.add("completed", self.plies, *self._clocks()))
        done = ("started", "moved", "taken_back", "completed", "ended", "illegal")
        for name, fields in table.RECORDS:
            if name not in done:
                steps.append(lambda name=name, fields=fields: self.add(name, *samples(fields[1:])))
        steps.append(lambda: self.add("illegal", "black", 1, 60000))
        return steps

    def _clocks(self):
        return "white" if self.plies % 2 == 0 else "black", 300000, 300000, 0, 0, 0, 0


def commands() -> list[str]:
    return [name for name, _ in table.COMMANDS if name not in ("hello", "from")]
