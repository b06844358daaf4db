# SPDX-License-Identifier: GPL-3.0-or-later
"""Read and write moves as UCI does: e2e4, e7e8q; castling as the king's move, in Chess960 as king takes rook.

Only legal moves come out of `parse`.
"""

from .move import CASTLING, from_square, promotion, to_square
from .piece import SIDES, from_letter, letter
from .square import name
from .square import parse as parse_square


def text(position, move):
    """Return the UCI text of a legal move that is not made yet."""
    kind = promotion(move)
    return name(from_square(move)) + name(_target(position, move)) + (letter(kind | 8) if kind else "")


def parse(position, text):
    """Return the legal move of a UCI text; raise ValueError if there is none. Overwrites `moves`."""
    if not 4 <= len(text) <= 5 or text[4:] not in "qrbn":
        raise ValueError(f"'{text}' is no move: two squares, and q, r, b or n for a promotion")
    square = parse_square(text[:2])
    to = parse_square(text[2:4])
    kind = from_letter(text[4:]) & 7 if text[4:] else 0
    moves = position.moves
    lacks_promotion = False
    for index in range(position.legal()):
        move = moves[index]
        if from_square(move) == square and _target(position, move) == to:
            if promotion(move) == kind:
                return move
            lacks_promotion = kind == 0
    raise ValueError("'%s' is not legal: %s" % (text, _reason(position, square, lacks_promotion)))


def _target(position, move):
    return position.rook_from(move) if move & CASTLING and position.chess960 else to_square(move)


def _reason(position, square, lacks_promotion):
    man = position.board[square]
    if man == 0:
        return f"{name(square)} is empty"
    if man >> 3 != position.turn:
        return f"{SIDES[position.turn]} has the move"
    if lacks_promotion:
        return "the pawn must become q, r, b or n"
    return f"the man on {name(square)} cannot move there"
