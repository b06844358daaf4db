# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads 64 switches and five buttons on five MCP23017 expanders: each switch from an input to ground, and nothing else.

Not as a matrix: the expanders pull their inputs up themselves, so there are no diodes, no resistors and no ghosts, all
hangs on four wires, and a scan is one transfer a chip. A matrix on one expander would spare four cheap chips, cost 64
diodes, and take two transfers a row.

Five of them, because inputs 7 of both ports may spoil a transfer when they change; datasheet DS20001952D, 1.0, has them
for outputs only. A chip counts 14 inputs, port A from 0 to 6, then port B. Registers (3.5): IODIR 00, IPOL 02, GPPU 0C,
GPIO 12, OLAT 14. A chip that lost its power for a moment has forgotten how it was set up: a mark in OLATA, which no
input sees, tells.
"""

import micropython
from micropython import const

_INPUTS = const(14)  # of a chip
_GPIO = const(0x12)
_MARK = const(0x55)
# From IODIRA on: inputs but for bit 7, inverted so that closed reads 1, no interrupts, pulled up; the mark.
_SET_UP = b"\x00\x7f\x7f\x7f\x7f" + bytes(8) + b"\x7f\x7f" + bytes(4) + b"\x55\x00"


@micropython.viper
def _take(raw: ptr8, got: ptr8, order: ptr8, first: int):
    """Take the 14 inputs of a chip, of which the first is order[first]."""
    n = 0
    while n < 14:
        at = int(order[first + n])
        closed = int(got[1]) >> (n - 7) & 1 if n > 6 else int(got[0]) >> n & 1
        n += 1
        if at < 72:
            if closed:
                raw[at >> 3] |= 1 << (at & 7)
            else:
                raw[at >> 3] &= 0xFF ^ 1 << (at & 7)


class MCP23017:
    """`order[n]` is what ties the n-th input of all, 14 a chip: a square, 64 and a button's bit, or 255: nothing."""

    def __init__(self, bus, addresses, order, poll_ms, turned):
        self.poll_ms = poll_ms
        self._bus = bus
        self._addresses = addresses
        self._order = order
        self._got = bytearray(3)  # both ports and the mark
        self._turn = 0  # which of the lost chips is tried in this scan: each may cost the bus's whole timeout
        if turned:
            self.turn()

    def turn(self):
        """Read the panel as rotated by another 180 degrees."""
        self._order = bytes([at if at > 63 else 63 - at for at in self._order])

    def scan_into(self, raw):
        """Fill raw[0:8], and raw[8] if buttons hang there too. OSError, once: a chip is lost; its inputs stay."""
        count = len(self._addresses)
        self._turn = (self._turn + 1) % count
        for chip in range(count):
            address = self._addresses[chip]
            if (address not in self._bus.lost or chip == self._turn) and self._read(address):
                _take(raw, self._got, self._order, chip * _INPUTS)

    def _read(self, address):
        bus, got = self._bus, self._got
        if not bus.read_into(address, _GPIO, got):
            return False
        return got[2] == _MARK or (bus.write(address, _SET_UP) and bus.read_into(address, _GPIO, got))
