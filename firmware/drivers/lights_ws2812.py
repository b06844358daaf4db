# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends a frame to a chain of 64 WS2812 lights.

Board data say which square the first, second, … light of the chain stands on; the frame knows squares only.
"""

import machine
import micropython

# Datasheet WS2812B: high and low of a 0, high and low of a 1, in ns.
_TIMING = (400, 850, 800, 450)


@micropython.viper
def _arrange(wire: ptr8, frame: ptr8, order: ptr8):
    """Fill `wire` with the frame in chain order, each light as G, R, B."""
    at = 0
    while at < 192:
        square = int(order[at // 3]) * 3
        wire[at] = frame[square + 1]
        wire[at + 1] = frame[square]
        wire[at + 2] = frame[square + 2]
        at += 3


class WS2812:
    """A chain on one pin; `order[n]` is the square of the n-th light, `turned` rotates the panel by 180 degrees."""

    def __init__(self, pin, order, turned):
        self._pin = machine.Pin(pin, machine.Pin.OUT, value=0)
        self._order = order
        self._wire = bytearray(192)
        if turned:
            self.turn()

    def turn(self):
        """Show the panel as rotated by another 180 degrees."""
        self._order = bytes(63 - square for square in self._order)

    def show(self, frame):
        """Send the frame: 192 bytes R, G, B from a1. Interrupts are off for the 1.9 ms it takes."""
        _arrange(self._wire, frame, self._order)
        machine.bitstream(self._pin, 0, _TIMING, self._wire)
