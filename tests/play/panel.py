# SPDX-License-Identifier: GPL-3.0-or-later
"""A panel of reeds for tests: wood, contacts and matrix on one side, what a game would hear on the other."""

from random import Random

import chess

from play.debounce import Debounce
from play.health import Health
from play.phantoms import Phantoms
from touchmove.sim.hands import Lift, Pass, Place
from touchmove.sim.reeds import Reeds

POLL_MS = 5
ALL = frozenset(range(64))
QUIET_MS = 500


def ranks(squares):
    """Eight bytes of occupancy."""
    packed = bytearray(8)
    for square in squares:
        packed[square >> 3] |= 1 << (square & 7)
    return bytes(packed)


def squares(text):
    return {chess.parse_square(name) for name in text.split()}


def names(numbers):
    return {chess.square_name(number) for number in numbers}


def read(closed, shorted):
    """Read a matrix, row by row; `shorted`: squares whose diode lets current through both ways.

    A row that is driven low pulls down the columns of its closed contacts; a column that is low pulls down a row
    through a closed contact only where the diode is shorted.
    """
    reading = bytearray(8)
    for driven in range(8):
        low_rows, low_columns = {driven}, 0
        while True:
            columns = 0
            for row in low_rows:
                columns |= closed[row]
            more = {
                row
                for row in range(8)
                for column in range(8)
                if (columns & closed[row]) >> column & 1 and row * 8 + column in shorted
            }
            if columns == low_columns and more <= low_rows:
                break
            low_columns, low_rows = columns, low_rows | more
        reading[driven] = low_columns
    return bytes(reading)


class Panel:
    """Sensors from reed to what the game hears, scanned every POLL_MS; hands are edges at moments."""

    def __init__(self, occupied, men, shorted=frozenset(), seed=0, bounce_ms=0):
        self.debounce = Debounce(24, 12)
        self.health = Health()
        self.phantoms = Phantoms(self.health.masked)
        self.reeds = Reeds(Random(seed), bounce_ms)
        self.reeds.settle(ranks(occupied))
        self.men = men
        self.shorted = shorted
        self.now_ms = 0
        self.heard = []  # what the game hears: square names, lifted ones with a minus
        self.faults = []
        self._step_ms = 0
        self.debounce.raw[:8] = self.debounce.stable[:8] = self._sense()

    def let(self, ms):
        """Scan for so long; scans in which nothing can happen are left out."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            edge_ms = self.reeds.next_ms()
            due_ms = self.now_ms + max(1, min(POLL_MS, self.debounce.wait_ms()))
            if self.debounce.raw == self.debounce.stable and not self.debounce.restless:
                due_ms = end_ms if edge_ms is None else max(due_ms, -(-edge_ms // POLL_MS) * POLL_MS)
            self.now_ms = min(due_ms, end_ms)
            self._scan()

    def close(self, square, late_ms=0):
        self.reeds.change(self.now_ms, square, True, late_ms)

    def open(self, square):
        self.reeds.change(self.now_ms, square, False)

    def place(self, name):
        self.close(chess.parse_square(name))
        self.let(QUIET_MS)

    def lift(self, name):
        self.open(chess.parse_square(name))
        self.let(QUIET_MS)

    def occupied(self):
        return {square for square in range(64) if self.debounce.stable[square >> 3] >> (square & 7) & 1}

    def _sense(self):
        closed = self.reeds.sensed(self.now_ms)
        return read(closed, self.shorted) if self.shorted else closed

    def _scan(self):
        self.debounce.raw[:8] = self._sense()
        changed = self.debounce.step(self.now_ms - self._step_ms)
        self._step_ms = self.now_ms
        if self.debounce.restless:
            self.health.step(self.debounce, self.now_ms)
        if not changed:
            return
        if self.phantoms.step(self.debounce, self.men):
            self.faults.append(names(self.phantoms.rectangle))
            return
        for square in range(64):
            if self.debounce.changed[square >> 3] >> (square & 7) & 1:
                closed = self.debounce.stable[square >> 3] >> (square & 7) & 1
                self.heard.append(("" if closed else "-") + chess.square_name(square))


def perform(panel, steps):
    for step in steps:
        panel.let(step.pause_ms)
        do(panel, step)
    panel.let(QUIET_MS)


def do(panel, step):
    match step:
        case Pass(_, square, closed):
            panel.reeds.change(panel.now_ms, square, closed)
        case Lift(_, square, _, unseen) if not unseen:
            panel.open(square)
        case Place(_, square, _, unseen, late_ms) if not unseen:
            panel.close(square, late_ms)
