# SPDX-License-Identifier: GPL-3.0-or-later
"""Health: which contacts can be believed. Counts what each one does, and names what no hand can have done.

It judges contacts and never moves: whoever asks decides what the game may hear, and a square is only played around
when a player has said so.
"""

from array import array

from micropython import const

from .fit import differ
from .settings import turn_ranks

NOWHERE = const(64)
SEVERAL = const(65)

GOOD = const(0)
STUCK = const(1)  # closed for good: it reads a man who is not there
DEAD = const(2)  # open for good
FLICKERS = const(3)
WORDS = ("good", "stuck", "dead", "flickers")

_MOST = const(0xFFFF)
_MOST_MS = const(255)
_TIME = const(0x3FFFFFFF)
_UNREST_MS = const(250)  # edges this close together belong to one change
_SLOW_MS = const(60)  # debouncing and the worst chatter take 24 and 15 ms
_MISSES = const(2)  # one may be the player's: he pressed with a man in his hand
_FLICKERS = const(16)
_BOUNCES = const(4)  # so many come with an honest change, and no more
_WORKS = const(2)  # changes of a masked square after which it may be believed again: a man came and went


class Health:
    def __init__(self):
        self.toggles = array("H", bytes(128))  # changes that held, by square; all counts stop at their highest
        self.bounces = array("H", bytes(128))  # changes that did not hold
        self.slow = bytearray(64)  # changes that took longer than _SLOW_MS to hold
        self.longest_ms = bytearray(64)  # from the first edge until it held, at most 255
        self.missed = bytearray(64)  # misses that the game told of since it last toggled
        self.masked = bytearray(8)  # squares to be played around, a rank a byte
        self.maskings = 0  # grows when other squares are masked than before
        self.flickered = NOWHERE  # the square that has just bounced too often
        self._should = bytearray(8)  # what a missed square should have read
        self._began = array("I", bytes(256))  # first edge of a change that does not hold yet
        for square in range(64):
            self._began[square] = _TIME - _UNREST_MS

    def step(self, debounce, at_ms):
        """Count what a step of debouncing brought, when it was `restless`."""
        began, bounced, changed = debounce.began, debounce.bounced, debounce.changed
        for rank in range(8):
            bits = began[rank] | bounced[rank] | changed[rank]
            square = rank << 3
            bit = 1
            while bits:
                if bits & 1:
                    self._count(debounce, rank, bit, square, at_ms)
                bits >>= 1
                bit <<= 1
                square += 1

    def expected(self, square, man):
        """Take it from the game that this square ought to read as said (`man`: occupied) and did not."""
        self.missed[square] = min(self.missed[square] + 1, _MOST_MS)
        bit = 1 << (square & 7)
        self._should[square >> 3] = self._should[square >> 3] & ~bit | (bit if man else 0)

    def doubt(self):
        """Any square may have been the cause of a press that nothing explained: which was is no longer known."""
        for square in range(64):
            self.missed[square] = max(self.missed[square], _MISSES - 1)

    def suspect(self, square):
        """Return what is wrong with a square, GOOD if nothing is known."""
        if self.missed[square] >= _MISSES:
            return DEAD if self._should[square >> 3] >> (square & 7) & 1 else STUCK
        if self.bounces[square] >= _FLICKERS + _BOUNCES * self.toggles[square]:
            return FLICKERS
        return GOOD

    def of(self, square):
        """Return what is known of a square: verdict, masked or not, toggles, bounces, slow changes, the longest."""
        counts = (self.toggles[square], self.bounces[square], self.slow[square], self.longest_ms[square])
        return (WORDS[self.suspect(square)], 1 if is_masked(self.masked, square) else 0) + counts

    def suspects_into(self, squares):
        """Fill in the squares that are suspected or masked; return how many."""
        count = 0
        for square in range(64):
            if self.suspect(square) != GOOD or is_masked(self.masked, square):
                squares[count] = square
                count += 1
        return count

    def mask(self, square):
        """Play around this square from now on, and count anew what its contact does."""
        self.masked[square >> 3] |= 1 << (square & 7)
        self.maskings += 1
        self.toggles[square] = self.bounces[square] = 0

    def unmask(self):
        """Believe the masked squares again that have been seen to work since: they changed, and do not flicker."""
        for square in range(64):
            if is_masked(self.masked, square) and self.toggles[square] >= _WORKS and self.suspect(square) == GOOD:
                self.masked[square >> 3] ^= 1 << (square & 7)
                self.maskings += 1

    def turn(self):
        """The board has been turned round: under each square lies the contact of the opposite one."""
        for square in range(32):
            for counts in (self.toggles, self.bounces, self.slow, self.longest_ms, self.missed):
                counts[square], counts[63 - square] = counts[63 - square], counts[square]
        turn_ranks(self.masked)
        turn_ranks(self._should)
        self.maskings += 1

    def _count(self, debounce, rank, bit, square, at_ms):
        if debounce.bounced[rank] & bit:
            self.bounces[square] = min(self.bounces[square] + 1, _MOST)
            if self.bounces[square] == _FLICKERS + _BOUNCES * self.toggles[square]:
                self.flickered = square
        took_ms = (at_ms - self._began[square]) & _TIME
        if debounce.changed[rank] & bit:
            self.toggles[square] = min(self.toggles[square] + 1, _MOST)
            self.longest_ms[square] = max(self.longest_ms[square], min(took_ms, _MOST_MS))
            if took_ms >= _SLOW_MS:
                self.slow[square] = min(self.slow[square] + 1, _MOST_MS)
            self.missed[square] = 0
            self._began[square] = (at_ms - _UNREST_MS) & _TIME
        elif debounce.began[rank] & bit and took_ms >= _UNREST_MS:
            self._began[square] = at_ms & _TIME


def is_masked(masked, square):
    return masked[square >> 3] >> (square & 7) & 1 == 1


def believe(occupied, board, masked):
    """Let masked squares read as this board has them: 64 bytes each, `occupied` 1 or 0."""
    for rank in range(8):
        if masked[rank]:
            for square in range(rank << 3, (rank << 3) + 8):
                if is_masked(masked, square):
                    occupied[square] = 1 if board[square] else 0


def odd_one(occupied, board, masked):
    """Return the only square, not masked, that reads other than this board has it; NOWHERE, or SEVERAL."""
    odd = NOWHERE
    square = differ(board, occupied, 0)
    while square != NOWHERE:
        if not is_masked(masked, square):
            if odd != NOWHERE:
                return SEVERAL
            odd = square
        square = differ(board, occupied, square + 1)
    return odd
