# SPDX-License-Identifier: GPL-3.0-or-later
"""Duty: what a game makes of touch-move, as its profile says: show it, record a breach, hear a complaint.

What the touches oblige to is found in `touch`. The press is never refused for it, and no time is given (R21, R28).
"""

from micropython import const

from . import hands as hand
from . import profile as profiles
from .clock import SIDES
from .touch import Touch

ADJUST_MS = const(10000)  # an announcement lapses when all has stood for this long
FOREVER = const(0x3FFFFFFF)


class Duty:
    """`breach`: the duty that the last move broke, as long as nothing has been touched since; else empty."""

    def __init__(self, game):
        self.game = game
        self.touch = Touch(game.position)
        self.breach = ""
        self.adjusting_ms = 0  # for how much longer the mover's touches are announced ones
        self.is_news = False  # somebody has been touched who is in no record yet

    def clear(self):
        self.touch.reset()
        self.is_news = False
        self.breach = ""
        self.adjusting_ms = 0

    def lifted(self, square):
        """A man is touched; with that the right to complain of the move before is lost (4.8)."""
        self.breach = ""
        self.touch.lifted(square, self.adjusting_ms > 0)
        self.is_news = self.is_news or not self.adjusting_ms
        self.adjusting_ms = ADJUST_MS if self.adjusting_ms else 0

    def run(self, elapsed_ms):
        """Let time pass; return True if an announcement lapsed."""
        if self.is_news and self.game.hands.stands():
            self._write()
        if not self.adjusting_ms or not self.game.hands.stands():
            return False
        self.adjusting_ms = max(0, self.adjusting_ms - elapsed_ms)
        return not self.adjusting_ms

    def _write(self):
        """All men stand again: write down who was touched, for the wood does not tell it after a power cut."""
        self.is_news = False
        game = self.game
        text = self.touch.text()
        if text and game.phase == game.PLAYING and self.rule() != profiles.OFF:
            game.record("touched", SIDES[game.position.turn], text)

    def wait_ms(self):
        return self.adjusting_ms if self.adjusting_ms and self.game.hands.stands() else FOREVER

    def judge(self, move):
        """Return the duty that a move breaks which is about to be made: what the touches oblige to; "" for none."""
        if self.rule() == profiles.OFF:
            return ""
        position = self.game.position
        self.touch.oblige(position.moves, position.legal())
        if self.game.hands.only:
            self.game.hands.list_moves()
        return self.touch.breach(move)

    def rule(self):
        """Return the profile's touch-move; strict for a move that was announced with a claim."""
        return profiles.STRICT if self.game.claims.kind else self.game.profile.touch_move

    def begin(self):
        """Forget the touches of the move that was made; who is in the air already has been touched for the next."""
        self.touch.reset()
        self.adjusting_ms = 0
        self.is_news = False
        fit = self.game.hands.fit
        for index in range(fit.n_missing):
            self.touch.lifted(fit.missing[index])

    def find(self):
        """Find what the touches oblige to now, for `allows`."""
        self.touch.oblige(self.game.position.moves, self.game.hands.n_moves)

    def allows(self, move):
        """Return True if touch-move lets the mover play this move, or does not count."""
        return self.rule() == profiles.OFF or self.touch.satisfies(move)

    def may_adjust(self, side):
        """Return True if this side has the move and has touched nothing, or is adjusting already."""
        game = self.game
        if game.phase != game.PLAYING or side != game.position.turn or game.profile.touch_move == profiles.OFF:
            return False
        if game.claims.kind:
            return False
        return self.adjusting_ms > 0 or game.hands.state == hand.WAITING

    def adjust(self, side):
        """The mover announces that he adjusts men, or that he has done so."""
        self.adjusting_ms = 0 if self.adjusting_ms else ADJUST_MS
        if self.adjusting_ms:
            self.game.record("adjusting", SIDES[side])

    def may_complain(self, side):
        """Return True if this side may complain of a breach: by the last move, or by one made and not pressed."""
        game = self.game
        if game.profile.touch_move != profiles.STRICT:
            return False
        if side == game.position.turn:
            return bool(self.breach) and game.hands.state == hand.WAITING
        return game.may_press(1 - side) and bool(self.judge(game.hands.final()))

    def complain(self, side):
        """Take a breach back at the opponent's complaint, if it was pressed; the duty stands."""
        game = self.game
        game.record("complained", SIDES[side])
        if side == game.position.turn:
            self.breach = ""
            self.touch.restore()
            self.is_news = True
            game.undo(False)
        else:  # the mover reads of what, until he touches a man
            self.breach = self.judge(game.hands.final())
