# SPDX-License-Identifier: GPL-3.0-or-later
"""Both kings in the centre: how players at tournaments tell an electronic board the result.

    e4, d5 (light): 1-0      d4, e5 (dark): 0-1      one of each: a draw

Any two of these squares are adjacent, so two kings on them are never legal: that, and nothing less, is the signal. The
order of hands is free; a man who stood there is lifted first, and wherever he goes does not matter. A press before the
question, with one king put beside the other, ends the signal: it is an illegal move then, until a king is lifted.
"""

from micropython import const

_LIGHT = (28, 35)  # e4, d5
_DARK = (27, 36)  # d4, e5
CENTRE = _LIGHT + _DARK
UNBROKEN_MS = const(5000)  # the signal has stood this long: ask
FOREVER = const(0x3FFFFFFF)
NOTHING = const(-1)


class Kings:
    """`result`: index of 1-0, 0-1 or draw that the kings signal now, or NOTHING."""

    def __init__(self, position, sensed):
        self.position = position
        self.sensed = sensed
        self.result = NOTHING
        self.stood_ms = 0
        self.landed = 0  # kings who were put there, the others stood there
        self.refused = False  # they signal nothing until one is lifted

    def look(self):
        """See whether the kings stand there; call after every lift and place."""
        before, self.result = self.result, self._read()
        self.refused = self.refused and self.result != NOTHING
        if self.refused:
            self.result = NOTHING
        if self.result != before:
            self.stood_ms = 0

    def refuse(self):
        """Take no signal from one king put beside the other: the mover has pressed before the question."""
        self.refused = self.landed == 1
        self.look()

    def run(self, elapsed_ms):
        """Let time pass; return True at the moment at which the signal has stood long enough."""
        if self.result == NOTHING:
            return False
        before_ms = self.stood_ms
        self.stood_ms = min(before_ms + elapsed_ms, UNBROKEN_MS)
        return before_ms < UNBROKEN_MS <= self.stood_ms

    def wait_ms(self):
        return FOREVER if self.result == NOTHING or self.stood_ms >= UNBROKEN_MS else UNBROKEN_MS - self.stood_ms

    def could_follow(self, move, square):
        """Return True if the move put a king in the centre and the man of this square is the other king."""
        board = self.position.board
        return (move >> 6 & 63) in CENTRE and board[move & 63] & 7 == 6 and board[square] & 7 == 6

    def _read(self):
        occupied, placed_at, lifted_at = self.sensed.occupied, self.sensed.placed_at, self.sensed.lifted_at
        white, black = self.position.king(0), self.position.king(1)
        landed = stayed = away = 0
        for side in (0, 1):
            home = black if side else white
            if not lifted_at[home] and home in CENTRE:
                stayed += 1
            elif lifted_at[home] and (not occupied[home] or home in CENTRE):
                away += 1
        light = 0
        for square in CENTRE:
            if not occupied[square]:
                continue
            own = (square == white or square == black) and not lifted_at[square]
            if own or placed_at[square]:
                landed += 0 if own else 1
                light += 1 if square in _LIGHT else 0
        self.landed = landed
        if landed + stayed != 2 or away != landed:
            return NOTHING
        return 0 if light == 2 else 2 if light else 1
