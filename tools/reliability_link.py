# SPDX-License-Identifier: GPL-3.0-or-later
"""The link cut after every byte, with bytes that change, with a computer that sleeps, and one that is killed.

Bridge, archive and the board's end of the link are the real ones. Each part ends when the archive holds every record of
the board's journal once, byte for byte; then the PGN that is made from both is compared.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import killed_host
from cable import Board, Cable, Score, commands, samples, table

from touchmove import mirror, pgn
from touchmove.archive import Archive
from touchmove.bridge import Bridge
from touchmove.check import check
from touchmove.errors import PortError
from touchmove.record import parse

NOISE = 1.0  # bytes of a hundred
STALL_MS = 300_000


def run(full: bool) -> Iterator[str]:
    with TemporaryDirectory(prefix="touchmove-") as folder:
        for between in (False, True):
            with Session(Path(folder) / f"cut-{between}") as session:
                yield session.cut_everywhere(between, 1 if full else 7)
        with Session(Path(folder) / "noise") as session:
            yield session.disturb(2000 if full else 50)
        with Session(Path(folder) / "stall") as session:
            yield session.stall(100 if full else 10)
        yield killed_host.kill(Path(folder) / "kill", 200 if full else 15, 180 if full else 5)


class Session:
    """One board, one journal, one archive, one bridge; and any number of cables between them."""

    def __init__(self, folder: Path) -> None:
        self.clock = [0]
        self.board = Board()
        self.score = Score(self.board.journal)
        self.archive = Archive(folder / "games.sqlite")
        self.bridge = Bridge(self.archive, self._find, lambda port: self._open(), lambda: self.clock[0], first_wait_s=0)
        self.plan: Iterator[Cable] = iter(())
        self.cable: Cable | None = None
        self.steps: list = []  # what is still to be done by the board, or asked of it
        self.asked: Future | None = None
        self.commands = 0
        self.answered = self.unsure = 0
        self.finished = threading.Event()
        self.failure: BaseException | None = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_) -> None:
        self.bridge.stop()
        self.archive.close()

    def cut_everywhere(self, between: bool, stride: int) -> str:
        """Cut the cable after every stride-th byte of a span, both ways. between: the span is where games change."""
        self._begin_span(between)
        whole = self._run(iter([self._cable()]))
        ends = [-(-passed // stride) for passed in whole.passed]
        cuts = [(way, 1 + at * stride) for way in (0, 1) for at in range(ends[way])]

        def plan() -> Iterator[Cable]:
            for cut in cuts:
                self._begin_span(between)
                yield self._cable(cut=cut)
                yield self._cable()

        self._run(plan())
        what = "where one game ends and the next begins" if between else "in one game that goes on"
        return f"{len(cuts):,} cuts {what}, of {sum(whole.passed):,} bytes: {self._compare()}"

    def disturb(self, spans: int) -> str:
        for _ in range(spans):
            self._begin_span(False)
        self.damaged = 0
        cable = self._run(iter([self._cable(noise=NOISE, random=Random(1))]))
        return (
            f"{cable.damaged:,} of {sum(cable.passed):,} bytes changed, {self.clock[0] // 1000:,} s on the cable: "
            f"{self._compare()}"
        )

    def stall(self, times: int) -> str:
        """Let the computer sleep for minutes in which the board plays on; it must not have to wait."""

        def sleep() -> None:
            for _ in range(10):
                self.clock[0] += STALL_MS // 10
                for step in self.score.span():
                    step()
                    self.cable.take(b"")

        for _ in range(times):
            self._begin_span(False)
            self.steps.insert(len(self.steps) // 2, sleep)
        self._run(iter([self._cable()]))
        return f"{times} sleeps of {STALL_MS // 1000} s: {self._compare()}"

    def _begin_span(self, between: bool) -> None:
        if between:
            self.steps += [self.score.move, self.score.restart, self.score.move]
            return
        self.steps += self.score.span()
        for name in commands():
            self.steps.append(name)
        self.steps.append("refused")

    def _cable(self, **how) -> Cable:
        return Cable(self.board, self.clock, self._act, **how)

    def _run(self, plan: Iterator[Cable]) -> Cable:
        """Let the bridge use these cables, one after the other, until all is done; return the last one."""
        self.plan = plan
        self.finished.clear()
        if self.bridge._thread.ident is None:
            self.bridge.start()
        while not self.finished.wait(0.2):
            assert self.bridge._thread.is_alive(), "the bridge has died"
        if self.failure:
            raise self.failure
        return self.cable

    def _find(self) -> str:
        if self.finished.is_set():
            self.bridge._stopping.wait(0.02)
            raise PortError("no cable")
        return "cable"

    def _open(self) -> Cable:
        cable = next(self.plan, None)
        if cable is None:
            self.finished.set()
            raise PortError("no cable")
        self.cable = cable
        return cable

    def _act(self) -> bool:
        """Do the next thing, when what was asked before is answered; pull the cable when all is done and kept."""
        try:
            return self._act_once()
        except AssertionError as error:
            self.failure = error
            self.finished.set()
            raise OSError("the cable is pulled") from error

    def _act_once(self) -> bool:
        if self.asked is not None:
            if not self.asked.done():
                return False
            self.answered += self.asked.exception() is None
            self.unsure += isinstance(self.asked.exception(), PortError)
            self.asked = None
        if not self.steps:
            if self.archive.last(self.board.unique, self.board.journal.id) == self.board.journal.synced:
                raise OSError("the cable is pulled")
            return False
        if isinstance(self.steps[0], str):
            if self.bridge.state.name != "connected":
                return False
            self._ask(self.steps.pop(0))
        else:
            self.steps.pop(0)()
        return True

    def _ask(self, name: str) -> None:
        self.commands += 1
        text = f"number {self.commands}"
        if name == "refused":
            self.asked = self.bridge.command("new", "bad", text, text)
        else:
            self.asked = self.bridge.command(name, *samples(table.fields(table.COMMANDS, name), text))

    def _compare(self) -> str:
        """Compare what is kept with what was written, and the games that are made of both."""
        lines = self.board.journal.lines
        kept = [record.line + b"\n" for record in self.archive.records(self.board.unique, self.board.journal.id)]
        assert len(kept) == len(lines), f"{len(kept)} records are kept of {len(lines)}"
        assert kept == lines, "a record is kept that the board did not write"
        done = [command for command in self.board.done if str(command[-1]).startswith("number")]
        twice = {command for command in done if done.count(command) > 1}
        assert not twice, f"carried out twice: {sorted(twice)}"
        written = [pgn.text(game) for game in mirror.fold(parse(line.strip()) for line in lines)]
        exported = [pgn.text(self.archive.game(number)) for number in self.archive.numbers()]
        assert exported == written, "the PGN is another"
        wrong = [problem for problem in check(self.archive.path) if problem.is_mendable]
        assert not wrong, wrong[0]
        return (
            f"{len(lines):,} records, each kept once, {len(written):,} games alike; "
            f"{self.commands:,} commands, none done twice"
        )
