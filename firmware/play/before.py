# SPDX-License-Identifier: GPL-3.0-or-later
"""Before the game: what two players choose with the board's own buttons, without any computer.

The menu is opened by a long action of either player while no game runs, and is his: action shows the next item, press
changes what it shows, a long action or IDLE_MS leave it.
"""

from micropython import const

from rules import fen as fens
from rules.setup import array_setup

from . import lights as light
from . import profile as profiles
from .clock import NOBODY
from .placing import Placing

IDLE_MS = const(10000)
_BEAT_MS = const(200)  # the lights of a draw change sides
_BEATS = const(12)
_DRAWN_MS = const(8000)  # a draw and its result are shown for so long together

PROFILE, NUMBER, RANDOM, PLACE, LOT, TURN, BRIGHTNESS, SOUND = range(8)
_BOARD = const(5)  # from here on they are settings of the board
_PROFILES = ("bEGn", "CLUb", "tour", "rECo")  # as profile.NAMES

# What the face shows, and what a press does then. The first two and the last two change with what is set.
ITEMS = (
    # The next profile: `bEGn`, `CLUb`, `tour`, `rECo`.
    "bEGn",
    # The start array is chosen by its number, 0 to 959: action counts the digit up, press goes on to the next.
    "n518",
    # A start array is drawn.
    "960?",
    # A position is set up by hand: the faces ask for one kind of men after the other, then for the side to move.
    "SEt?",
    # Lights run to and fro and stay where White will sit; the faces say `1St` and `2nd`.
    "Lot?",
    # The board is turned round; the squares of White's first rank are lit.
    "tUrn",
    # The lights are a tenth dimmer, `Li 1` to `Li10`; all are lit meanwhile.
    "Li10",
    # All sounds are switched off, `Snd0`, or on.
    "Snd1",
)


class Before:
    """`side`: who has the menu."""

    def __init__(self, game, side):
        self.game = game
        self.side = side
        self.item = PROFILE
        self.digits = ""  # of the array's number, as far as it has been entered
        self.digit = -1  # the one that is being entered; -1: none is
        self.lot = NOBODY  # who has White, while it is drawn and shown
        self.idle_ms = 0
        self.shown_ms = 0  # since the lot was drawn

    def state(self, side):
        """Return what the buttons of this side are for (see `states`)."""
        return "before" if side == self.side else ""

    def lift(self, square):
        return False

    def place(self, square):
        return False

    def close(self):
        self.game.menu = None

    def change(self):
        """Change what the item shows."""
        self.idle_ms = 0
        item = self.item
        if item == PROFILE:
            names = profiles.NAMES
            at = names.index(self.game.profile.name.split(" ")[0])
            self.game.new("", "", names[(at + 1) % len(names)])
            self.game.menu = self
        elif item == NUMBER:
            self._enter_digit()
        elif item == RANDOM:
            self._set_array(self._draw(960))
        elif item == PLACE:
            self.game.menu = Placing(self.game)
        elif item == LOT:
            self.lot = self._draw(2)
            self.shown_ms = 0
        elif item == TURN:
            self.game.board.change("turned", "off" if self.game.board.settings.turned else "on")
        elif item == BRIGHTNESS:
            self.game.board.change("lights", str(self.game.board.settings.lights % 10 + 1))
        else:
            self.game.board.change("sounds", "off" if self.game.sound.allowed else "on")

    def next(self):
        """Show the next item, or count the digit up."""
        self.idle_ms = 0
        self.lot = NOBODY
        if self.digit >= 0:
            self.digit = (self.digit + 1) % 10
        else:
            self.item = (self.item + 1) % (len(ITEMS) if self.game.board else _BOARD)

    def run(self, elapsed_ms):
        """Let time pass; return True if that changed what is shown."""
        changed = False
        if self.lot != NOBODY:
            beat = self.shown_ms // _BEAT_MS
            self.shown_ms += elapsed_ms
            changed = beat < _BEATS and beat != self.shown_ms // _BEAT_MS
            if self.shown_ms >= _DRAWN_MS:
                self.lot = NOBODY
                changed = True
        self.idle_ms += elapsed_ms
        if self.idle_ms >= IDLE_MS:
            self.close()
            changed = True
        return changed

    def wait_ms(self):
        wait_ms = IDLE_MS - self.idle_ms
        if self.lot != NOBODY:
            until_ms = _BEAT_MS if self.shown_ms < _BEAT_MS * _BEATS else _DRAWN_MS
            wait_ms = min(wait_ms, until_ms - self.shown_ms % until_ms)
        return wait_ms

    def text(self, side):
        """Return what stands on this player's face, empty where the menu has nothing to say there."""
        if self.lot != NOBODY and self._is_drawn():
            return "1St" if side == self.lot else "2nd"
        if side != self.side:
            return ""
        item = self.item
        if item == PROFILE:
            return _PROFILES[profiles.NAMES.index(self.game.profile.name.split(" ")[0])]
        if item == NUMBER:
            return "n" + (self.digits + str(self.digit) + "--")[:3] if self.digit >= 0 else "n%3s" % self._array()
        if item == BRIGHTNESS:
            return "Li%2d" % self.game.board.settings.lights
        if item == SOUND:
            return "Snd1" if self.game.sound.allowed else "Snd0"
        return ITEMS[item]

    def explain(self, lights):
        """Light what belongs to the item; return True if that is all there is to see."""
        if self.lot != NOBODY:
            side = self.lot if self._is_drawn() else self.lot ^ (self.shown_ms // _BEAT_MS & 1)
            for square in range(side * 48, side * 48 + 16):
                lights.set(square, light.FREE)
        elif self.item == TURN:  # where White sits
            for square in range(8):
                lights.set(square, light.PICKED)
        elif self.item == BRIGHTNESS:
            for square in range(64):
                lights.set(square, light.FREE)
        else:
            return False
        return True

    def _array(self):
        number, fen = self.game.dialogue.array
        return number if self.game.start_fen == fen else "---"

    def _is_drawn(self):
        return self.shown_ms >= _BEAT_MS * _BEATS

    def _draw(self, count):
        return (self.game.dialogue.seed >> 4) % count

    def _enter_digit(self):
        if self.digit < 0:
            self.digits = ""
        else:
            self.digits += str(self.digit)
        self.digit = 0
        if len(self.digits) == 3:
            self.digit = -1
            if int(self.digits) < 960:
                self._set_array(int(self.digits))

    def _set_array(self, number):
        scratch = self.game.ruling.helpmate.position
        scratch.set_up(array_setup(number))
        fen = fens.dump(scratch)
        self.game.dialogue.array = (number, fen)
        self.game.new("", fen)
        self.game.menu = self
        self.item = NUMBER
