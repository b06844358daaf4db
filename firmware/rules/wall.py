# SPDX-License-Identifier: GPL-3.0-or-later
"""Prove that a side never mates because the pawns are a wall.

Suppose that no pawn ever moves, captures or is captured. Then every man's squares are bounded by the pawns alone and
can be found by flooding. If no man gets where a pawn could capture it, or it a pawn, the supposition holds for ever; if
then no man of the side gets to a square that the other king gets to, none ever attacks one: the side never gives check.
"""

from micropython import const

from .piece import KING, PAWN

OPEN = const(0)  # not proved
WORKING = const(1)
PROVED = const(2)

# Marks of a square: 1 attacked by a white pawn, 2 by a black pawn, 4 the king gets there, 8 the man that floods does.
_REACH = const(4)
_FLOOD = const(8)

_FIRST = const(104)  # bytes of the slate, see slate.py
_STRIDE = const(112)

_SLICE = const(6)  # squares a step


class Wall:
    """`begin`, then `step` until the answer is not WORKING. The position must not change meanwhile."""

    def __init__(self):
        self._marks = bytearray(64)
        self._queue = bytearray(64)
        self._men = b""
        self._side = 0
        self._at = 0  # the man that floods
        self._next = 0  # the man that floods after it
        self._head = 0
        self._tail = 0

    def begin(self, position, side):
        """Look at the pawns: each must have a pawn before it and none to capture. Overwrites the position's `moves`."""
        marks = self._marks
        men = self._men = position.slate
        self._side = side
        if position.has_legal_en_passant():
            return OPEN
        for square in range(64):
            marks[square] = 0
        for square in range(8, 56):
            man = men[square]
            if man & 7 == PAWN:
                back = man & 8 | man >> 1 & 4
                if men[men[(4 ^ back) * 64 + square]] & 7 != PAWN:
                    return OPEN
                for lean in (5, 11):
                    to = men[(lean ^ back) * 64 + square]
                    if to < 64:
                        if men[to] == man ^ 8:
                            return OPEN
                        marks[to] |= 1 + (man >> 3)
        self._next = 0
        # The king that is never checked floods first.
        return self._pour(position.king(side ^ 1))

    def step(self):
        """Flood a few squares further and return the answer so far."""
        men = self._men
        if self._head == self._tail:
            if men[self._at] == KING | (self._side ^ 1) << 3:
                self._keep()
            while self._next < 64:
                square = self._next
                self._next += 1
                kind = men[square] & 7
                if kind > PAWN and men[square] != KING | (self._side ^ 1) << 3:
                    return self._pour(square)
            return PROVED
        man = men[self._at]
        kind = man & 7
        first = men[_FIRST + kind]
        for _ in range(min(_SLICE, self._tail - self._head)):
            square = self._queue[self._head]
            self._head += 1
            direction = first
            while direction < first + 8:
                to = men[direction * 64 + square]
                if to < 64 and not self._reach(man, to):
                    return OPEN
                direction += men[_STRIDE + kind]
        return WORKING

    def _pour(self, square):
        marks = self._marks
        for at in range(64):
            marks[at] &= 7
        self._at = square
        self._head = self._tail = 0
        man = self._men[square]
        if man & 7 == KING:
            # He may stand in a pawn's check now: he leaves it and never comes back.
            marks[square] |= _FLOOD
            self._queue[0] = square
            self._tail = 1
            return WORKING
        return WORKING if self._reach(man, square) else OPEN

    def _reach(self, man, to):
        """Let the man come to a square, or turn back; return False if it would break the wall or give check."""
        mark = self._marks[to]
        other = self._men[to]
        guarded = mark & (2 - (man >> 3))
        if mark & _FLOOD or (guarded and man & 7 == KING):
            return True
        if other & 7 == PAWN:
            return other >> 3 == man >> 3
        if guarded or (mark & _REACH and man >> 3 == self._side and man & 7 != KING):
            return False
        self._marks[to] = mark | _FLOOD
        self._queue[self._tail] = to
        self._tail += 1
        return True

    def _keep(self):
        """Turn the marks of the flood into the king's."""
        marks = self._marks
        for square in range(64):
            if marks[square] & _FLOOD:
                marks[square] = marks[square] & 3 | _REACH
