# SPDX-License-Identifier: GPL-3.0-or-later
"""Adjournment, with a sealed move or without (Guidelines I; R56).

           arbiter: seal          sealer's press           arbiter or both: go on          men stand, go on
    OPEN ----------------> BLIND ----------------> AWAY ----------------------> SET_UP ----------------------> OPEN
      '--------- arbiter: adjourn; computer: seal ---^

In BLIND the sealer makes his move on his own time, without a light, a face or a record that tells of it. What is
written of it is hidden, not locked: no face, page or PGN shows it before it is opened, but who takes the trouble can
work it out.
"""

from micropython import const

from rules import uci

from . import hands as hand
from .clock import NOBODY, SIDES

OPEN = const(0)
BLIND = const(1)
AWAY = const(2)
SET_UP = const(3)
_MOVE = const(0x3FFFF)


class Seal:
    """`state` as above; `code`: the sealed move, hidden; -1 for none."""

    def __init__(self, game):
        self.game = game
        self.clear()

    def clear(self):
        self.state = OPEN
        self.code = -1
        self.at_ms = 0  # of the sealing

    def is_dark(self):
        """Return True while the board shows and tells nothing."""
        return self.state in (BLIND, AWAY)

    def press(self, side):
        """The sealer has made his move on the board. What does not fit is refused; a pawn becomes a queen."""
        game, hands = self.game, self.game.hands
        if side != game.position.turn:
            return
        if hands.state == hand.PROVISIONAL:
            self._seal(hands.final())
        else:
            game.refused = True

    def enter(self, text):
        """Seal a move that is entered on the computer; ValueError for one that is illegal, or not on his time."""
        game = self.game
        side = game.position.turn
        if game.phase != game.PLAYING or (game.is_halted() and self.state != BLIND):
            raise ValueError("a move is sealed while the game goes on: on the time of who seals")
        if game.clock.in_use and game.clock.running != side:
            raise ValueError("the time of %s does not run: his move comes first" % SIDES[side])
        if not game.hands.stands():
            raise ValueError("men are off their squares: put them back, then seal")
        self._seal(uci.parse(game.position, text))

    def blind(self):
        """Let the player to move seal on the board, his time running."""
        game = self.game
        running = game.pause.next
        game.pause.clear()
        if running != NOBODY:
            game.clock.start(running)
        self.state = BLIND

    def go_on(self, by):
        """Take the next step of a resumption; return False if there is none to take."""
        game = self.game
        if self.state == AWAY:
            self.resume()
            game.record("ruled", "resume", "none", "", by, SIDES[game.pause.next], *game.clocks())
        elif self.code >= 0:
            move = self.code ^ self._key()
            self.clear()
            game.hands.settle()
            game.stand(move)
        else:
            self.state = OPEN
            return False
        return True

    def away(self):
        """Put the game away, whether a move is sealed or not."""
        self.state = AWAY

    def resume(self):
        """Have the men set up again."""
        self.state = SET_UP
        self.game.pause.restoring = True
        self.game.hands.settle()

    def _seal(self, move):
        """Complete the move on the clock, hide it, and adjourn."""
        game, clock = self.game, self.game.clock
        side = game.position.turn
        clock.press(side)
        pause = game.pause
        pause.clear()
        pause.by = SIDES[side]
        pause.next = clock.running
        clock.stop()
        game.dialogue.close()
        self.at_ms = game.at_ms
        self.code = move ^ self._key()
        self.state = AWAY
        game.refused = False
        game.changes += 1
        game.record("sealed", SIDES[side], "%05X" % self.code, SIDES[pause.next], *game.clocks())

    def _key(self):
        return (self.at_ms * 40503 + self.game.ply * 25717) & _MOVE
