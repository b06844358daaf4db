# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights of the simulator."""

from binascii import hexlify


class Virtual:
    def __init__(self, bus):
        self.bus = bus

    def show(self, frame):
        self.bus.show("lights " + hexlify(frame).decode())
