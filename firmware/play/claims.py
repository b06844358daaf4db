# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims of a draw by the player who has the move (9.2 to 9.5; R37, R39, R42), checked at once.

    THINK --CL-3, CL50--> checked --right--> ENDED
      |                     ^  '--wrong--> REFUSED: both clocks stand, the opponent gets time --a press--> it goes on
      '--CLAI--> ANNOUNCED -'                  '--the opponent's action accepts the offer--> ENDED
       claimed first, then played by hand: a legal square on which the man has been let go is final, a press confirms

A claim is also a draw offer and cannot be withdrawn; an announcement can, until a man is touched. Nothing here tells a
player how often a position has occurred before his claim was refused.
"""

from micropython import const

from . import hands as hand
from . import profile as profiles
from . import sound as sounds
from .clock import NOBODY, SIDES
from .penalty import compensation_ms

NOTHING = ""
THREEFOLD = "threefold"
FIFTY = "fifty"
MOVE = "move"  # either of them, by the move that is played next

_TIMES = const(3)
_PLIES = const(100)


class Claims:
    """`kind`: what is claimed and not decided yet; `side`: who claimed last; `halted`: refused, both clocks stand."""

    def __init__(self, game):
        self.game = game
        self.kind = NOTHING
        self.side = NOBODY
        self.halted = False
        self.running = NOBODY  # whose time runs on then
        self.tried = []  # what was refused, and is not claimed again before the next move

    def clear(self):
        self.kind = NOTHING
        self.halted = False
        self.tried.clear()
        self.game.hands.only = 0
        self.game.draws.clear()

    def may_claim(self, side, kind):
        """Return True if this side has the move, and has not touched a man where that obliges (9.4)."""
        game = self.game
        if game.phase != game.PLAYING or not game.is_open() or side != game.position.turn or kind in self.tried:
            return False
        if self.kind or game.hands.state != hand.WAITING:
            return False
        return game.profile.touch_move == profiles.OFF or not game.duty.touch.is_touched()

    def claim(self, side, kind):
        """Take a claim: with the position on the board it is decided, with the next move it is announced."""
        game = self.game
        self.side = side
        self.kind = kind
        game.record("claimed", SIDES[side], kind)
        game.duty.adjusting_ms = 0
        if kind != MOVE:
            self.decide()

    def leave(self, side):
        """Take back the announcement of a claim; return False if there is none, or a man has been touched."""
        game = self.game
        if not self.kind or side != self.side or game.hands.state != hand.WAITING or game.duty.touch.is_touched():
            return False
        self.kind = NOTHING
        game.record("claimed", SIDES[side], "none")
        return True

    def let_go(self):
        """The men have stood still: an announced move that stands on the board is final (9.2.1.1)."""
        hands = self.game.hands
        if self.kind and not hands.only and hands.state == hand.PROVISIONAL and not self.game.duty.judge(hands.move):
            hands.keep(hands.move)

    def bars(self, side):
        """Return True if an announced move breaks touch-move: it is not taken, in no profile; the face says why."""
        game, hands = self.game, self.game.hands
        if not self.kind or side != self.side or hands.state != hand.PROVISIONAL:
            return False
        game.duty.breach = game.duty.judge(hands.final())
        return bool(game.duty.breach)

    def made(self):
        """A move was made: it ends the right to claim before it, and a move that was announced was this one."""
        self.tried.clear()
        self.game.hands.only = 0
        self.game.draws.clear()

    def is_due(self):
        """Return True if a claim has to be decided: of the position, or its move has been made."""
        return bool(self.kind) and (self.kind != MOVE or self.game.position.turn != self.side)

    def decide(self):
        """Grant the claim, or refuse it."""
        game, position = self.game, self.game.position
        kind, self.kind = self.kind, NOTHING
        times = position.repetitions()
        plies = position.halfmove_clock
        game.hands.list_moves()  # to count overwrites them
        if kind != FIFTY and times >= _TIMES:
            game.end("1/2-1/2", THREEFOLD)
        elif kind != THREEFOLD and plies >= _PLIES:
            game.end("1/2-1/2", FIFTY)
        elif kind == FIFTY or (kind == MOVE and times == 1 and plies >= _PLIES // 2):
            self._refuse(FIFTY, plies // 2)
        else:
            self._refuse(THREEFOLD, times)

    def take(self, side, reason, number):
        """A claim was refused for this reason: both clocks stand, and the claim is an offer."""
        game = self.game
        self.side = side
        self.kind = NOTHING
        self.tried.append(reason)
        self.running = game.clock.running
        self.halted = self.running != NOBODY
        if game.offer == NOBODY and game.ply >= 2 and not game.draws.barred():
            game.offer = side
        game.draws.show(reason, number, NOBODY)

    def press(self, side):
        """Either player lets the game go on; a man in the air or an answer on the board counts from now."""
        game = self.game
        self.halted = False
        game.clock.start(self.running)
        game.record_clocks()

    def action(self, side):
        """The opponent accepts the offer that a refused claim is."""
        game = self.game
        if side == self.side or game.ply < 2:
            game.sound.play(sounds.NO)
        elif not game.draws.refuses(side):
            game.end("1/2-1/2", "agreement")

    def _refuse(self, reason, number):
        game = self.game
        added_ms = compensation_ms(game.clock) if game.profile.fine else 0
        game.sound.play(sounds.NO)
        game.record("refused", SIDES[self.side], reason, number, added_ms)
        self.take(self.side, reason, number)
        game.presses.clear()
        game.clock.stop()
        game.clock.add(1 - self.side, added_ms)
        game.record_clocks()
