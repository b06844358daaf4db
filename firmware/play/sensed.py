# SPDX-License-Identifier: GPL-3.0-or-later
"""What the sensors have told since the position last settled: what is occupied, and in which order men came and went.

Orders are small numbers, 1 for the oldest; 0 says never.
"""

from micropython import const

from .health import believe

ALL = const(255)  # every order so far, and what comes next
_MOST = const(254)


class Sensed:
    def __init__(self, masked=bytes(8)):
        """masked: squares that are not heard, a rank a byte; they read as the position has them."""
        self.occupied = bytearray(64)  # 1 where a man is sensed
        self.lifted_at = bytearray(64)  # order of the last lift
        self.placed_at = bytearray(64)  # order of the last place
        self.order = 0
        self.dark = 0  # up to this one nobody saw in which order it was: the power had been off
        self.masked = masked

    def lift(self, square):
        self.occupied[square] = 0
        self.lifted_at[square] = self._next()

    def place(self, square):
        self.occupied[square] = 1
        self.placed_at[square] = self._next()

    def wake(self):
        """See what moves from now on in its order, unlike what came in the dark."""
        if self.dark == ALL:
            self.dark = self.order

    def settle(self, board, since):
        """Forget all up to the order `since`, but that men are off their squares on this board: they were lifted."""
        believe(self.occupied, board, self.masked)
        if self.dark <= since:
            self.dark = 0
        for square in range(64):
            if self.lifted_at[square] <= since:
                self.lifted_at[square] = 1 if board[square] and not self.occupied[square] else 0
            if self.placed_at[square] <= since:
                self.placed_at[square] = 0

    def _next(self):
        if self.order == _MOST:  # a very restless hand: keep the order, forget how far apart it was
            for square in range(64):
                self.lifted_at[square] = (self.lifted_at[square] + 1) >> 1
                self.placed_at[square] = (self.placed_at[square] + 1) >> 1
            self.order = (_MOST + 1) >> 1
            self.dark = ALL if self.dark == ALL else (self.dark + 1) >> 1
        self.order += 1
        return self.order
