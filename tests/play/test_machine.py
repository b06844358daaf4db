# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands that do anything at all, in any profile: the game stays legal, the board in sync, and the lights lead back.

What fails is shrunk and printed as a scenario. `make machine` goes on for longer.
"""

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess
from follower import follow
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from orders import steps_in_any_order
from sitting import Sitting

from play.clock import NOBODY

EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "0"))  # 0: few, and always the same
POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",  # both castle both ways
    "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1",  # castling short fills the squares it empties
    "4k3/2p1p3/8/1p1P1pP1/1PpPpP2/8/8/4K3 w - f6 0 1",  # en passant, now or soon
    "1r5k/P5pp/8/8/8/8/p5PP/1R5K w - - 0 1",  # promotion, by capture and without
    "8/8/4k3/8/3K4/3P4/8/8 w - - 0 1",  # kings in the centre
    "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1",  # mates on the back rank
)
PROFILES = ("beginner", "club", "tournament")
CONTROLS = ("90+30", "-", "1")
HANDLING_MS = (40, 60, 400)
RESTED_MS = 200
LOSING = 2  # illegal moves of one player
LATE_MS = 700  # a press that nothing explains is refused by now
PAUSES_MS = (20, 100, 350, 700, 1300, 5200, 11000)

picks = st.integers(0, 255)
sides = st.booleans()


class Machine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(prefix="touchmove-")
        self.sitting: Sitting | None = None

    @initialize(
        text=st.sampled_from(POSITIONS),
        control=st.sampled_from(CONTROLS),
        profile=st.sampled_from(PROFILES),
        starts=st.booleans(),
    )
    def sit_down(self, text: str, control: str, profile: str, starts: bool) -> None:
        self.sitting = Sitting(Path(self.folder.name) / "journal", text, control, profile)
        if starts:
            self.sitting.press(not self.sitting.mover)

    def teardown(self) -> None:
        try:
            if self.sitting and self.sitting.is_sound:
                follow(self.sitting)
        finally:
            note("\n".join(self.sitting.lines if self.sitting else []))
            self.folder.cleanup()

    @rule(pick=picks)
    def lift_anything(self, pick: int) -> None:
        standing = sorted(self.sitting.wood)
        if standing:
            self.sitting.lift(standing[pick % len(standing)])

    @rule(pick=picks)
    def lift_what_moves_or_is_captured(self, pick: int) -> None:
        board = self.sitting.board
        squares = sorted({square for move in board.legal_moves for square in (move.from_square, move.to_square)})
        squares = [square for square in squares if square in self.sitting.wood]
        if squares:
            self.sitting.lift(squares[pick % len(squares)])

    @precondition(lambda self: self.sitting.hand)
    @rule(pick=picks, where=picks)
    def place_anywhere(self, pick: int, where: int) -> None:
        free = [square for square in range(64) if square not in self.sitting.wood]
        letter, _ = self.sitting.hand[-1 - pick % len(self.sitting.hand)]
        self.sitting.place(free[where % len(free)], letter)

    @precondition(lambda self: self.sitting.hand)
    @rule(pick=picks, where=picks)
    def place_where_it_may_go(self, pick: int, where: int) -> None:
        letter, origin = self.sitting.hand[-1 - pick % len(self.sitting.hand)]
        targets = sorted({move.to_square for move in self.sitting.board.legal_moves if move.from_square == origin})
        targets = [square for square in targets if square not in self.sitting.wood]
        if targets:
            self.sitting.place(targets[where % len(targets)], letter)

    @precondition(lambda self: self.sitting.hand)
    @rule(pick=picks)
    def put_back(self, pick: int) -> None:
        letter, origin = self.sitting.hand[-1 - pick % len(self.sitting.hand)]
        if origin not in self.sitting.wood:
            self.sitting.place(origin, letter)

    @precondition(lambda self: self.sitting.stands())
    @rule(pick=picks, seed=picks, ms=st.sampled_from(HANDLING_MS))
    def make_a_move(self, pick: int, seed: int, ms: int) -> None:
        self._make(pick, seed, ms)

    @precondition(lambda self: self.sitting.stands())
    @rule(pick=picks, seed=picks, ms=st.sampled_from(HANDLING_MS))
    def complete_a_move(self, pick: int, seed: int, ms: int) -> None:
        """Whatever happened before: from a board that stands and has rested, the move that is made is recorded."""
        sitting = self.sitting
        sitting.wait(RESTED_MS)
        counts = sitting.is_free()
        move, mover = self._make(pick, seed, ms), sitting.mover
        if move is None:
            return
        if sitting.game.hands.leaves_pawn():
            sitting.press(mover)
            sitting.wait(LATE_MS)
        penalty = sitting.game.penalty
        if penalty.side != NOBODY:  # as if the pawn had been left there: the opponent accepts the queen
            sitting.press(not mover)
        else:
            sitting.press(mover)
        if counts and penalty.counts[0 if mover else 1] < LOSING:
            assert sitting.mirror.game.plies[-1].move == move

    def _make(self, pick: int, seed: int, ms: int) -> chess.Move | None:
        """Make a legal move by hand, its steps in any order, and of the promotions the queen's."""
        board = self.sitting.board
        legal = sorted(board.legal_moves, key=chess.Move.uci)
        moves = [move for move in legal if move.promotion in (None, chess.QUEEN)]
        if not moves:
            return None
        move = moves[pick % len(moves)]
        for kind, square, letter in steps_in_any_order(board, move, Random(seed)):
            if kind == "lift":
                self.sitting.lift(square, ms)
            else:
                self.sitting.place(square, letter, ms)
        return move

    @rule(side=sides)
    def press(self, side: chess.Color) -> None:
        self.sitting.press(side)

    @rule(side=sides)
    def action(self, side: chess.Color) -> None:
        self.sitting.action(side)

    @rule(side=sides)
    def long_action(self, side: chess.Color) -> None:
        self.sitting.hold(side)

    @rule(long=st.booleans())
    def press_as_arbiter(self, long: bool) -> None:
        self.sitting.arbiter(long)

    @rule(ms=st.sampled_from(PAUSES_MS))
    def wait(self, ms: int) -> None:
        self.sitting.wait(ms)

    @precondition(lambda self: self.sitting.game.phase == self.sitting.game.PLAYING)
    @rule()
    def cut_the_power(self) -> None:
        self.sitting.power_cut()

    @rule()
    def follow_the_lights(self) -> None:
        follow(self.sitting)


AVAILABLE_PROVIDERS["dice"] = "dice.Dice"
TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=EXAMPLES or 40,
    stateful_step_count=40,
    backend="hypothesis" if EXAMPLES else "dice",
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
