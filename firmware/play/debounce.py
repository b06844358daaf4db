# SPDX-License-Identifier: GPL-3.0-or-later
"""Debounce: what the contacts say, once they have made up their minds.

A pure function of scans and elapsed time: a contact flips when every scan for as long as its limit has differed from
what holds. Each contact has its own age, so one that bounces holds up no other.

The ages of a row lie across bytes, one bit of all eight in each: plane p of row r is `ages[p * ROWS + r]`. An age does
not start at 0 but so far below FULL that the carry out of the last plane is the limit, and all eight are added to and
compared at once.

    plane 5  . . . 1 . . . .    bit 4 of the row is 32
    plane 4  . . . . . . . .                      + 0
    plane 3  . . . 1 . . . .                      + 8    = 40 of 64: it flips in 24 ms
"""

from micropython import const

ROWS = const(9)  # eight ranks and the row of buttons
FOREVER = const(0x3FFFFFFF)
_PLANES = const(6)
_FULL = const(64)  # 1 << _PLANES
_BUTTONS = const(8)
_PRESS_MS = const(5)  # the clock stops by it: two scans of the slowest board that agree


class Debounce:
    def __init__(self, open_ms, close_ms=0, press_ms=_PRESS_MS):
        """Limits from 1 to 63 ms: of contacts that open, that close (0: the same), of buttons that close.

        While open_ms is longer than a contact chatters, the others may be as short as one likes: what chatters after
        it has closed has not opened for long enough, and what chatters after it has opened has not yet flipped.
        """
        close_ms = close_ms or open_ms
        if not (0 < open_ms < _FULL and 0 < close_ms < _FULL and 0 < press_ms < _FULL):
            raise ValueError("debounce of %d, %d, %d ms: 1 to 63 can be counted" % (open_ms, close_ms, press_ms))
        self.raw = bytearray(ROWS)  # what sensors and buttons fill before each step
        self.stable = bytearray(ROWS)
        self.changed = bytearray(ROWS)  # bits that flipped in this step
        self.began = bytearray(ROWS)  # bits that left what holds in this step
        self.bounced = bytearray(ROWS)  # bits that came back to it before their time
        self.restless = False  # this step has any of these three; else they are not kept up
        self._open = _FULL - open_ms
        self._close = _FULL - close_ms
        self._press = _FULL - press_ms
        self._pending = bytearray(ROWS)  # bits whose age runs
        self._ages = bytearray(ROWS * _PLANES)
        self._is_pending = False

    def step(self, elapsed_ms):
        """Take the scan in `raw`; return True if `changed` has any bit set."""
        self.restless = False
        if not self._is_pending and self.raw == self.stable:
            return False
        raw, stable, pending = self.raw, self.stable, self._pending
        any_pending = any_edge = any_flip = 0
        for row in range(ROWS):
            differs = raw[row] ^ stable[row]
            before = pending[row]
            flips = began = 0
            if differs | before:
                began = differs & ~before
                if differs & before:
                    flips = self._grow(row, elapsed_ms) & differs & before
                    stable[row] ^= flips
                if began:
                    self._start(row, began)
                pending[row] = differs & ~flips
                any_pending |= differs & ~flips
                any_flip |= flips
                any_edge |= began | flips | before & ~differs
            self.changed[row] = flips
            self.began[row] = began
            self.bounced[row] = before & ~differs
        self._is_pending = any_pending != 0
        self.restless = any_edge != 0
        return any_flip != 0

    def wait_ms(self):
        """Return in how many milliseconds a pending change settles."""
        if not self._is_pending:
            return FOREVER
        oldest = 0
        for row in range(ROWS):
            if self._pending[row]:
                oldest = max(oldest, self._oldest(row))
        return _FULL - oldest

    def _grow(self, row, elapsed_ms):
        """Add the time to all ages of a row; return the bits whose limit it reaches."""
        if elapsed_ms >= _FULL:
            return 0xFF
        ages = self._ages
        carry = 0
        at = row
        while at < ROWS * _PLANES:
            age = ages[at]
            if elapsed_ms & 1:
                ages[at] = age ^ carry ^ 0xFF
                carry |= age
            else:
                ages[at] = age ^ carry
                carry &= age
            elapsed_ms >>= 1
            at += ROWS
        return carry

    def _start(self, row, began):
        """Let the ages of these bits begin."""
        ages, opening, closing = self._ages, self._open, self._press if row == _BUTTONS else self._close
        closes = began & self.raw[row]
        at = row
        while at < ROWS * _PLANES:
            first = closes if closing & 1 else 0
            if opening & 1:
                first |= began & ~closes
            ages[at] = ages[at] & ~began | first
            opening >>= 1
            closing >>= 1
            at += ROWS

    def _oldest(self, row):
        """Return the highest age of a row."""
        ages = self._ages
        among = self._pending[row]
        oldest = 0
        at = row + ROWS * (_PLANES - 1)
        while at >= 0:
            oldest <<= 1
            if ages[at] & among:
                among &= ages[at]
                oldest |= 1
            at -= ROWS
        return oldest
