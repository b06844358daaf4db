# SPDX-License-Identifier: GPL-3.0-or-later
"""Checkpoints: a resumed game is read from the last of them on, not from its start.

One is written before a move that cannot be reversed, a capture or a pawn's, so nothing before it counts for a
repetition. It has the position before that move, and the clocks as they were when the mover began to think.
"""

from micropython import const

from rules import fen as fens
from rules import move as moves

from .clock import NOBODY, SIDES

_EVERY = const(8)  # plies
_PAWN = const(1)


def look(game, move):
    """Write a checkpoint if one is due before this move, which stands now; call before it is made."""
    game.checked = min(game.checked, game.ply)  # moves may have been taken back
    is_reversible = not move & moves.CAPTURE and game.position.board[move & 63] & 7 != _PAWN
    if is_reversible or game.ply - game.checked < _EVERY:
        return
    if game.claims.kind or game.uncompleted != NOBODY or max(game.clock.fell_ms) >= 0:
        return
    game.checked = game.ply
    fen = fens.dump(game.position)
    game.record("checkpoint", game.ply, fen, SIDES[game.offer], *game.penalty.counts, *game.take_back.last())
    game.around.record()


def take(game, values):
    """Take up a checkpoint, but for its clocks."""
    fens.load(game.position, values[2])
    game.ply = values[1]
    game.offer = SIDES.index(values[3])
    game.penalty.counts[0], game.penalty.counts[1] = values[4], values[5]
