# SPDX-License-Identifier: GPL-3.0-or-later
"""What sensors and buttons do while the flash erases a block: nothing is scanned for 45 ms, 400 at worst (W25Q16JV)."""

from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from bench import Bench

from touchmove.sim.body import PRESS

ERASES_MS = (45, 400)
OPEN_MS, PRESS_MS = 24, 5  # how long a contact must have differed (docs/sensing.md)
START_MS = 5 * 60_000


class Pausing(Bench):
    """A bench whose journal takes `pause_ms` for a write, once. Hands do `meanwhile` what they do."""

    def __init__(self, flash: Path, pause_ms: int) -> None:
        super().__init__(flash)
        self.pause_ms = pause_ms
        self.meanwhile: Callable[[], object] | None = None
        self.owed_ms = 0
        self.paused_at = 0  # on the clock of records
        write = self.journal.sync
        self.journal.sync = lambda: (self._pause(), write())  # type: ignore[func-returns-value,method-assign,misc]

    def let(self, ms: int) -> None:
        if not self.owed_ms:
            self.wait_ms = self.app.step(0)
        while ms > 0:
            elapsed_ms = min(ms, max(self.wait_ms, 1)) + self.owed_ms
            self.owed_ms = 0
            self.wait_ms = self.app.step(elapsed_ms)
            ms -= elapsed_ms

    def until_written(self, meanwhile: Callable[[], object]) -> None:
        """Let time pass until the next write, and a little more."""
        self.meanwhile = meanwhile
        while self.meanwhile:
            self.let(10)
        self.let(1)

    def times(self, name: str) -> list[int]:
        return [int(values[0]) for record, values in self.records() if record == name]

    def _pause(self) -> None:
        if self.meanwhile and self.journal.waiting:
            meanwhile, self.meanwhile = self.meanwhile, None
            self.paused_at = self.app.game.at_ms + self.app.passed_ms
            meanwhile()
            self.owed_ms = self.pause_ms


@pytest.fixture(params=ERASES_MS)
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Pausing:
    bench = Pausing(tmp_path / "journal", request.param)
    bench.set_up(control="5")
    bench.press(chess.BLACK)
    return bench


def test_a_man_lifted_meanwhile_is_lifted_when_it_is_over(bench: Pausing) -> None:
    bench.until_written(lambda: bench.world.lift(chess.E2))
    bench.let(OPEN_MS + 2)
    (lifted_ms,) = bench.times("lifted")
    assert bench.pause_ms + OPEN_MS <= lifted_ms - bench.paused_at <= bench.pause_ms + OPEN_MS + 2


def test_a_man_lifted_and_put_back_meanwhile_was_not_touched_as_far_as_the_board_knows(bench: Pausing) -> None:
    bench.until_written(lambda: bench.world.place(bench.world.lift(chess.E2), chess.E2))
    bench.let(500)
    assert bench.times("lifted") == []
    assert bench.app.game.hands.stands()


def test_a_press_that_is_still_held_counts_from_when_it_is_seen(bench: Pausing) -> None:
    bench.world.place(bench.world.lift(chess.E2), chess.E4)
    bench.until_written(lambda: bench.world.hold(PRESS[0]))
    bench.let(60)
    bench.world.release(PRESS[0])
    bench.let(60)
    assert bench.moves() == ["e2e4"]
    late_ms = bench.times("pressed")[-1] - bench.paused_at
    assert bench.pause_ms <= late_ms <= bench.pause_ms + PRESS_MS + 2
    assert bench.app.game.clock.left_ms[0] == START_MS - bench.times("pressed")[-1]


def test_a_press_that_is_over_before_was_not_made_and_the_clock_runs_on(bench: Pausing) -> None:
    bench.world.place(bench.world.lift(chess.E2), chess.E4)

    def tap() -> None:
        bench.world.hold(PRESS[0])
        bench.world.release(PRESS[0])

    bench.until_written(tap)
    bench.let(1000)
    game = bench.app.game
    assert bench.moves() == []
    assert game.clock.running == 0
    assert game.clock.left_ms[0] == START_MS - game.at_ms, "the pause is on his clock"
