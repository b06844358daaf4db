# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows four cells on each of two HT16K33 backpacks with four digits of seven segments.

Datasheet HT16K33 v1.10: memory is two bytes a COM, of which the first has segments a to g as bits 0 to 6. Backpacks of
0.56 and 1.2 inches have their digits on COM 0, 1, 3 and 4, and the colon as bit 1 of COM 2. 2x oscillator, 8x display,
Ex brightness. An update says all of it, a transfer a step, so a face that comes back is right with its next change.
"""

from micropython import const

_OSCILLATOR = b"\x21"
_DISPLAY = b"\x81"
_BRIGHTNESS = const(0xE0)
_COLON = const(0x02)
_PLACES = b"\x01\x03\x07\x09"  # of the cells, after the byte that says where memory begins
_COLON_PLACE = const(5)
_PARTS = const(4)


class HT16K33:
    """Two faces, White's first, by their addresses. brightness: 0 to 15."""

    def __init__(self, bus, addresses, brightness):
        self._bus = bus
        self._addresses = addresses
        self._shown = tuple([bytearray(4) for _ in addresses])
        self._memory = bytearray(11)
        self._sent = [0 for _ in addresses]  # parts of an update that are out
        self._parts = (_OSCILLATOR, self._memory, bytes((_BRIGHTNESS | brightness,)), _DISPLAY)

    def show(self, side, cells):
        """Take 4 cells (bit 0 to 6 = segments a to g, bit 7 of cells[1] = colon) for the face of `side`."""
        shown = self._shown[side]
        if shown != cells:
            shown[:] = cells
            self._sent[side] = 0

    def send(self):
        """Send the next part of what was shown, in half a ms; return True if there may be more. OSError: it is lost."""
        for side in range(len(self._sent)):
            part = self._sent[side]
            if part < _PARTS:
                self._sent[side] = _PARTS  # as it stays where nobody takes the part
                self._draw(self._shown[side])
                if self._bus.write(self._addresses[side], self._parts[part]):
                    self._sent[side] = part + 1
                return True
        return False

    def _draw(self, cells):
        memory = self._memory
        for cell in range(4):
            memory[_PLACES[cell]] = cells[cell] & 0x7F
        memory[_COLON_PLACE] = _COLON if cells[1] & 0x80 else 0
