# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw offers (9.1, R36): when one may be made, which regulation refuses it, and the code of a refusal on the faces.

An offer cannot be withdrawn. It stands until it is answered, or the opponent touches a man to move it.
"""

from micropython import const

from . import sound as sounds
from .clock import NOBODY, SIDES

NEVER = const(100)  # from here on the setting `agree` is no move's number: only the arbiter can agree
_TURN_MS = const(1000)  # the time takes turns on a face with an offer or a code
FOREVER = const(0x3FFFFFFF)


class Draws:
    """`code`: what was refused last, in short, until a man is touched; `reader`: who reads it, NOBODY for both."""

    def __init__(self, game, refusals):
        """refusals: `((reason, code, words), ...)`; %d in a code is the number that comes with it."""
        self.game = game
        self.refusals = refusals
        self.code = ""
        self.reader = NOBODY

    def may_offer(self):
        """Return True if both have moved (5.2.3), and no offer or claim stands."""
        return self.game.offer == NOBODY and self._have_moved() and not self.game.claims.kind

    def offer(self, side):
        """Offer a draw: in order with a move made and not pressed, else early. A regulation may refuse it."""
        game = self.game
        if not self.may_offer():
            game.sound.play(sounds.NO)
        elif not self.refuses(side):
            game.offer = side
            game.sound.play(sounds.ASK)
            game.record("offered", SIDES[side], "made" if game.may_press(side) else "early")

    def accept(self, side):
        if self.game.offer == 1 - side:
            self.game.end("1/2-1/2", "agreement")

    def decline(self, side):
        if self.game.offer == 1 - side:
            self.game.offer = NOBODY
            self.game.record("declined", SIDES[side])

    def refuses(self, side):
        """Return True if a regulation forbids to agree now; it is written down, and this side reads why."""
        reason = self.barred()
        if reason:
            number = self.game.profile.agree
            self.game.record("refused", SIDES[side], reason, number, 0)
            self.game.sound.play(sounds.NO)
            self.show(reason, number, side)
        return bool(reason)

    def show(self, reason, number, reader):
        """Show on the faces, in turn with the time, why something was refused."""
        for entry in self.refusals:
            if entry[0] == reason:
                self.code = entry[1].replace("%d", str(number))
        self.reader = reader
        self.game.changes += 1

    def say(self, code):
        """Show both players a code of the board's own, in turn with the time."""
        self.code = code
        self.reader = NOBODY
        self.game.changes += 1

    def clear(self):
        if not self.game.claims.halted:
            self.code = ""

    def turn(self):
        """Return the second of four in which an offer and a code take turns with the time, which has the odd ones."""
        return self.game.at_ms // _TURN_MS & 3 if self._stands() else 1

    def wait_ms(self):
        return _TURN_MS - self.game.at_ms % _TURN_MS if self._stands() else FOREVER

    def text(self, side):
        """Return what this side reads of it now; "" for nothing."""
        turn = self.turn()
        if turn & 1:
            return ""
        is_offered = self.game.offer == 1 - side
        if self.code and self.reader != 1 - side and not (turn and is_offered):
            return self.code
        return "drA?" if is_offered else ""

    def _have_moved(self):
        """Return True if both have made a move; it need not be pressed."""
        game = self.game
        return game.ply + (1 if game.may_press(game.position.turn) else 0) >= 2

    def _stands(self):
        return self.code or self.game.offer != NOBODY or self.game.claims.kind

    def barred(self):
        """Return the reason for which players may not agree, or ""."""
        first = self.game.profile.agree
        return "never" if first >= NEVER else "early" if self.game.position.fullmove_number < first else ""
