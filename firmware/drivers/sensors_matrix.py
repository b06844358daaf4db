# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a diode matrix of switches: rows driven low one at a time, columns pulled up, occupied reads low.

A row is never driven high. Its output bit stays 0 and only its output-enable changes, so two rows can never fight,
and the pull-downs that some chips cannot let go of (RP2350 datasheet, erratum E9) are not used. Levels and output
enables are read and set for all pins at once (datasheets RP2040 2.3.1.7, RP2350 3.1.11).
"""

import machine
import micropython


@micropython.viper
def _scan(
    raw: ptr8,
    rows: ptr8,
    columns: ptr8,
    count: int,
    level: ptr32,
    drive: ptr32,
    release: ptr32,
    timer: ptr32,
    settle_us: int,
):
    """Fill raw[0:count]. `columns` is eight pins for the squares, then eight for the ninth row."""
    row = 0
    while row < count:
        drive[0] = 1 << rows[row]
        # The last row's columns rise while this row settles: one wait serves both.
        start = int(timer[0])
        while ((int(timer[0]) - start) & 0x3FFFFFFF) <= settle_us:
            pass
        now = int(level[0])
        release[0] = 1 << rows[row]
        at = 8 if row == 8 else 0
        bits = 0
        column = 0
        while column < 8:
            if not (now >> columns[at + column]) & 1:
                bits |= 1 << column
            column += 1
        raw[row] = bits
        row += 1


class Matrix:
    """Eight rows of squares, rank 1 first, and perhaps a ninth of buttons; eight columns, a-file first."""

    def __init__(self, rows, columns, registers, settle_us, poll_ms, turned):
        """`registers`: addresses of input levels, output-enable set, output-enable clear and a timer in µs.

        `turned`: the panel is built in rotated by 180 degrees. It turns the squares only, not the buttons.
        """
        self.poll_ms = poll_ms
        self._settle_us = settle_us
        self._level, self._drive, self._release, self._timer = registers
        for pin in rows:
            machine.Pin(pin, machine.Pin.OUT, value=0)
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        for pin in columns:
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        self._rows = bytearray(rows)
        self._columns = bytearray(columns + columns)  # for the squares, and for the buttons
        self._count = len(rows)
        if turned:
            self.turn()

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        for pins in (self._rows, self._columns):
            pins[:8] = bytes(reversed(pins[:8]))

    def scan_into(self, raw):
        """Fill raw[0:8] with the ranks, and raw[8] with the buttons if they are the ninth row."""
        _scan(
            raw, self._rows, self._columns, self._count,
            self._level, self._drive, self._release, self._timer, self._settle_us,
        )  # fmt: skip
