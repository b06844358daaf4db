# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands that play a move on wood: which man is lifted when, and where it is put.

A gesture is a list of steps with the pause before each. The same seed gives the same hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import chess

STYLES = ("clean",)


@dataclass(frozen=True)
class Lift:
    """Lift the man of a square; `spare`: it leaves the game and goes into the tray."""

    pause_ms: int
    square: int
    spare: bool = False


@dataclass(frozen=True)
class Place:
    """Put a man down: the letter says which one, from the hand or from the tray."""

    pause_ms: int
    square: int
    letter: str


Step = Lift | Place


def gesture(board: chess.Board, move: chess.Move, random: Random) -> Iterator[Step]:
    """Yield the steps of a move in the clean style: one man after the other, in any order that the Laws allow."""

    def pause(least: int = 120, most: int = 600) -> int:
        return random.randint(least, most)

    think_ms = random.randint(300, 3000)
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
