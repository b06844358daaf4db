# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's menu on the board: the clocks stand, and the four player buttons are his keys.

His button takes what was changed and goes to the next item; a long one leaves, and drops what was not taken. The press
of the player to move is `+`, the other's `-`; their actions go a field to the right, or to the left. The value stands
on the face of the side that it is about (else Black's), the name of the item on the other.

    flag  if one is down: no, or call it      ----  YES
    time  of both sides, six fields           tI H  tI n  tI S
    number  of the move that is made next     no
    penalty  field: whose                     PEnA   ILL HAnd CLAI Cond, ILL0 waives one
    must  he lifts the man who is bound       tuch
    back  the move that will be made next     bAc
    award  also to correct a result           rES    1-0 0-1 1/2, PLAY reopens
    adjourn  now, or with a sealed move       PAUS   YES SEAL
"""

from micropython import const

from rules.square import name as name_of

from .clock import NOBODY
from .face import man_at
from .face import time as time_text

_FLAG, _TIME, _NUMBER, _PENALTY, _MUST, _BACK, _AWARD, _ADJOURN = range(8)
_NAMES = ("FLAG", "tI H", "no", "PEnA", "tuch", "bAc", "rES", "PAUS")
_FIELDS = ("tI H", "tI n", "tI S")
_STEPS_MS = (3600000, 60000, 1000)
_LATEST_MS = const(359999000)
_KINDS = ("----", "ILL", "HAnd", "CLAI", "Cond", "ILL0")
_PENALTIES = ("", "illegal", "hands", "claim", "conduct", "waive")
_RESULTS = ("----", "1-0", "0-1", "1/2", "PLAY")
_AWARDS = ("", "1-0", "0-1", "1/2-1/2")
_ADJOURNED = ("----", "YES", "SEAL")
_NOWHERE = const(64)
FOREVER = const(0x3FFFFFFF)


class Keys:
    """`item`: the index of the one that is shown."""

    def __init__(self, game):
        self.game = game
        self.left_ms = [0, 0]
        game.take_back.look_back()
        self._show(_AWARD if game.phase == game.ENDED else _FLAG if game.flags.are_down() else _TIME)

    def state(self, side):
        """Return what the buttons of this side are for (see `states`)."""
        return "keys"

    def close(self):
        self.game.menu = None

    def run(self, elapsed_ms):
        return False

    def wait_ms(self):
        return FOREVER

    def explain(self, lights):
        return False

    def next(self):
        """Take what was changed, and show the next item; an act that is not possible now is not done."""
        item, game = self.item, self.game
        try:
            self._take(item)
        except ValueError:
            pass
        if game.phase != game.PLAYING or (item in (_FLAG, _AWARD, _ADJOURN) and self.value):
            self.close()
        else:
            self._show(item + 1 if item < _ADJOURN else _TIME)

    def press(self, side):
        """`+` by the player to move, `-` by the other."""
        by = 1 if side == self.game.position.turn else -1
        item = self.item
        if item == _TIME:
            side = self.field // 3
            self.left_ms[side] = max(0, min(_LATEST_MS, self.left_ms[side] + by * _STEPS_MS[self.field % 3]))
        elif item == _NUMBER:
            self.value = max(1, min(999, self.value + by))
        elif item == _BACK:
            game = self.game
            self.value = max(max(0, game.ply + 1 - game.take_back.kept), min(game.ply, self.value + by))
        elif item != _MUST:
            self.value = (self.value + by) % self._most()

    def action(self, side):
        """A field to the right by the player to move, to the left by the other."""
        by = 1 if side == self.game.position.turn else -1
        if self.item == _TIME:
            self.field = (self.field + by) % 6
        elif self.item == _PENALTY:
            self.field ^= 1

    def lift(self, square):
        if self.item == _MUST and self.game.position.board[square]:
            self.value = square
        return False

    def place(self, square):
        return False

    def text(self, side):
        """Return what stands on this side's face."""
        if side != self._about():
            return _FIELDS[self.field % 3] if self.item == _TIME else _NAMES[self.item]
        item, value = self.item, self.value
        if item == _TIME:
            seconds = (self.left_ms[side] + 999) // 1000
            return time_text(seconds if self.field % 3 < 2 else seconds % 3600)
        if item == _NUMBER:
            return "%4d" % value
        if item == _BACK:
            return "%4d" % self._number_after(value)
        if item == _MUST:
            return "----" if value == _NOWHERE else man_at(self.game.position, value)
        return self._words()[value]

    def _about(self):
        if self.item == _TIME:
            return self.field // 3
        if self.item == _PENALTY:
            return self.field
        if self.item == _BACK:
            return (self.game.position.turn + self.game.ply + self.value) & 1
        return 1

    def _words(self):
        return _KINDS if self.item == _PENALTY else _RESULTS if self.item == _AWARD else _ADJOURNED

    def _most(self):
        """Return how many values there are."""
        if self.item == _FLAG:
            return 2
        if self.item == _AWARD and self.game.phase != self.game.ENDED:
            return 4
        return len(self._words())

    def _number_after(self, ply):
        """Return the number of the move that is made next after so many plies."""
        position = self.game.position
        return (2 * position.fullmove_number + position.turn + ply - self.game.ply) // 2

    def _show(self, item):
        game = self.game
        if item in (_TIME, _NUMBER) and not game.clock.in_use:
            item = _PENALTY
        self.item = item
        self.field = self.value = 0
        if item == _TIME:
            self.left_ms[:] = game.clock.left_ms
        elif item == _NUMBER:
            self.value = self._counted()
        elif item == _MUST:
            self.value = _NOWHERE
        elif item == _BACK:
            self.value = game.ply

    def _counted(self):
        return self.game.clock.moves[1] + 1

    def _take(self, item):
        game, value = self.game, self.value
        rule = game.arbiter.rule
        if item == _FLAG and value:
            self.close()
            game.flags.call("arbiter")
        elif item == _TIME:
            for side in (0, 1):
                if self.left_ms[side] != game.clock.left_ms[side]:
                    rule("time", side, str(self.left_ms[side]), "arbiter")
        elif item == _NUMBER and value != self._counted():
            rule("number", NOBODY, str(value), "arbiter")
        elif item == _PENALTY and value:
            rule(_PENALTIES[value], self.field, "", "arbiter")
        elif item == _MUST and value != _NOWHERE:
            rule("must", NOBODY, name_of(value), "arbiter")
        elif item == _BACK and value != game.ply:
            rule("back", NOBODY, str(value), "arbiter")
        elif item == _AWARD and value == 4:
            game.arbiter.reopen("arbiter")
        elif item == _AWARD and value:
            rule("award", NOBODY, _AWARDS[value], "arbiter")
        elif item == _ADJOURN and value:
            rule("adjourn" if value == 1 else "seal", NOBODY, "", "arbiter")
