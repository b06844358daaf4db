# SPDX-License-Identifier: GPL-3.0-or-later
"""Fallen flags: what one means is the setting `flag` (6.8, 6.9; R32, R33, R53).

auto      the board ends the game
call      the face shows it, and the game goes on until the opponent calls it from his menu
arbiter   the same, or until the arbiter rules

Whatever ends the game before that stands. The flag that fell first counts; with `both=draw` it is a draw if both are
down by then.
"""

from micropython import const

from rules import move as moves

from . import hands as hand
from . import profile as profiles
from . import sound as sounds
from .clock import NOBODY, SIDES

_DRAW = const(1)  # both


class Flags:
    def __init__(self, game):
        self.game = game
        self.noted = [False, False]

    def clear(self):
        self.noted[0] = self.noted[1] = False

    def look(self):
        """See whether a flag has fallen since the last look."""
        fell_ms, noted = self.game.clock.fell_ms, self.noted
        for side in (0, 1):
            if noted[side] != (fell_ms[side] >= 0):
                noted[side] = not noted[side]
                if noted[side]:
                    self._fall(side)

    def may_call(self, side):
        """Return True if this side may call his opponent's flag: it is down, and the board does not end the game."""
        game = self.game
        return game.profile.flag != profiles.AUTO and game.clock.fell_ms[1 - side] >= 0

    def are_down(self):
        """Return True if a flag is down that nobody has called yet."""
        return self.may_call(0) or self.may_call(1)

    def call(self, by):
        """Stop both clocks, for a flag is down, and settle what that means."""
        self.game.pause.stop(by, "flag")
        self._settle()

    def _fall(self, side):
        game = self.game
        game.changes += 1
        game.sound.play(sounds.FLAG)
        if game.profile.flag == profiles.AUTO:
            self._settle()
        else:
            game.record("flagged", SIDES[side], *game.clocks())

    def _settle(self):
        game, hands, clock = self.game, self.game.hands, self.game.clock
        if hands.state == hand.PROVISIONAL and not moves.promotion(hands.move) and game.would_end():
            game.stand(hands.final())  # it ended the game before the flag was called or seen
        elif min(clock.fell_ms) < 0 or (clock.first != NOBODY and game.profile.both != _DRAW):
            game.lose(clock.first, "time")
        elif clock.first != NOBODY or not max(clock.to_go):
            game.end("1/2-1/2", "time")
        else:  # in unknown order, before the last period: play goes on (Guidelines III)
            game.pause.stop("none", "flags")
