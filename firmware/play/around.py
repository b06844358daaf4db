# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing around a bad square: which one is in the way of a press, whether the players agree, and moves over it.

A press that nothing explains may be right all the same, if one sensor read otherwise. Each square that could be the one
has missed something then; what has twice, and has not toggled since, is asked about on both faces: `=E4?`. A press of
both says yes, an action shows the next square, a long action or a hand on the men says no. Without that nothing is
masked.
"""

from micropython import const

from rules import move as moves
from rules.square import NOWHERE, parse
from rules.square import name as name_of

from . import face
from . import hands as hand
from .health import GOOD, is_masked, odd_one

_QUEEN = const(5)
_NAMED_MS = const(3000)  # a square that flickers stands on the faces this long
_FORGOTTEN = const(3)  # presses before which a pawn captured in passing has more likely been left there
FOREVER = const(0x3FFFFFFF)


class Around:
    def __init__(self, game):
        self.game = game
        self.squares = bytearray(64)  # the first `count` are asked about, the one on the faces is that of `at`
        self.count = 0
        self.at = 0
        self.text = ""  # of the question
        self.flickers = NOWHERE  # a square that is named for `flickers_ms` more
        self.flickers_ms = 0

    def clear(self):
        """Begin a new game: squares that work again are believed, the others stay masked."""
        self.decline()
        self.flickers_ms = 0
        self.game.health.unmask()

    def is_asked(self):
        return self.count > 0 and self.game.question.text == self.text

    def square(self):
        """Return the square that is shown to the players, or NOWHERE."""
        if self.is_asked():
            return self.squares[self.at]
        return self.flickers if self.flickers_ms else NOWHERE

    def run(self, elapsed_ms):
        """Let time pass; return True if that changed what is shown."""
        if not self.flickers_ms:
            return False
        self.flickers_ms = max(0, self.flickers_ms - elapsed_ms)
        return not self.flickers_ms

    def wait_ms(self):
        return self.flickers_ms or FOREVER

    def name(self, square):
        """Name a square that flickers. It is asked about when it is in the way of a press."""
        game = self.game
        if game.phase == game.ENDED or is_masked(game.health.masked, square):
            return
        self.flickers = square
        self.flickers_ms = _NAMED_MS
        game.changes += 1
        if game.phase == game.PLAYING:
            game.record("suspected", name_of(square))

    def look(self, n_moves):
        """Look for squares that are in the way of a press; ask about those that were before. Return True if it asks.

        n_moves: how many of the position's moves may have been made; 0 if all should stand as it has it.
        """
        game, position = self.game, self.game.position
        self._forget()
        odd = bytearray(64)
        for index in range(n_moves):
            move = position.moves[index]
            if moves.promotion(move) in (0, _QUEEN):
                position.push(move)
                square = self._odd_one()
                position.pop()
                if square < NOWHERE and self._is_touched(move, square):
                    odd[square] = 1
        square = self._odd_one()
        if square < NOWHERE:
            odd[square] = 1
        for square in range(64):
            if odd[square]:
                game.health.expected(square, not game.hands.sensed.occupied[square])
                is_forgotten = game.hands.state == hand.EN_PASSANT and game.health.missed[square] < _FORGOTTEN
                if game.health.suspect(square) != GOOD and not is_forgotten:
                    self._add(square)
        if not self.count:
            return False
        self._ask()
        if game.phase == game.PLAYING:
            names = [name_of(self.squares[index]) for index in range(self.count)]
            game.record("suspected", " ".join(names))
        return True

    def step(self):
        """Ask about the next square."""
        if self.is_asked():
            self.at = (self.at + 1) % self.count
            self._ask()

    def decline(self):
        """No: none of them is bad. Return False if nothing was asked."""
        asked = self.is_asked()
        if asked:
            self.game.question.cancel()
            self.game.changes += 1
        self._forget()
        return asked

    def find(self):
        """Return the only move over masked squares that explains the others; 0 for none, -1 for several.

        Of its men those whom the sensors could see were touched.
        """
        found = 0
        position = self.game.position
        for index in range(self.game.hands.n_moves):
            move = position.moves[index]
            if moves.promotion(move) not in (0, _QUEEN) or not self._is_half_seen(move):
                continue
            position.push(move)
            square = self._odd_one()
            position.pop()
            if square == NOWHERE and self._is_touched(move, NOWHERE):
                if found:
                    return -1
                found = move
        return found

    def record(self):
        """Write down which squares are masked, if any are."""
        masked = self.game.health.masked
        names = [name_of(square) for square in range(64) if is_masked(masked, square)]
        if names:
            self.game.record("masked", " ".join(names))

    def fold(self, names):
        """Take squares as masked that were, as they are read from the journal."""
        for rank in range(8):
            self.game.health.masked[rank] = 0
        for name in names.split():
            self.game.health.mask(parse(name))

    def turn(self):
        """The board has been turned round."""
        self.decline()
        self.game.health.turn()
        if self.game.phase == self.game.PLAYING:
            self.record()

    def _forget(self):
        """Let the squares that were asked about be good."""
        for index in range(self.count):
            self.game.health.missed[self.squares[index]] = 0
        self.count = self.at = 0

    def _add(self, square):
        """Add a square to those to be asked about: the ones that have changed least since power-on come first."""
        toggles = self.game.health.toggles
        index = self.count
        self.count += 1
        while index and toggles[self.squares[index - 1]] > toggles[square]:
            self.squares[index] = self.squares[index - 1]
            index -= 1
        self.squares[index] = square

    def _ask(self):
        self.text = "=%s?" % face.square(self.squares[self.at])
        self.game.question.ask(self.text, self._agreed)
        self.game.changes += 1

    def _agreed(self):
        """Mask the square. The mover's yes is also his press, if a move is explained now."""
        game = self.game
        square = self.squares[self.at]
        self._forget()
        game.health.mask(square)
        if game.phase == game.PLAYING:
            self.record()
        game.hands.believe()
        game.refused = False
        game.changes += 1
        if game.is_open() and (game.hands.state == hand.PROVISIONAL or self.find() > 0):
            game.presses.add(game.position.turn)

    def _odd_one(self):
        """Return the only square that reads other than the position has it; NOWHERE, or SEVERAL."""
        game = self.game
        return odd_one(game.hands.sensed.occupied, game.position.board, game.health.masked)

    def _is_touched(self, move, bad):
        """Return True if the men of the move, and the one it captures, were touched, as far as sensors can see it."""
        position, fit = self.game.position, self.game.hands.fit
        if not self._was_touched(move & 63, bad):
            return False
        if move & moves.CASTLING:
            return self._was_touched(position.rook_from(move), bad)
        return not move & moves.CAPTURE or self._was_touched(fit.victim(move), bad)

    def _was_touched(self, square, bad):
        game = self.game
        if square == bad or is_masked(game.health.masked, square):
            return True
        return game.hands.sensed.lifted_at[square] > 0 or game.duty.touch.has(square)

    def _is_half_seen(self, move):
        """Return True if the move goes over masked squares and others."""
        position, masked = self.game.position, self.game.health.masked
        hidden = is_masked(masked, move & 63) + is_masked(masked, move >> 6 & 63)
        count = 2
        if move & moves.CASTLING:
            hidden += is_masked(masked, position.rook_from(move)) + is_masked(masked, position.rook_to(move))
            count = 4
        elif move & moves.EN_PASSANT:
            hidden += is_masked(masked, position.en_passant_victim(move))
            count = 3
        return 0 < hidden < count
