# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks at random through the states of hands, by the code itself, and counts which gesture led from which to which.

The hands mostly do what players do: moves in any order, men put back, wrong squares, boards put right. The same seed
takes the same steps.
"""

import random
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "firmware", ROOT / "host" / "touchmove" / "cpython"):
    sys.path.insert(0, str(folder))

from play import hands as hand  # noqa: E402 - the path comes first
from play.fit import NOWHERE  # noqa: E402
from rules import fen  # noqa: E402
from rules.move import CASTLING, EN_PASSANT  # noqa: E402
from rules.position import Position  # noqa: E402

LIFT, PLACE, STANDS = "lift", "place", "stands"
POSITIONS = (
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/2p1p3/8/1p1P1pP1/1PpPpP2/8/8/4K3 w - f6 0 1",
    "1r5k/P5pp/8/8/8/8/p5PP/1R5K w - - 0 1",
    "8/8/4k3/8/3K4/3P4/8/8 w - - 0 1",
)
GESTURES = 12  # in one position

Step = tuple[int, str, int]  # state before, gesture, state after


class Walk:
    """`steps`: how often each was taken."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.steps: Counter[Step] = Counter()
        self.position = Position()
        self.hands = hand.Hands(self.position)

    def go(self, positions: int) -> Counter[Step]:
        for index in range(positions):
            fen.load(self.position, POSITIONS[index % len(POSITIONS)])
            for square in range(64):
                self.hands.sensed.occupied[square] = 1 if self.position.board[square] else 0
            self.hands.settle()
            for _ in range(GESTURES):
                if not self.hands.n_moves:
                    break
                self.gesture()
        return self.steps

    def gesture(self) -> None:
        hands, chance = self.hands, self.random.random()
        if self.random.random() < 0.9:
            hands.rest()
        if hands.is_made() and chance < 0.4:
            self.stand()
        elif hands.move and chance < 0.5:
            self.reconsider()
        elif hands.state == hand.DISTURBED and chance < 0.7:
            self.mend()
        elif hands.state in (hand.CASTLING, hand.EN_PASSANT) and chance < 0.8:
            self.follow()
        elif hands.fit.n_missing and self.random.random() < 0.6:
            self.place()
        else:
            self.lift()

    def stand(self) -> None:
        """The player presses, or the opponent's lift lets the move stand."""
        before, move = self.hands.state, self.hands.final()
        self.position.push(move)
        self.hands.settle(move)
        self.steps[before, STANDS, self.hands.state] += 1

    def reconsider(self) -> None:
        """Take the man up again who has landed."""
        square = self.hands.move >> 6 & 63
        if self.hands.sensed.occupied[square]:
            self._lift(square)

    def mend(self) -> None:
        """Take a man away who stands where he does not belong."""
        fit = self.hands.fit
        self._lift(self.random.choice(fit.extra[: fit.n_extra]))

    def follow(self) -> None:
        """Let the second man follow the first."""
        hands, position, move = self.hands, self.position, self.hands.move
        if hands.state == hand.EN_PASSANT:
            self._lift(hands.fit.victim(move))
        elif hands.sensed.occupied[position.rook_from(move)]:
            self._lift(position.rook_from(move))
        else:
            self._place(position.rook_to(move))

    def place(self) -> None:
        """Put a lifted man where he may go, or back, or on a wrong square."""
        hands, fit = self.hands, self.hands.fit
        origin = self.random.choice(fit.missing[: fit.n_missing])
        moves = self.position.moves[: hands.n_moves]
        targets = [move >> 6 & 63 for move in moves if move & 63 == origin]
        targets = [square for square in targets if not hands.sensed.occupied[square]]
        chance = self.random.random()
        if targets and chance < 0.6:
            self._place(self.random.choice(targets))
        elif chance < 0.9:
            self._place(origin)
        else:
            self._place(self.random.choice([square for square in range(64) if not hands.sensed.occupied[square]]))

    def lift(self) -> None:
        """Lift a man of some move, rather of a special one, or its victim, or any man."""
        occupied, moves = self.hands.sensed.occupied, self.position.moves[: self.hands.n_moves]
        special = [move for move in moves if move & (CASTLING | EN_PASSANT)]
        move = self.random.choice(special if special and self.random.random() < 0.5 else moves)
        among = [move & 63, self.hands.fit.victim(move)] if self.random.random() < 0.8 else range(64)
        among = [square for square in among if square != NOWHERE and occupied[square]]
        if among:
            self._lift(self.random.choice(among))

    def _lift(self, square: int) -> None:
        hands, before = self.hands, self.hands.state
        man = self.position.board[square]
        hands.lift(square)
        self.steps[before, LIFT, hands.state] += 1
        if man and man >> 3 != self.position.turn and hands.has_stood():
            self.stand()

    def _place(self, square: int) -> None:
        before = self.hands.state
        self.hands.place(square)
        self.steps[before, PLACE, self.hands.state] += 1
