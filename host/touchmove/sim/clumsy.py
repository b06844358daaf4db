# SPDX-License-Identifier: GPL-3.0-or-later
"""Two left hands: men are knocked over, put on wrong squares, touched for nothing, and moves are thought better of.

Whoever does it puts it right before he presses. He never does what no board could tell from a move that was meant.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import chess

from .fallen import Fallen, ends
from .hands import Place, Step
from .player import Player

TOUCHED, WAVERED, ADJUSTED, TAKEN_BACK, KNOCKED, WRONG, ILLEGAL, BRUSHED = KINDS = (
    "touched and put back",
    "moved and put back",
    "adjusted",
    "taken back",
    "knocked over",
    "put on a wrong square",
    "put on an illegal square",
    "knocked over with the move made",
)
_OFTEN = dict(zip(KINDS, (3, 2, 2, 2, 2, 3, 3, 2), strict=True))  # compared with the others
_TAKE_BACK = ("beginner", "club")  # the profiles in which a move can be taken back
_ANNOUNCED = ("club",)  # those in which adjusting has to be announced
_ASKED_MS = 1500  # the board asks after 0.8 s whether a move is taken back
_GLANCE_MS = 50

T = TypeVar("T")


@dataclass(frozen=True)
class Habits:
    """How often a move goes with a mishap, which there are, and in which profiles those play who have them."""

    chance: float = 0.11
    kinds: tuple[str, ...] = KINDS
    profiles: tuple[str, ...] = ("record", "beginner", "club")


class Clumsy:
    """The mishaps of one game, at most one a move. `mishaps`: those that there were."""

    def __init__(
        self, player: Player, random: Random, habits: Habits, profile: str, make: Callable[[chess.Move], None]
    ) -> None:
        """make: plays a move, and presses."""
        self.player = player
        self.random = random
        self.profile = profile
        self.mishaps: list[str] = []
        self._fallen = Fallen(player, random)
        self._make = make
        self._chance = habits.chance
        self._kinds = [kind for kind in KINDS if kind in habits.kinds]
        if profile not in _TAKE_BACK and TAKEN_BACK in self._kinds:
            self._kinds.remove(TAKEN_BACK)
        self._kind = ""  # what the move under way goes with, until it has happened
        self._has_happened = False
        self._before = {
            TOUCHED: self._touch,
            WAVERED: self._waver,
            ADJUSTED: self._adjust,
            TAKEN_BACK: self._take_back,
            KNOCKED: self._knock,
        }

    def before(self, board: chess.Board, move: chess.Move, is_pressed: bool) -> None:
        """Draw what this move goes with; have it happen if it comes before the move, and the one before is pressed."""
        self._kind = ""
        self._has_happened = False
        if self._kinds and self.random.random() < self._chance:
            self._kind = self.random.choices(self._kinds, [_OFTEN[kind] for kind in self._kinds])[0]
        happen = self._before.get(self._kind)
        if happen and is_pressed:
            happen(board, move)

    def during(self, board: chess.Board, move: chess.Move, steps: Iterable[Step]) -> Iterator[Step]:
        """Yield the steps of the move; on its way a man may come down on a wrong square."""
        for step in steps:
            if self._kind in (WRONG, ILLEGAL) and isinstance(step, Place) and not (step.unseen or move.promotion):
                is_king = board.is_castling(move) and step.letter in "Kk"
                if not is_king or self.random.random() < 0.5:  # else perhaps the rook
                    self._misplace(board, move, step)
            yield step

    def after(self, board: chess.Board, move: chess.Move) -> bool:
        """Have it happen if it comes when the move is made and not yet pressed; return True if this move had a mishap.

        board: still before the move.
        """
        if self._kind == BRUSHED and not (move.promotion or ends(board, move)):
            self._let(450, 900)  # by now a man who stands off-centre is seen
            after = board.copy()
            after.push(move)
            self._happens()
            self._fallen.knock(move.to_square, [board, after])
        return self._has_happened

    def _happens(self) -> str:
        kind, self._kind = self._kind, ""
        self._has_happened = True
        self.mishaps.append(kind)
        return kind

    # Before the move

    def _touch(self, board: chess.Board, move: chess.Move) -> None:
        """Take a man, think, and put him back; now and then it is one of the opponent's."""
        side = board.turn if self.random.random() < 0.7 else not board.turn
        self._happens()
        self._let(300, 1200)
        self._lift_and_return(board.occupied_co[side], 2500)

    def _lift_and_return(self, among: int, most_ms: int) -> None:
        square = self.random.choice(list(chess.SquareSet(among)))
        letter = self.player.lift(square)
        self._let(150, most_ms)
        self.player.place(letter, square)
        self._let(150, 600)

    def _waver(self, board: chess.Board, move: chess.Move) -> None:
        """Move another man, and think better of it before the press."""
        other = self._another(board, move, lambda one: not board.is_capture(one) and not board.is_castling(one))
        if other is None:
            return
        self._happens()
        self._let(300, 1200)
        for from_square, to_square in ((other.from_square, other.to_square), (other.to_square, other.from_square)):
            letter = self.player.lift(from_square)
            self._let(100, 500)
            self.player.place(letter, to_square)
            self._let(300, 2500)

    def _adjust(self, board: chess.Board, move: chess.Move) -> None:
        """Adjust one man or two, of either side, one after the other; announce it where that counts."""
        self._happens()
        self._let(300, 1200)
        if self.profile in _ANNOUNCED:
            self.player.action(board.turn)
        for _ in range(self.random.randint(1, 2)):
            self._lift_and_return(board.occupied, 600)
        if self.player.reads(board.turn).strip() == "AdJ" and self.random.random() < 0.5:
            self.player.action(board.turn)  # it is over; if he does not say so, his move goes with it

    def _take_back(self, board: chess.Board, move: chess.Move) -> None:
        """Play another move, press, move it back, and agree on that with the opponent if the board asks."""
        other = self._another(board, move, lambda one: True)
        if other is None:
            return
        self._happens()
        player, wood = self.player, self.player.world.squares
        before = dict(wood)
        self._make(other)
        self._let(300, 2000)
        for square in self._shuffled(square for square in wood if wood[square] != before.get(square)):
            player.world.drop(player.lift(square))
            self._let(100, 400)
        for square in self._shuffled(square for square in before if square not in wood):
            player.place(before[square], square)
            self._let(100, 400)
        for _ in range(0, _ASKED_MS, _GLANCE_MS):
            player.let(_GLANCE_MS)
            if player.reads(True).strip() == "bAc?":
                for side in self._shuffled((True, False)):
                    player.press(side)
                    self._let(100, 800)
                return

    def _knock(self, board: chess.Board, move: chess.Move) -> None:
        """Knock men over where the hand reaches."""
        self._happens()
        self._let(300, 1200)
        self._fallen.knock(move.to_square, [board])

    # On the way

    def _misplace(self, board: chess.Board, move: chess.Move, step: Place) -> None:
        """Put the man of this step down somewhere else, see it, and take him up again."""
        player, wood = self.player, self.player.world.squares
        is_legal = self._kind == WRONG
        if is_legal and step.letter != str(board.piece_at(move.from_square)):
            return  # the rook of a castling
        quiet = {
            other.to_square
            for other in board.legal_moves
            if other.from_square == move.from_square and not board.is_capture(other) and not board.is_castling(other)
        }
        beside = chess.SquareSet(chess.BB_KING_ATTACKS[step.square])
        for square in self._shuffled(quiet if is_legal else set(beside) - quiet):
            if square in wood or square == step.square or self._fallen.could_end([board], square):
                continue
            self._happens()
            player.let(step.pause_ms)
            player.place(step.letter, square)
            if is_legal or self.random.random() < 0.5:
                self._let(300, 2500)
            else:
                self._fallen.look()
            player.lift(square)
            return

    # Choices

    def _another(self, board: chess.Board, move: chess.Move, allows: Callable[[chess.Move], bool]) -> chess.Move | None:
        """Return another legal move that does not end the game, None if there is none."""
        for other in self._shuffled(board.legal_moves):
            if other != move and not other.promotion and allows(other) and not ends(board, other):
                return other
        return None

    def _shuffled(self, things: Iterable[T]) -> list[T]:
        found = list(things)
        self.random.shuffle(found)
        return found

    def _let(self, least_ms: int, most_ms: int) -> None:
        self.player.let(self.random.randint(least_ms, most_ms))
