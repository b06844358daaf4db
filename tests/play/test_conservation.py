# SPDX-License-Identifier: GPL-3.0-or-later
"""Time is conserved through stops, calls, corrections, goings back, power cuts: what ran off a clock has passed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from play import replay
from play.clock import NOBODY, SIDES
from play.game import Game
from rules import fen as fens
from rules.square import parse

START_MS = 90 * 60_000 + 3000
INCREMENT_MS = 3000
PENALTY_MS = 120_000
CUT_MS = 15_000  # of thinking time is what a power cut may give back
SHUFFLE = (("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8"))

acts = st.one_of(
    st.tuples(st.just("wait"), st.integers(0, 40_000)),
    st.tuples(st.just("move"), st.just(0)),
    st.tuples(st.just("call"), st.integers(0, 1)),
    st.tuples(st.just("go_on"), st.just(0)),
    st.tuples(st.just("correct"), st.integers(1_000_000, 9_000_000)),
    st.tuples(st.just("penalise"), st.integers(0, 1)),
    st.tuples(st.just("go_back"), st.integers(1, 6)),
    st.tuples(st.just("seal"), st.just(0)),
    st.tuples(st.just("cut_power"), st.just(0)),
)


class Ledger:
    """Both times, counted apart from the clock: what passes while a side runs, and what is credited."""

    def __init__(self):
        self.records = []
        self.game = self.make()
        self.game.new("90+3", fens.START, "tournament")
        for square in range(64):
            if self.game.position.board[square]:
                self.game.place(square)
        self.game.run(400)
        self.game.press(1)
        self.left = [START_MS, START_MS]
        self.kept = [(START_MS, START_MS)]  # as each move was begun
        self.runs = 0

    def make(self):
        game = Game(lambda name, *values: self.records.append((name, (self.game.at_ms, *values))))
        self.game = game
        return game

    @property
    def ply(self):
        return len(self.kept) - 1

    def wait(self, ms):
        self.game.run(ms)
        if self.runs != NOBODY:
            self.left[self.runs] -= ms

    def move(self, _):
        if self.game.pause.by:
            return
        origin, target = SHUFFLE[self.ply % 4]
        self.game.lift(parse(origin))
        self.game.place(parse(target))
        self.press()
        self.game.press(1 - self.runs)

    def press(self):
        """A move is completed: its increment comes, and the other side thinks."""
        self.left[self.runs] += INCREMENT_MS
        self.kept.append(tuple(self.left))
        self.runs = 1 - self.runs

    def call(self, side):
        self.game.pause.stop(SIDES[side], "call")
        self.runs = NOBODY

    def go_on(self, _):
        if self.game.pause.by and self.game.pause.go_on("arbiter") and not self.game.pause.by:
            self.runs = self.ply % 2

    def correct(self, ms):
        self.game.arbiter.command("time", SIDES[ms % 2], str(ms))
        self.left[ms % 2] = ms
        self.runs = NOBODY

    def penalise(self, side):
        self.game.arbiter.command("conduct", SIDES[side], "")
        self.left[1 - side] += PENALTY_MS
        self.runs = NOBODY

    def go_back(self, plies):
        if plies > self.ply or self.game.seal.state:
            return
        del self.kept[-plies:]
        self.game.arbiter.rule("back", NOBODY, str(self.ply), "computer")
        self.left = list(self.kept[-1])
        self.runs = NOBODY
        self.restore()

    def seal(self, _):
        """Seal the next move, resume, open it and put it on the board."""
        if self.game.pause.by:
            return
        origin, target = SHUFFLE[self.ply % 4]
        self.game.seal.enter(origin + target)
        self.press()
        self.runs = NOBODY
        self.game.pause.go_on("arbiter")
        self.game.pause.go_on("arbiter")
        self.restore()

    def restore(self):
        """Put the men where the position has them."""
        occupied, board = self.game.hands.sensed.occupied, self.game.position.board
        for square in range(64):
            if occupied[square] and not board[square]:
                self.game.lift(square)
        for square in range(64):
            if board[square] and not occupied[square]:
                self.game.place(square)

    def cut_power(self, _):
        self.game = self.make()
        for name, values in list(self.records):
            replay.fold(self.game, name, values)
        replay.resume(self.game)
        for side in (0, 1):
            assert 0 <= self.game.clock.left_ms[side] - self.left[side] <= (CUT_MS if side == self.runs else 0)
        self.left = list(self.game.clock.left_ms)

    def look(self):
        game = self.game
        assert game.clock.left_ms == self.left
        assert game.clock.running == self.runs
        assert game.ply == self.ply
        assert game.pause.by or self.runs == game.position.turn


@settings(max_examples=200, deadline=None)
@given(st.lists(acts, max_size=30))
def test_R54_R56_time_is_conserved_through_stops_corrections_and_goings_back(steps):
    ledger = Ledger()
    for name, value in steps:
        getattr(ledger, name)(value)
        ledger.look()
