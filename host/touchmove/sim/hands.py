# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands that play a move on wood: which man is lifted when, and where it is put.

A gesture is a list of steps with the pause before each. The same seed gives the same hands. Styles:

    clean   one man after the other, in any order that the Laws allow
    hasty   quick, sliding, swapping men in one movement, so that sensors miss things
    clumsy  as hasty; what goes wrong besides is in `clumsy`
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import chess

STYLES = ("clean", "hasty", "clumsy")
Pauses = tuple[tuple[int, int], tuple[int, int]]  # ms, from and to: to think, and between two movements of a hand
CALM: Pauses = ((300, 3000), (120, 600))
BRISK: Pauses = ((60, 200), (80, 200))  # of players who spare a slow board the waiting
_UNSEEN = 0.02  # of what is short: neither the opening nor the closing is seen
_LATE = 0.03  # of men who stand off-centre: their sensor closes late


@dataclass(frozen=True)
class Lift:
    """Lift the man of a square. spare: he leaves the game and goes into the tray; unseen: no sensor notices."""

    pause_ms: int
    square: int
    spare: bool = False
    unseen: bool = False


@dataclass(frozen=True)
class Place:
    """Put a man down: the letter says which one, from the hand or from the tray. late_ms: his sensor closes later."""

    pause_ms: int
    square: int
    letter: str
    unseen: bool = False
    late_ms: int = 0


@dataclass(frozen=True)
class Pass:
    """A man slides onto or off a square without standing there: only its sensor notices."""

    pause_ms: int
    square: int
    closed: bool


Step = Lift | Place | Pass


def gesture(
    board: chess.Board, move: chess.Move, random: Random, style: str = "clean", pauses: Pauses = CALM
) -> Iterator[Step]:
    """Yield the steps of a move. pauses: of clean hands."""
    if style == "clean":
        return _gesture(board, move, random, *pauses)
    return iter(_hurry(board, move, random, list(_gesture(board, move, random, (300, 1200), (40, 200)))))


def _gesture(
    board: chess.Board, move: chess.Move, random: Random, think: tuple[int, int], handling: tuple[int, int]
) -> Iterator[Step]:
    def pause() -> int:
        return random.randint(*handling)

    think_ms = random.randint(*think)
    letter = str(board.piece_at(move.from_square))
    if board.is_castling(move):
        yield from _castle(board, move, letter, think_ms, pause(), pause(), pause())
        return
    victim = _victim(board, move)
    victim_first = random.random() < 0.5
    victim_last = board.is_en_passant(move) and random.random() < 0.5
    if victim is not None and victim_first and not victim_last:
        yield Lift(think_ms, victim, spare=True)
        think_ms = pause()
    yield Lift(think_ms, move.from_square)
    if victim is not None and not victim_first and not victim_last:
        yield Lift(pause(), victim, spare=True)
    if move.promotion:
        yield from _promote(board, move, letter, random.random() < 0.5, pause(), pause(), pause())
    else:
        yield Place(pause(), move.to_square, letter)
    if victim is not None and victim_last:
        yield Lift(pause(), victim, spare=True)


def _castle(board: chess.Board, move: chess.Move, king: str, *pauses: int) -> Iterator[Step]:
    """King first, then the rook; in Chess960, where one may stand in the other's way, both are lifted first."""
    rank = move.from_square & 56
    east = board.is_kingside_castling(move)
    rook = move.to_square if board.chess960 else rank + (7 if east else 0)
    lift_king, lift_rook = Lift(pauses[0], move.from_square), Lift(pauses[2], rook)
    place_king = Place(pauses[1], rank + (6 if east else 2), king)
    place_rook = Place(pauses[3], rank + (5 if east else 3), str(board.piece_at(rook)))
    if board.chess960:
        yield from (lift_king, lift_rook, place_king, place_rook)
    else:
        yield from (lift_king, place_king, lift_rook, place_rook)


def _promote(board: chess.Board, move: chess.Move, pawn: str, pushed: bool, *pauses: int) -> Iterator[Step]:
    """Push the pawn and swap it, or put the new piece straight on the square."""
    assert move.promotion is not None
    if pushed:
        yield Place(pauses[0], move.to_square, pawn)
        yield Lift(pauses[1], move.to_square, spare=True)
    piece = chess.Piece(move.promotion, board.turn).symbol()
    yield Place(pauses[2], move.to_square, piece)


def _victim(board: chess.Board, move: chess.Move) -> int | None:
    if board.is_en_passant(move):
        return move.to_square ^ 8
    return move.to_square if board.is_capture(move) else None


def _hurry(board: chess.Board, move: chess.Move, random: Random, steps: list[Step]) -> list[Step]:
    """Let sensors miss what is short, close late, and see men slide past."""
    hurried: list[Step] = []
    for index, step in enumerate(steps):
        match step:
            case Place(_, square, _) if random.random() < _LATE and index == len(steps) - 1:
                hurried.append(replace(step, late_ms=random.randint(60, 400)))
            case Place(_, square, _) if square == move.to_square and not board.is_castling(move):
                lifted = next((other for other in hurried if isinstance(other, Lift) and other.square == square), None)
                if lifted is not None and random.random() < _UNSEEN:
                    hurried[hurried.index(lifted)] = replace(lifted, unseen=True)
                    step = replace(step, unseen=True)
                elif random.random() < 0.3 and index and _lifts(steps[index - 1], move.from_square):
                    hurried += _slide(move, random)
                hurried.append(step)
            case _:
                hurried.append(step)
    return hurried


def _lifts(step: Step, square: int) -> bool:
    return isinstance(step, Lift) and step.square == square


def _slide(move: chess.Move, random: Random) -> list[Step]:
    """The man passes the squares between: each sensor closes and opens again, or is not seen at all."""
    between = list(chess.SquareSet.between(move.from_square, move.to_square))
    if move.from_square > move.to_square:
        between.reverse()
    steps: list[Step] = []
    for square in between:
        if random.random() >= _UNSEEN:
            steps += [Pass(random.randint(10, 60), square, True), Pass(random.randint(30, 90), square, False)]
    return steps
