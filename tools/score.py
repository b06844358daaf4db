# SPDX-License-Identifier: GPL-3.0-or-later
"""A game without an end, as a list of everything that hands do: what on_flash.py plays."""

from random import Random

import chess

from touchmove.sim.hands import Lift, Place, gesture

LONG_MS = 25_000  # a long think, now and then: longer than the clocks are written down


def moves(plies: int, seed: int) -> list[chess.Move]:
    """Return legal moves of all kinds that end no game: pawns become queens."""
    random = Random(seed)
    while True:
        board = chess.Board()
        while len(board.move_stack) < plies:
            legal = [
                move for move in board.legal_moves if move.promotion in (None, chess.QUEEN) and _goes_on(board, move)
            ]
            if not legal:
                break
            if board.halfmove_clock > 80:
                legal = [move for move in legal if board.is_zeroing(move)] or legal
            special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move)]
            quiet = [move for move in legal if not board.is_capture(move)]
            board.push(random.choice(special or (quiet if quiet and random.random() < 0.9 else legal)))
        else:
            return board.move_stack


def _goes_on(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    ended = board.is_game_over() or board.is_repetition(5) or board.halfmove_clock > 140
    ended = ended or not any(board.legal_moves) or len(board.piece_map()) < 8
    board.pop()
    return not ended


def score(plies: int, seed: int) -> list[str]:
    """Return the lines of a game."""
    random = Random(seed)
    board = chess.Board()
    lines = []
    for move in moves(plies, seed):
        if random.random() < 0.05:
            lines.append(f"wait {LONG_MS}")
        for step in gesture(board, move, random):
            lines.append(f"wait {step.pause_ms}")
            if isinstance(step, Lift):
                lines.append(f"lift {step.square}")
            elif isinstance(step, Place):
                lines.append(f"place {step.square}")
        lines += ["wait 250", f"press {'white' if board.turn else 'black'}"]
        board.push(move)
    return lines
