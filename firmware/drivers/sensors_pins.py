# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a diode matrix of switches pin by pin, on any chip; `sensors_matrix` does the same at once where it can.

The wiring is the same: rows driven low one at a time and never high, columns pulled up, occupied reads low. How strong
a chip's pull-ups are is in its datasheet (RP2040 5.5.3, ESP32-S3 "DC characteristics"); `settle_us` follows from it.
"""

import time

import machine


class Pins:
    """Eight rows of squares, rank 1 first, and perhaps a ninth of buttons; eight columns, a-file first."""

    def __init__(self, rows, columns, settle_us, poll_ms, turned):
        """settle_us: until a column that was let go is high again. turned: the squares are rotated by 180 degrees."""
        self.poll_ms = poll_ms
        self._settle_us = settle_us
        self._rows = [machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1) for pin in rows]
        self._columns = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in columns]
        self._buttons = list(self._columns)
        if turned:
            self.turn()

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        self._rows[:8] = list(reversed(self._rows[:8]))
        self._columns.reverse()

    def scan_into(self, raw):
        """Fill raw[0:8] with the ranks, and raw[8] with the buttons if they are the ninth row."""
        for row in range(len(self._rows)):
            drive, columns = self._rows[row], self._columns if row < 8 else self._buttons
            drive(0)
            time.sleep_us(self._settle_us)  # in which the columns of the row before rise as well
            bits = 0
            for column in range(8):
                if not columns[column]():
                    bits |= 1 << column
            drive(1)
            raw[row] = bits
