# SPDX-License-Identifier: GPL-3.0-or-later
"""Setting a position up by hand, man by man, as the faces ask: a board that feels no pieces has to be told what stands.

    q  2   put White's (on Black's face: Black's) queens on their squares; two stand
    Go?    the player who has the move presses
    CAS?   press: both may castle as far as men stand for it; action: nobody may

A press asks for the next kind, an action for the one before, a long action gives up. Men that stand where the last
position had them are known; others glow until they are taken away.
"""

from micropython import const

from rules import fen as fens
from rules.piece import KING, ROOK
from rules.setup import Setup
from rules.square import NOWHERE

from . import face
from . import lights as light

_TURN = const(12)  # stages: six kinds of each side, then these
_CASTLE = const(13)
_ERROR_MS = const(1500)
FOREVER = const(0x3FFFFFFF)
_UNKNOWN = const(7)  # stands there, but nobody has said what it is
_HOMES = (7, 0, 63, 56)  # rooks, as in Setup


class Placing:
    """While it is the game's menu nothing else happens on the board."""

    def __init__(self, game):
        """Begin with the men who stand where the position has them."""
        self.game = game
        self.stage = 0
        self.turn = 0
        self.error_ms = 0  # the position was none, and is asked for again
        self.men = bytearray(64)
        for square in range(64):
            man = game.position.board[square]
            self.men[square] = (man or _UNKNOWN) if game.hands.sensed.occupied[square] else 0

    def state(self, side):
        """Return what the buttons of this side are for (see `states`)."""
        return "placing"

    def close(self):
        """Give up: the position before it is asked for."""
        self.game.menu = None
        self.game.phase = self.game.SETUP
        self.game.presses.clear()

    def lift(self, square):
        self.men[square] = 0
        return True

    def place(self, square):
        self.men[square] = self._asked() if self.stage < _TURN else _UNKNOWN
        return True

    def press(self, side):
        """Go on; after the last man the presser has the move."""
        self.error_ms = 0
        if self.stage == _TURN:
            self.turn = side
            self.stage = _CASTLE
            if min(self._rooks()) == NOWHERE:
                self._finish(False)
        elif self.stage == _CASTLE:
            self._finish(True)
        else:
            self.stage += 1

    def action(self):
        """Go back to the kind before, or deny castling."""
        if self.stage == _CASTLE:
            self._finish(False)
        elif self.stage:
            self.stage -= 1

    def run(self, elapsed_ms):
        """Let time pass; return True if that changed what is shown."""
        if not self.error_ms:
            return False
        self.error_ms = max(0, self.error_ms - elapsed_ms)
        return not self.error_ms

    def wait_ms(self):
        return self.error_ms or FOREVER

    def text(self, side):
        if self.error_ms:
            return "Err"
        if self.stage == _TURN:
            return "Go?"
        if self.stage == _CASTLE:
            return "CAS?"
        man = self._asked()
        if man >> 3 != side:
            return "SEt"
        return "%s%3d" % (face.MEN[man & 7], bytes(self.men).count(bytes([man])))

    def explain(self, lights):
        asked = self._asked() if self.stage < _TURN else _UNKNOWN
        for square in range(64):
            if self.men[square] == _UNKNOWN:
                lights.set(square, light.FIX)
            elif self.men[square] == asked:
                lights.set(square, light.PICKED)
        return True

    def _asked(self):
        """Return the man whose squares are asked for: king, queens, rooks and so on, White's first."""
        return KING - self.stage % 6 | (8 if self.stage >= 6 else 0)

    def _rooks(self):
        """Return the rooks that stand for castling, as Setup has them."""
        rooks = bytearray([NOWHERE] * 4)
        for index in range(4):
            black = index >> 1 << 3
            if self.men[black * 7 + 4] == KING | black and self.men[_HOMES[index]] == ROOK | black:
                rooks[index] = _HOMES[index]
        return rooks

    def _finish(self, castles):
        """Make it the position of a new game, or ask again from the start if it is none."""
        setup = Setup()
        setup.board[:] = self.men
        setup.turn = self.turn
        if castles:
            setup.rooks = self._rooks()
        scratch = self.game.ruling.helpmate.position
        try:
            if self.men.find(bytes([_UNKNOWN])) >= 0:
                raise ValueError
            scratch.set_up(setup)
        except ValueError:
            self.error_ms = _ERROR_MS
            self.stage = 0
            return
        self.game.new("", fens.dump(scratch))
