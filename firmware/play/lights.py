# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights: what a square under a man wants to say, as one table of meanings.

A meaning is a colour and a rhythm, so that colour-blind players and single-colour boards can tell them apart.
Drawing goes into a frame of colours; whether and how it is sent is the driver's business.
"""

import micropython
from micropython import const

from rules.move import CASTLING, EN_PASSANT

from . import hands as hand
from . import profile as profiles
from .fit import NOWHERE

FRAME = const(192)  # 64 squares, three bytes each: red, green, blue
TICK_MS = const(125)  # one step of a rhythm
FOREVER = const(0x3FFFFFFF)

DARK = const(0)
FREE = const(1)
CAPTURE = const(2)
SPECIAL = const(3)
PICKED = const(4)
LANDED = const(5)
CHECK = const(6)
PENDING = const(7)
FIX = const(8)
TRACE = const(9)
FAULT = const(10)

# index: meaning, (red, green, blue), rhythm of eight ticks, bit 0 first: a lit bit is a lit tick
MEANINGS = (
    ("dark", (0, 0, 0), 0x00),
    ("green", (0, 150, 30), 0xFF),  # a free square the picked man may go to
    ("red", (190, 10, 0), 0xFF),  # a man it may capture
    ("blue", (0, 60, 200), 0xFF),  # castling and en passant
    ("white", (110, 110, 110), 0xFF),  # the square of the picked man
    ("dim", (40, 40, 24), 0xFF),  # where the move in progress has landed
    ("amber", (200, 90, 0), 0x0F),  # the king is in check: slow blinking
    ("pending", (0, 60, 200), 0x33),  # a man that has still to follow: the rook of a castling, a passed pawn
    ("magenta", (190, 0, 120), 0x55),  # a square to fix: fast blinking
    ("trace", (24, 24, 40), 0xFF),  # the last move
    ("fault", (190, 10, 0), 0x05),  # the corners: an exception was caught; two short flashes
)


TABLE = bytes([level for _, colour, rhythm in MEANINGS for level in colour + (rhythm,)])
_BLINKING = const(0x100000)
_ALL_DARK = bytes(64)


@micropython.viper
def _paint(frame: ptr8, meanings: ptr8, table: ptr8, tick: int) -> int:
    """Fill the frame as it looks at this bit of the rhythms; return the sum of its levels, and whether any blinks."""
    total = 0
    at = 0
    square = 0
    while square < 64:
        entry = int(meanings[square]) * 4
        rhythm = int(table[entry + 3])
        if rhythm and rhythm != 0xFF:
            total |= 0x100000
        lit = rhythm & tick
        channel = 0
        while channel < 3:
            level = int(table[entry + channel]) if lit else 0
            frame[at] = level
            total += level
            at += 1
            channel += 1
        square += 1
    return total


@micropython.viper
def limit(frame: ptr8, allowed: int, needed: int):
    at = 0
    while at < 192:
        frame[at] = int(frame[at]) * allowed // needed
        at += 1


@micropython.viper
def mark(meanings: ptr8, moves: ptr32, count: int, square: int, is_own: int):
    """Give the goals of the man on a square their meanings, 1 FREE, 2 CAPTURE or 3 SPECIAL.

    If he is the opponent's, give those who can capture him 4, PICKED.
    """
    index = 0
    while index < count:
        move = int(moves[index])
        index += 1
        at = move & 63
        goal = move >> 6 & 63
        meaning = 0
        if is_own:
            if at == square:
                meaning = 3 if move & 0x30000 else 2 if move & 0x8000 else 1
                at = goal
        elif move & 0x8000:
            if move & 0x10000:  # en passant: the victim stands on the captor's rank
                goal = goal & 7 | at & 56
            if goal == square:
                meaning = 4
        if int(meanings[at]) < meaning:
            meanings[at] = meaning


class Lights:
    """The meaning of every square, and the frame that shows it."""

    def __init__(self, budget_ma, full_ma):
        """budget_ma: current that all lights together may take; full_ma: of one light, one colour, full on."""
        self.meanings = bytearray(64)
        self.frame = bytearray(FRAME)
        self.shown = bytearray(FRAME)
        self.budget_ma = budget_ma
        self.full_ma = full_ma
        self.level = 255  # of the brightest light; less dims all of them alike
        self.blinking = False

    def clear(self):
        self.meanings[:] = _ALL_DARK

    def set(self, square, meaning):
        """Give a square its meaning; the higher meaning wins where two want it."""
        if self.meanings[square] < meaning:
            self.meanings[square] = meaning

    def draw(self, at_ms):
        """Draw the meanings into the frame as they look now; return True if it differs from what is shown."""
        total = _paint(self.frame, self.meanings, TABLE, 1 << (at_ms // TICK_MS & 7))
        self.blinking = total >= _BLINKING
        self.fit(total & _BLINKING - 1)
        if self.frame == self.shown:
            return False
        self.shown[:] = self.frame
        return True

    def wait_ms(self, at_ms):
        return TICK_MS - at_ms % TICK_MS if self.blinking else FOREVER

    def fit(self, total):
        """Scale the whole frame, as dim as is wished and the budget demands: no light is ever left out."""
        needed = total * self.full_ma
        allowed = self.budget_ma * 255
        if needed * self.level > allowed * 255:
            limit(self.frame, allowed, needed)
        elif self.level < 255:
            limit(self.frame, self.level, 255)


def explain(lights, game):
    """Give every square the meaning that the state of the game asks for."""
    lights.clear()
    if game.seal.is_dark():
        return
    if game.menu and game.menu.explain(lights):
        pass
    elif game.phase == game.SETUP:
        _fix(lights, game.hands, 0)
    elif game.phantoms:
        for square in game.phantoms:
            lights.set(square, FIX)
    elif game.phase != game.ENDED:
        hands = game.hands
        if game.profile.trace and hands.state == hand.WAITING and game.last_move >= 0:
            lights.set(game.last_move & 63, TRACE)
            lights.set(game.last_move >> 6 & 63, TRACE)
        if game.check:
            lights.set(game.position.king(game.position.turn), CHECK)
        if hands.state == hand.IN_HAND and game.profile.squares:
            _targets(lights, game)
        elif hands.state == hand.PROVISIONAL or hands.state == hand.ANSWERED:  # a tuple takes memory
            lights.set(hands.move & 63, LANDED)
            lights.set(hands.move >> 6 & 63, LANDED)
        elif hands.state == hand.CASTLING or hands.state == hand.EN_PASSANT:
            _pending(lights, hands)
        if game.complains():
            _fix(lights, hands, hands.n_moves if game.is_open() else 0)
    if game.draws.code == "FAUL":
        for square in (0, 7, 56, 63):
            lights.meanings[square] = lights.meanings[square] or FAULT
    named = game.around.square()
    if named != NOWHERE:
        lights.set(named, FIX)


def _fix(lights, hands, n_moves):
    """Show the squares to fix; the one whose man is named on the faces comes next, so it blinks otherwise."""
    nearest = hands.find_wrong(n_moves)
    if nearest:
        lights.set(nearest & 63, LANDED)
        lights.set(nearest >> 6 & 63, LANDED)
    for index in range(hands.n_wrong):
        lights.set(hands.wrong[index], FIX)
    if hands.names_man():
        lights.meanings[hands.wrong[0]] = PENDING
    elif hands.leaves_pawn():
        lights.set(hands.move >> 6 & 63, PENDING)


def _targets(lights, game):
    """Light where the picked man may go, as far as touch-move lets him.

    With a man of the other side in the air, only its capture is lit, if there is one.
    """
    hands, position, fit = game.hands, game.position, game.hands.fit
    obliges = game.duty.rule() != profiles.OFF
    if obliges:
        game.duty.find()
    picked = hands.in_air(position.turn)
    victim = hands.in_air(1 - position.turn)
    if picked == NOWHERE:
        if victim != NOWHERE:
            lights.set(victim, CAPTURE)
            if not obliges:
                mark(lights.meanings, position.moves, hands.n_moves, victim, 0)
                return
            for index in range(hands.n_moves):
                move = position.moves[index]
                if fit.victim(move) == victim and game.duty.allows(move):
                    lights.set(move & 63, PICKED)
        return
    lights.set(picked, PICKED)
    if victim == NOWHERE and not obliges:
        mark(lights.meanings, position.moves, hands.n_moves, picked, 1)
        return
    only = victim if victim != NOWHERE and hands.can_capture(picked, victim) else NOWHERE
    for index in range(hands.n_moves):
        move = position.moves[index]
        if move & 63 != picked or not game.duty.allows(move):
            continue
        captured = fit.victim(move)
        if only != NOWHERE and only != captured:
            continue
        to_square = move >> 6 & 63
        if move & (CASTLING | EN_PASSANT):
            lights.set(to_square, SPECIAL)
        else:
            lights.set(to_square, FREE if captured == NOWHERE else CAPTURE)


def _pending(lights, hands):
    """Show what has still to follow: where the rook stands and where it goes, or the passed pawn."""
    lights.set(hands.move >> 6 & 63, LANDED)
    if hands.state == hand.EN_PASSANT:
        lights.set(hands.fit.victim(hands.move), PENDING)
    else:
        lights.set(hands.position.rook_from(hands.move), PENDING)
        lights.set(hands.position.rook_to(hands.move), PENDING)
