# SPDX-License-Identifier: GPL-3.0-or-later
"""Dialogue: what a player says with his two buttons and reads on his own face.

Each side has a menu of its own, opened by a long action, stepped by action, chosen from by press, left by a long action
or after IDLE_MS. The clock runs meanwhile. A player can never act for the other.
"""

from micropython import const

from rules import fen as fens
from rules.setup import ORTHODOX

from . import claims as claim
from . import hands as hand
from . import sound as sounds
from . import states
from .before import Before
from .clock import NOBODY, SIDES
from .control import PRESETS
from .keys import Keys

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
        self.array = (ORTHODOX, fens.START)  # the start array that was chosen last on the board: number, FEN
        self.seed = self.ms = 0  # of what is drawn by lot

    def is_open(self, side):
        return self.items[side] != CLOSED

    def do(self, side, button):
        """A player uses a button: PRESS, ACTION or LONG (see `states`)."""
        game = self.game
        game.changes += 1
        self.seed = (self.seed * 75 + 74 + self.ms) & 0xFFFFF  # nobody presses to the millisecond
        act = states.of(game, side)[button]
        if act:
            getattr(self, act)(side)
        else:
            game.sound.play(sounds.NO)

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
        if self._is_ruling():
            game.menu.next()
        elif game.profile.arbiter and game.phase == game.ENDED:
            self._open_keys()
        elif game.profile.arbiter:
            game.arbiter.short()

    def long_arbiter(self):
        """The arbiter's menu opens, or closes; or he rejects what the board asks."""
        game = self.game
        game.changes += 1
        if self._is_ruling():
            game.menu.close()
        elif game.profile.arbiter and game.arbiter.long():
            self._open_keys()

    # What a button of a player does; the first line of each stands in the documents.

    def press_clock(self, side):
        """Presses his clock: completes a move or a late one, starts White's clock before the game, or is refused."""
        self.game.press(side)

    def offer_draw(self, side):
        """Offers a draw."""
        self.game.draws.offer(side)

    def next_piece(self, side):
        """Shows the next piece for the pawn: queen, rook, bishop, knight."""
        self.game.step_promotion()

    def complain_or_adjust(self, side):
        """Complains of the opponent's breach of touch-move; without one, announces that he adjusts, or has adjusted."""
        game = self.game
        if game.duty.may_complain(side):
            game.duty.complain(side)
        else:
            self.adjusted(side)

    def adjusted(self, side):
        """Says that he has adjusted, if he announced it."""
        game = self.game
        if game.duty.may_adjust(side):
            game.duty.adjust(side)
        else:
            game.sound.play(sounds.NO)

    def open_menu(self, side):
        """Opens his menu."""
        menu = self._menu(side)
        self._show(side, menu[0] if menu else CLOSED)

    def close_menu(self, side):
        """Leaves the menu."""
        self._show(side, CLOSED)

    def next_item(self, side):
        """Shows the next item; a question that stands alone is answered with no."""
        menu, item = self._menu(side), self.items[side]
        self._show(side, menu[(menu.index(item) + 1) % len(menu)] if item in menu else CLOSED)

    def choose(self, side):
        """Does what the item says."""
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
        elif item == FLAG:
            game.flags.call(SIDES[side])
        elif item == CALL:
            game.pause.stop(SIDES[side], "call")

    def leave_claim(self, side):
        """Takes the announcement back while nothing is touched; else opens his menu."""
        if not self.game.claims.leave(side):
            self.open_menu(side)

    def after_claim(self, side):
        """Lets the game go on."""
        self.game.claims.press(side)

    def accept_draw(self, side):
        """The claimant's opponent accepts the draw that the claim is an offer of."""
        self.game.claims.action(side)

    def accept_restored(self, side):
        """The opponent accepts what was put right, and the clock runs on."""
        game = self.game
        if side == 1 - game.penalty.side:
            game.penalty.accept()
        else:
            game.sound.play(sounds.NO)

    def agree(self, side):
        """Agrees; it is done when both have."""
        self.game.question.press(side)

    def other_square(self, side):
        """If a sensor is asked about: the next square that it could be."""
        self.game.around.step()

    def not_bad(self, side):
        """If a sensor is asked about: it is not bad."""
        if not self.game.around.decline():
            self.game.sound.play(sounds.NO)

    def go_on(self, side):
        """Without an arbiter: the game goes on, if both press within five seconds."""
        self.game.pause.press(side)

    def seal_move(self, side):
        """Seals the move that he has made on the board."""
        self.game.seal.press(side)

    def keys_step(self, side):
        """The player to move: one more; the other: one less."""
        self.game.menu.press(side)

    def keys_field(self, side):
        """The player to move: a field to the right; the other: to the left."""
        self.game.menu.action(side)

    def open_before(self, side):
        """Opens the menu before the game, unless the other player has it."""
        if not self.game.menu:
            self.game.menu = Before(self.game, side)

    def before_change(self, side):
        """Changes what the item shows."""
        self.game.menu.change()

    def before_next(self, side):
        """Shows the next item, or counts a digit up."""
        self.game.menu.next()

    def before_leave(self, side):
        """Leaves the menu."""
        self.game.menu.close()

    def place_on(self, side):
        """Asks for the next kind of men; at the end who presses has the move, and castling is allowed."""
        self.game.menu.press(side)

    def place_back(self, side):
        """Asks for the kind before again; at the end castling is not allowed."""
        self.game.menu.action()

    def place_leave(self, side):
        """Gives up."""
        self.game.menu.close()

    def all_stand(self, side):
        """Says that all stands: a sensor that says otherwise may be bad."""
        if not self.game.around.look(0):
            self.game.sound.play(sounds.NO)

    def next_control(self, side):
        """The next time control of the list (White's button), or the one before (Black's)."""
        self._step_control(-1 if side else 1)

    def is_resigning(self):
        return SURE in self.items

    def close(self):
        self.items[0] = self.items[1] = CLOSED

    def run(self, elapsed_ms):
        """Let time pass; return True if that changed what is shown."""
        changed = False
        self.ms = (self.ms + elapsed_ms) & 0xFFFFF
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

    def _is_ruling(self):
        """Return True if the arbiter's menu is open."""
        menu = self.game.menu
        return menu and menu.state(0) == "keys"

    def _open_keys(self):
        self.game.menu = Keys(self.game)

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
