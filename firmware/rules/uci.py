# SPDX-License-Identifier: GPL-3.0-or-later
"""Read and write moves as UCI does: e2e4, e7e8q; castling as the king's move, in Chess960 as king takes rook.

Only legal moves come out of `parse`.
"""

from .move import CASTLING, from_square, promotion, to_square
from .piece import SIDES, from_letter, letter
from .square import NOWHERE, name
from .square import parse as parse_square
from .square import read as read_square


def text(position, move):
    """Return the UCI text of a legal move that is not made yet."""
    kind = promotion(move)
    return name(from_square(move)) + name(_target(position, move)) + (letter(kind | 8) if kind else "")


def parse(position, text):
    """Return the legal move of a UCI text; raise ValueError if there is none. Overwrites `moves`."""
    word = text.encode()
    if not 4 <= len(word) <= 5 or word[4:] not in (b"", b"q", b"r", b"b", b"n"):
        raise ValueError(f"'{text}' is no move: two squares, and q, r, b or n for a promotion")
    square, to = read_square(word, 0), read_square(word, 2)
    if square == NOWHERE or to == NOWHERE:
        parse_square(text[:2] if square == NOWHERE else text[2:4])  # it says what is wrong
    kind = from_letter(text[4:]) & 7 if len(word) > 4 else 0
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
