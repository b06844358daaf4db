# SPDX-License-Identifier: GPL-3.0-or-later
"""The orders in which hands can play a move."""

import random

import chess


def steps_in_any_order(board: chess.Board, move: chess.Move, rng: random.Random) -> list[tuple[str, int, str]]:
    """Return the lifts and places of a move in a random order in which hands could do it."""
    man = board.piece_at(move.from_square).symbol()
    lifts = [("lift", move.from_square, "")]
    places = [("place", move.to_square, chess.Piece(move.promotion, board.turn).symbol() if move.promotion else man)]
    if board.is_castling(move):
        rank, east = move.from_square & 56, board.is_kingside_castling(move)
        rook = move.to_square if board.chess960 else rank + (7 if east else 0)
        lifts.append(("lift", rook, ""))
        places = [
            ("place", rank + (6 if east else 2), man),
            ("place", rank + (5 if east else 3), board.piece_at(rook).symbol()),
        ]
    elif board.is_en_passant(move):
        lifts.append(("lift", move.to_square ^ 8, ""))
    elif board.is_capture(move):
        lifts.append(("lift", move.to_square, ""))
    waiting = lifts + places
    done: list[tuple[str, int, str]] = []
    while waiting:
        step = rng.choice(waiting)
        occupied = board.piece_at(step[1]) is not None and ("lift", step[1], "") not in done
        if step[0] == "place" and (occupied or lifts[places.index(step)] not in done):
            continue
        waiting.remove(step)
        done.append(step)
    return done
