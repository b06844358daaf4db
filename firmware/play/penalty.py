# SPDX-License-Identifier: GPL-3.0-or-later
"""An illegal move that a press has completed (7.5; R27, R41, R43), in profiles that do not just refuse such a press.

The clocks stand, the opponent gets time, and all goes back. His press then accepts it: the clock of who made it runs
on, and what was touched obliges. A pawn that was left on the last rank becomes a queen instead.
"""

from micropython import const

from rules import move as moves

from . import control as controls
from . import hands as hand
from . import sound as sounds
from .clock import NOBODY, SIDES

_CLASSICAL_MS = const(120000)
_QUICK_MS = const(60000)  # rapid and blitz


def compensation_ms(clock):
    """Return what a player gets for the other's illegal move or wrong claim (7.5.5, 9.5.3, A.3, B.2)."""
    if not clock.in_use:
        return 0
    return _CLASSICAL_MS if controls.pace(clock.plans) == "classical" else _QUICK_MS


class Penalty:
    """`side`: whose illegal move is being put right, else NOBODY; `counts`: how many each side has made."""

    def __init__(self, game):
        self.game = game
        self.side = NOBODY
        self.counts = bytearray(2)

    def clear(self):
        self.side = NOBODY
        self.counts[0] = self.counts[1] = 0

    def applies(self, side):
        """Return True if a press that no move explains completes an illegal move of this side.

        One man moved, taken up or half-way through castling, or none at all; if more is wrong, men were knocked over.
        Of a move that was announced with a claim the press is refused until it is the right one.
        """
        game, hands = self.game, self.game.hands
        if not game.profile.illegal or game.phantoms or game.claims.kind or game.clock.running != side:
            return False
        fit = hands.fit
        own = fit.n_missing - fit.n_theirs
        one = own == 1 and fit.n_theirs <= 1 and fit.n_extra <= 1
        return one or hands.state in (hand.WAITING, hand.CASTLING)

    def book(self, side):
        """Count an illegal move: time for the opponent, or the game."""
        game = self.game
        game.clock.stop()
        game.sound.play(sounds.ILLEGAL)
        is_lost, added_ms = self.count(side)
        game.record("illegal", SIDES[side], self.counts[side], added_ms)
        game.record_clocks()
        game.changes += 1
        if is_lost:
            game.lose(side, "illegal")
        else:
            self.side = side

    def count(self, side):
        """Count an illegal move; return whether it loses the game, and the time that the opponent got."""
        self.counts[side] += 1
        is_lost = 0 < self.game.profile.illegal <= self.counts[side]
        added_ms = 0 if is_lost else compensation_ms(self.game.clock)
        self.game.clock.add(1 - side, added_ms)
        return is_lost, added_ms

    def accept(self):
        """The opponent, or the arbiter, accepts what was put right."""
        game, hands = self.game, self.game.hands
        queen = hands.state == hand.PROVISIONAL and moves.promotion(hands.move)
        if not (queen or hands.stands()):
            game.around.look(0)
            return
        side, self.side = self.side, NOBODY
        game.duty.touch.stand()
        game.clock.start(side)
        if queen:
            game.presses.waiting.append([side, 0])
            game.stand(hands.final())
        else:
            hands.settle()  # what was put back is no part of a move: not even of a castling in place
            game.record_clocks()
