# SPDX-License-Identifier: GPL-3.0-or-later
"""A player who knows nothing and does what lights and faces ask for, until the board waits for a move."""

import chess
from sitting import Sitting

from play import hands as hand
from play import lights
from play.clock import NOBODY

_PATIENCE_MS = 1300  # the board complains after 1.2 s
_KINGS_MS = 5100  # it asks about the result after 5 s


def is_back(sitting: Sitting) -> bool:
    """Return True if the board waits for a move, or the game is over."""
    game = sitting.game
    if game.phase == game.ENDED:
        return True
    is_open = game.phase in (game.READY, game.PLAYING) and not game.is_halted()
    if sitting.menu_of() is not None:
        return False
    return is_open and game.hands.state == hand.WAITING and not game.presses.waiting and not game.question.text


def follow(sitting: Sitting) -> int:
    """Do what is asked for; return the number of gestures that it took. AssertionError if they have no end."""
    gestures = 0
    most = 12 + 3 * len(set(sitting.wood) ^ set(sitting.board.piece_map()))
    sitting.wait(_PATIENCE_MS)
    while not is_back(sitting):
        gestures += 1
        assert gestures <= most, "the lights lead nowhere"
        _obey(sitting)
        sitting.wait(_PATIENCE_MS)
    return gestures


def _obey(sitting: Sitting) -> None:
    game = sitting.game
    if game.menu and game.menu.state(0) == "keys":
        sitting.arbiter(long=True)  # he leaves his menu
        return
    menu_of = sitting.menu_of()
    if menu_of is not None:
        sitting.hold(bool(menu_of))  # leaves the menu
        return
    lit = _lit(sitting)
    is_made = game.is_open() and game.hands.state == hand.PROVISIONAL  # if a pawn blinks: it is a queen
    if game.pause.by and not (game.pause.restoring and not game.hands.stands()) and not game.ruling.is_loss():
        if game.profile.arbiter:
            sitting.arbiter()
        else:
            sitting.press(chess.WHITE)
            sitting.press(chess.BLACK)
    elif game.ruling.is_unproven() and game.profile.arbiter:
        sitting.arbiter()
    elif game.around.is_asked():
        sitting.hold(sitting.mover)  # no sensor is bad
    elif game.question.text:
        for side in (chess.WHITE, chess.BLACK):
            sitting.press(side)
    elif game.penalty.side != NOBODY and game.hands.stands():
        sitting.press(game.penalty.side == 1)  # the opponent accepts what was put right
    elif lights.PENDING in lit and not is_made:
        _bring(sitting, lit[lights.PENDING])
    elif lights.FIX in lit:
        _mend(sitting, lit[lights.FIX])
    elif len(lit.get(lights.PICKED, ())) == 1 and lit[lights.PICKED][0] not in sitting.wood:
        _mend(sitting, lit[lights.PICKED])
    elif lights.LANDED not in lit and game.hands.state == hand.DISTURBED:
        sitting.wait(_KINGS_MS)  # dark: two kings are in the centre
    else:
        sitting.press(sitting.mover)  # the move is made, or the board says what is wrong


def _lit(sitting: Sitting) -> dict[int, list[int]]:
    """Return the squares by what their lights mean."""
    found: dict[int, list[int]] = {}
    for square, meaning in enumerate(sitting.bench.app.lights.meanings):
        found.setdefault(meaning, []).append(square)
    return found


def _bring(sitting: Sitting, squares: list[int]) -> None:
    """Lift the man who has to follow, or put him where he goes: a rook that castles, never back to where it stood."""
    board = sitting.board
    standing = [square for square in squares if square in sitting.wood]
    if standing:
        sitting.lift(standing[0])
        return
    origin = sitting.hand[-1][1] if sitting.hand else None
    square = min(squares, key=lambda square: (square == origin, board.piece_at(square) is not None))
    rook = "R" if board.turn else "r"
    man = board.piece_at(square) if len(squares) == 1 else None
    sitting.place(square, man.symbol() if man else rook)


def _mend(sitting: Sitting, squares: list[int]) -> None:
    """Put a man back who is missing, or take one away who does not belong there."""
    for square in squares:
        man = sitting.board.piece_at(square)
        if square not in sitting.wood and man:
            sitting.place(square, man.symbol())
            return
    sitting.lift(next(square for square in squares if square in sitting.wood))
