# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking a move back, by moving back: the men stand as before the last move, and its own man was lifted for it.

The position takes the move back by itself; the clocks are kept here, as they were when the mover began to think.
"""

from array import array

from micropython import const

from .clock import SIDES
from .health import NOWHERE, odd_one

KEPT = const(60)  # moves that can be taken back
STILL_MS = const(800)  # the men have stood like that this long: it is meant
_NUMBERS = const(7)  # left_ms, moves and state of both sides, and who ran


class TakeBack:
    def __init__(self, position, sensed, clock):
        self.position = position
        self.sensed = sensed
        self.clock = clock
        self.kept = 0  # moments, the start of the game among them
        self.recall = None  # of a resumed game, until it is called: finds the moments before those that are kept
        self.lifted = False  # the man who made the last move has been touched since, and stood again
        self._clocks = array("i", bytearray(4 * KEPT * _NUMBERS))
        self._next = 0

    def clear(self):
        self.kept = 0
        self.recall = None

    def look_back(self):
        """Have everything here that can be: it is about to be asked how far one can go back."""
        if self.recall:
            self.recall()

    def rest(self, last_move):
        """Every man stands again: keep that the man of the last move (-1: none) was touched, before it is forgotten."""
        if last_move >= 0 and self.sensed.lifted_at[last_move >> 6 & 63]:
            self.lifted = True

    def keep(self, running):
        """Keep the clocks at the moment at which the side to move began to think; `running`: whose time ran."""
        clock = self.clock
        at = self._next * _NUMBERS
        for side in (0, 1):
            self._clocks[at + side] = clock.left_ms[side]
            self._clocks[at + 2 + side] = clock.moves[side]
            self._clocks[at + 4 + side] = clock.state(side)
        self._clocks[at + 6] = running
        self._next = (self._next + 1) % KEPT
        self.kept = min(self.kept + 1, KEPT)

    def last(self):
        """Return the clocks of the last moment as records have them."""
        at = (self._next - 1) % KEPT * _NUMBERS
        return (SIDES[self._clocks[at + 6]],) + tuple(self._clocks[at : at + 6])

    def fits(self):
        """Return True if the men stand as before the last move, and the man who made it was lifted."""
        if self.kept < 2:
            return False
        move = self.position.pop()
        stands = odd_one(self.sensed.occupied, self.position.board, self.sensed.masked) == NOWHERE
        self.position.push(move)
        return stands and (self.lifted or self.sensed.lifted_at[move >> 6 & 63] > 0)

    def take(self):
        """Take the last move back: position and clocks. The caller settles the hands. ValueError if it is not kept."""
        if self.kept < 2:
            raise ValueError("the clocks before that move are not kept")
        self.position.pop()
        self._next = (self._next - 1) % KEPT
        self.kept -= 1
        at = (self._next - 1) % KEPT * _NUMBERS
        white_ms, black_ms, white_moves, black_moves, white, black, running = self._clocks[at : at + _NUMBERS]
        self.clock.restore(white_ms, black_ms, running, white_moves, black_moves, white, black)
