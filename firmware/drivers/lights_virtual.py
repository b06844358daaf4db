# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights of the simulator."""

from binascii import hexlify


class Virtual:
    def __init__(self, bus):
        self.bus = bus
        self._turned = False

    def turn(self):
        """Show the panel as rotated by another 180 degrees."""
        self._turned = not self._turned

    def show(self, frame):
        if self._turned:
            frame = b"".join([bytes(frame[at : at + 3]) for at in range(189, -1, -3)])
        self.bus.show("lights " + hexlify(frame).decode())
