# SPDX-License-Identifier: GPL-3.0-or-later
"""Presses of the clock: which move does a press complete, and what if the sensors cannot say yet.

A press is dated to when it came. While it waits for a sensor that closes late, both clocks wait with it; then it is
explained by what no sensor saw, if there is just one way to, or refused. Two that wait are taken in their order.
"""

from micropython import const

from . import hands as hand
from . import sound as sounds
from .clock import NOBODY
from .fit import UNSEEN

LATE_MS = const(600)  # a man who stands off-centre, or slides in, closes his sensor this long after the press
FOREVER = const(0x3FFFFFFF)


class Presses:
    def __init__(self, game):
        self.game = game
        self.waiting = []  # [side, ms ago]

    def clear(self):
        self.waiting.clear()

    def add(self, side):
        self.waiting.append([side, 0])
        self.take()

    def run(self, elapsed_ms):
        """Let time pass for the presses that wait."""
        for press in self.waiting:
            press[1] += elapsed_ms
        self.take()

    def wait_ms(self):
        is_taken = self.waiting and self.game.is_open()
        return max(0, LATE_MS - self.waiting[0][1]) if is_taken else FOREVER

    def is_next(self, side):
        """Return True if the next press that waits is this side's."""
        return bool(self.waiting) and self.waiting[0][0] == side

    def take(self):
        """Complete what was pressed, as far as it can be explained now."""
        game, hands = self.game, self.game.hands
        while self.waiting and game.is_open():
            side, ago_ms = self.waiting[0]
            if side == game.uncompleted:
                game.complete(side)
            elif side != game.position.turn and hands.state == hand.WAITING:
                game.clock.run(self._age(self.waiting.pop(0)))  # not his time was running: nothing else happens
                game.sound.play(sounds.NO)
            elif game.claims.bars(side):
                game.refuse(side, self._age(self.waiting.pop(0)))
            elif side == game.position.turn and hands.state == hand.PROVISIONAL and not self._leaves_pawn():
                game.stand(hands.final())
            elif len(self.waiting) == 1 and ago_ms < LATE_MS:
                return
            else:
                self._guess(side)

    def press_clock(self, side):
        """Press the clock for the side whose press is next; return True if his time was running."""
        clock = self.game.clock
        ago_ms = self._age(self.waiting.pop(0))
        if clock.running == NOBODY:
            clock.start(side)
        pressed = clock.press(side)
        self.game.sound.play(sounds.PRESS)
        clock.run(ago_ms)
        return pressed

    def _guess(self, side):
        """Explain a press by what no sensor saw, if there is just one way to; else refuse it."""
        game, hands = self.game, self.game.hands
        is_mover = side == game.position.turn
        move = hands.taken_away() if is_mover else 0
        if not move and is_mover and hands.is_made():
            move = hands.final()
        if not move and is_mover:
            move = game.around.find()
        if not move and len(self.waiting) > 1:  # both have pressed: both have moved
            move = hands.answered(UNSEEN)
        if not move and is_mover:
            move = hands.unseen()
        move = move or hands.answered(UNSEEN)
        leaves_pawn = self._leaves_pawn()
        if move > 0 and not leaves_pawn:
            game.stand(move, True)
        elif is_mover and len(self.waiting) == 1 and (leaves_pawn or not move):
            self._fail(side, leaves_pawn)
        else:
            game.refuse(side, self._age(self.waiting.pop(0)))

    def _fail(self, side, leaves_pawn):
        """Nothing explains the press: ask if a sensor may be bad, else count an illegal move, or refuse."""
        game = self.game
        asks = not leaves_pawn and game.around.look(game.hands.n_moves)
        if not asks and game.penalty.applies(side):
            self.waiting.clear()
            game.penalty.book(side)
        else:
            game.refuse(side, self._age(self.waiting.pop(0)))

    def _leaves_pawn(self):
        """Return True if a press is refused as the pawn may be there still; one more says that a queen is."""
        game = self.game
        return game.profile.promotion and not game.refused and game.hands.leaves_pawn()

    def _age(self, press):
        """Return how long a press that is taken now has kept the clocks waiting: until the next press, or until now."""
        return press[1] - (self.waiting[0][1] if self.waiting else 0)
