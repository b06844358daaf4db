# SPDX-License-Identifier: GPL-3.0-or-later
"""Dialogue: what a player says with his two buttons and reads on his own face.

Each side has a menu of its own, opened by a long action, stepped by action, chosen from by press, left by a long action
or after IDLE_MS. The clock runs meanwhile. A player can never act for the other.
"""

from micropython import const

from . import claims as claim
from . import hands as hand
from . import sound as sounds
from .clock import NOBODY, SIDES
from .control import PRESETS

IDLE_MS = const(10000)
PRESET_MS = const(1500)  # the number of a time control stands on the faces this long
FOREVER = const(0x3FFFFFFF)

CLOSED = ""
ACCEPT = "ACC?"
DECLINE = "dEC?"
OFFER = "drA?"
COMPLAIN = "tuch"
THREEFOLD = "CL-3"  # claims: with the position on the board, or with the move that is played next
FIFTY = "CL50"
MOVE = "CLAI"
FLAG = "FLAG"  # the opponent's is down
CALL = "CALL"  # the arbiter: both clocks stop
RESIGN = "rES?"
SURE = "yES?"  # resigning asks twice


_CLAIMS = {THREEFOLD: claim.THREEFOLD, FIFTY: claim.FIFTY, MOVE: claim.MOVE}


class Dialogue:
    """Listens to the buttons of both players (see `buttons`)."""

    def __init__(self, game):
        self.game = game
        self.items = [CLOSED, CLOSED]  # what each side is being asked
        self.idle_ms = [0, 0]
        self.preset = 0  # the time control that was chosen last on the board
        self.preset_ms = 0  # for how much longer its number is shown

    def is_open(self, side):
        return self.items[side] != CLOSED

    def press(self, side):
        """He chooses from his menu, agrees to what both are asked, or presses his clock."""
        game = self.game
        game.changes += 1
        if game.before.press(side):
            return
        if game.placing.is_open:
            game.placing.press(side)
        elif game.keys.is_open():
            game.keys.press(side)
        elif self.is_open(side):
            self._choose(side)
        elif game.question.press(side):
            return
        elif game.pause.by:
            game.pause.press(side)
        elif game.seal.is_dark():
            game.seal.press(side)
        else:
            game.press(side)

    def action(self, side):
        """The next item; before the game the next or previous time control; with his move an offer, or the piece;

        before he has touched a man, a complaint of a breach, or `I adjust`; after a refused claim he accepts the draw.
        """
        game = self.game
        game.changes += 1
        if game.before.action(side):
            return
        if game.placing.is_open:
            game.placing.action()
        elif game.keys.is_open():
            game.keys.action(side)
        elif self.is_open(side):
            self._show(side, self._after(side, self.items[side]))
        elif game.question.text:
            game.around.step()  # in other questions the buttons have no say
        elif game.phase == game.READY:
            self._step_control(1 if side == 0 else -1)
        elif game.claims.halted and not game.pause.by:
            game.claims.action(side)
        elif game.offers_promotion(side):
            game.step_promotion()
        elif game.may_press(side):
            game.draws.offer(side)
        elif side == game.position.turn and game.duty.may_complain(side):
            game.duty.complain(side)
        elif game.duty.may_adjust(side):
            game.duty.adjust(side)
        else:
            game.sound.play(sounds.NO)

    def long_action(self, side):
        """His menu opens with its first item, or closes; a sensor that is asked about is not bad.

        Or he leaves the announcement of a claim.
        """
        game = self.game
        game.changes += 1
        if game.placing.is_open:
            game.placing.close()
        elif self.is_open(side):
            self._show(side, CLOSED)
        elif game.around.decline() or game.before.long_action(side):
            return
        elif game.phase == game.PLAYING and not game.question.text and not game.claims.leave(side) and self._menu(side):
            self._show(side, self._menu(side)[0])

    def both_actions(self):
        """Both want a new game, once this one is over."""
        game = self.game
        game.changes += 1
        if game.phase == game.ENDED:
            game.new()

    def arbiter(self):
        """The arbiter stops both clocks, lets them go on, confirms; with his menu open, the next item."""
        game = self.game
        game.changes += 1
        if game.keys.is_open():
            game.keys.next()
        elif game.profile.arbiter and game.phase == game.ENDED:
            game.keys.open()
        elif game.profile.arbiter:
            game.arbiter.short()

    def long_arbiter(self):
        """The arbiter's menu opens, or closes; or he rejects what the board asks."""
        game = self.game
        game.changes += 1
        if game.keys.is_open():
            game.keys.close()
        elif game.profile.arbiter and game.arbiter.long():
            game.keys.open()

    def is_resigning(self):
        return SURE in self.items

    def close(self):
        self.items[0] = self.items[1] = CLOSED

    def run(self, elapsed_ms):
        """Let time pass; return True if that changed what is shown."""
        changed = False
        if self.preset_ms:
            self.preset_ms = max(0, self.preset_ms - elapsed_ms)
            changed = not self.preset_ms
        for side in (0, 1):
            if self.is_open(side):
                self.idle_ms[side] += elapsed_ms
                if self.idle_ms[side] >= IDLE_MS:
                    self.items[side] = CLOSED
                    changed = True
        return changed

    def wait_ms(self):
        wait_ms = self.preset_ms or FOREVER
        for side in (0, 1):
            if self.is_open(side):
                wait_ms = min(wait_ms, IDLE_MS - self.idle_ms[side])
        return wait_ms

    def _choose(self, side):
        """Do what stands on his face."""
        game = self.game
        item = self.items[side]
        if item != SURE and item not in self._menu(side):
            item = CLOSED  # what has happened since has taken it away
        self._show(side, SURE if item == RESIGN else CLOSED)
        if item == SURE:
            game.lose(side, "resignation")
        elif item == ACCEPT:
            game.draws.accept(side)
        elif item == DECLINE:
            game.draws.decline(side)
        elif item == COMPLAIN:
            game.duty.complain(side)
        elif item == OFFER:
            game.draws.offer(side)
        elif item in _CLAIMS:
            game.claims.claim(side, _CLAIMS[item])
        elif item == FLAG and game.flags.may_call(side):
            game.flags.call(SIDES[side])
        elif item == CALL:
            game.pause.stop(SIDES[side], "call")

    def _menu(self, side):
        """Return what he may say in this state; the same items whether or not a claim would be right."""
        game = self.game
        menu = []
        if game.pause.by or game.ruling.is_loss() or game.seal.is_dark():
            return menu
        if game.penalty.side != NOBODY:
            return [CALL]
        if game.flags.may_call(side):
            menu.append(FLAG)
        is_offered = game.offer == 1 - side
        if is_offered:
            menu.append(ACCEPT)
        for item in (THREEFOLD, FIFTY, MOVE):
            if game.claims.may_claim(side, _CLAIMS[item]):
                menu.append(item)
        if is_offered:
            menu.append(DECLINE)
        elif self._thinks(side) and game.draws.may_offer():
            menu.append(OFFER)
        if game.duty.may_complain(side):
            menu.append(COMPLAIN)
        menu += (CALL, RESIGN)
        return menu

    def _thinks(self, side):
        """Return True if he has the move and nothing of his is in the air, or a promotion left him no other key."""
        game = self.game
        is_waiting = game.is_open() and side == game.position.turn and game.hands.state == hand.WAITING
        return is_waiting or game.offers_promotion(side)

    def _after(self, side, item):
        """Return the next item; a question that stands alone is answered with no."""
        menu = self._menu(side)
        return menu[(menu.index(item) + 1) % len(menu)] if item in menu else CLOSED

    def _show(self, side, item):
        self.items[side] = item
        self.idle_ms[side] = 0

    def _step_control(self, by):
        """Set the next or previous preset; its number stands on the faces for a moment."""
        clock = self.game.clock
        index = PRESETS.index(clock.control) if clock.control in PRESETS else -1
        self.preset = (index + by) % len(PRESETS)
        clock.set(PRESETS[self.preset])
        self.preset_ms = PRESET_MS
