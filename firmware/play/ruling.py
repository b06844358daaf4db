# SPDX-License-Identifier: GPL-3.0-or-later
"""What hangs on whether a side can still mate: a fallen flag, a resignation, a dead position.

The proof is worked out a slice a step, so the loop never waits for it. *Not proven* awards nothing: the arbiter is
asked, or where there is none both players.
"""

from micropython import const

from rules.helpmate import NO, WORKING, YES, Helpmate

from .clock import NOBODY, SIDES

RESULTS = ("1-0", "0-1", "1/2-1/2")
DRAW = const(2)

_IDLE = const(0)
_LOSS = const(1)  # can the opponent of who loses mate?
_DEAD = const(2)  # can the side to move mate? If not:
_DEAD_TOO = const(3)  # can the other?
_UNPROVEN = const(4)  # the arbiter, or both players, have to say


class Ruling:
    def __init__(self, game):
        self.game = game
        self.helpmate = Helpmate()
        self.stage = _IDLE
        self.loser = 0
        self.reason = ""

    def is_working(self):
        return self.stage not in (_IDLE, _UNPROVEN)

    def is_loss(self):
        """Return True while it is decided whether a player has lost: nothing else happens to the game then."""
        return self.stage in (_LOSS, _UNPROVEN)

    def is_unproven(self):
        return self.stage == _UNPROVEN

    def drop(self):
        self.stage = _IDLE

    def lose(self, side, reason):
        """Find out whether this side has lost, or the game is drawn because its opponent cannot mate (5.1.2, 6.9)."""
        self.loser = side
        self.reason = reason
        if reason == "time" and not self.game.profile.exception:
            self._lost()
            return
        self.stage = _LOSS
        self.helpmate.ask(self.game.position, 1 - side)

    def look(self):
        """Find out whether the position is dead (5.2.2)."""
        self.stage = _DEAD
        self.helpmate.ask(self.game.position, self.game.position.turn)

    def outcome(self):
        """Return the reason for which the position ends the game, or None. Overwrites the position's moves."""
        position, profile = self.game.position, self.game.profile
        outcome = position.outcome(profile.automatic)
        if not outcome and profile.claims:
            outcome = position.claim()
        return outcome if outcome != "insufficient" or profile.automatic else None

    def ask_kings(self):
        """The kings in the centre tell a result: both players are asked, unless they may not agree on a draw."""
        game = self.game
        result = game.kings.result
        if result != DRAW or not game.draws.refuses(NOBODY):
            game.question.ask("%s?" % RESULTS[result][:3], self._end_by_kings)
        game.changes += 1

    def run(self):
        """Do a slice of the work."""
        answer = self.helpmate.step()
        if answer == WORKING:
            return
        stage, self.stage = self.stage, _IDLE
        if stage == _LOSS:
            self._rule(answer)
        elif stage == _DEAD and answer == NO:
            self.stage = _DEAD_TOO
            self.helpmate.ask(self.game.position, 1 - self.game.position.turn)
        elif stage == _DEAD_TOO and answer == NO:
            self.game.end("1/2-1/2", "dead")

    def _rule(self, answer):
        if answer == NO:
            self.game.end("1/2-1/2", self.reason)
        elif answer == YES:
            self._lost()
        else:
            self.stage = _UNPROVEN
            self.game.changes += 1
            if not self.game.profile.arbiter:
                self.game.question.ask("1-0?" if self.loser else "0-1?", self._agreed)

    def decide(self, is_loss, by):
        """Rule where nothing is proven: the loss stands, or the game is drawn."""
        if self.stage != _UNPROVEN:
            return
        game = self.game
        game.record("ruled", "unproven", SIDES[self.loser], "loss" if is_loss else "draw", by, "none", *game.clocks())
        if is_loss:
            self._lost()
        else:
            game.end("1/2-1/2", self.reason)

    def _agreed(self):
        self.decide(True, "both")

    def _end_by_kings(self):
        self.game.end(RESULTS[self.game.kings.result], "kings")

    def _lost(self):
        self.game.end("1-0" if self.loser else "0-1", self.reason)
