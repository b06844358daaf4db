# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows four cells on each of two panels of 128 by 64 dots, SSD1306 or SH1106, and sends only what has changed.

A whole panel would block for 23 ms. A part of an update is 16 columns of a page of 8 lines: 24 bytes in 0.6 ms.
Datasheet SSD1306 Rev 1.1: control byte 8.1.5.2, commands 9, addressing by pages, which both know, 10.1.1 to 10.1.3.
A panel that is lost is an OSError once; with its next change it is begun anew, so one that comes back is right again.

SH1106 (datasheet V0.2, commands): 132 columns of memory, of which the glass shows 128 from the third on. It knows no
0x20 and no 0x8D, takes what follows them for a column, which each part sets anew, and begins with its charge pump on.
"""

import micropython
from micropython import const

# Off; by pages; 64 lines from the first; wired as modules are, pins above the picture; as in memory; charge pump.
_BEGIN = b"\x00\xae\x20\x02\xa8\x3f\xd3\x00\x40\xda\x12\xa1\xc8\xa4\xa6\x8d\x14"
_LEFTS = b"\x00\x1f\x47\x66"  # the first column of each cell
_CUT = const(3)  # dots off every corner, so that segments end in points
# In a cell: x, y, width, height of segments a to g, then of the colon's two dots, which are bit 7.
_SHAPES = (
    b"\x04\x00\x12\x07\x13\x04\x07\x1b\x13\x20\x07\x1b\x04\x38\x12\x07\x00\x20\x07\x1b\x00\x04\x07\x1b\x04\x1c\x12\x07"
    b"\x1d\x0e\x08\x08\x1d\x2a\x08\x08"
)
_NEW = const(0)
_BUSY = const(1)
_IDLE = const(2)


@micropython.viper
def _toggle(dots: ptr8, due: ptr8, segments: int, left: int, shapes: ptr8):
    """Turn these segments of a cell over, and mark the parts that they are in."""
    for shape in range(9):
        if segments >> (shape - (shape >> 3)) & 1:
            first, top = left + int(shapes[4 * shape]), int(shapes[4 * shape + 1])
            last, high = first + int(shapes[4 * shape + 2]) - 1, int(shapes[4 * shape + 3])
            for x in range(first, last + 1):
                cut = first + _CUT - x if x - first < _CUT else x + _CUT - last if last - x < _CUT else 0
                lines, page = (1 << high - cut) - (1 << cut) << (top & 7), top >> 3  # 31 lines at the most
                while lines:
                    dots[page * 128 + x] ^= lines & 0xFF
                    due[page * 8 + (x >> 4)] = 1
                    lines, page = lines >> 8, page + 1


@micropython.viper
def _fill(part: ptr8, at: int, column: int, dots: ptr8):
    part[1], part[3], part[5] = 0xB0 | at >> 3, column & 0x0F, 0x10 | column >> 4
    for index in range(16):
        part[7 + index] = dots[at * 16 + index]


class _Panel:
    def __init__(self, address):
        self.address, self.state = address, _NEW
        self.cells = bytearray(4)
        self.dots = bytearray(1024)  # as in the panel: a byte is eight dots of a column, bit 0 on top
        self.due = bytearray(64)  # parts to be sent


class SSD1306:
    """Two panels on one bus, White's first. column: the first one's place in memory, which is 2 in an SH1106."""

    def __init__(self, bus, addresses, column, contrast):
        self._bus, self._column = bus, column
        self._panels = [_Panel(address) for address in addresses]
        self._begin = _BEGIN + bytes((0x81, contrast))
        self._part = bytearray(b"\x80\xb0\x80\x00\x80\x10\x40" + bytes(16))  # page, column in two halves, dots

    def show(self, side, cells):
        """Draw 4 cells (bit 0 to 6 = segments a to g, bit 7 of cells[1] = colon) for the panel of `side`."""
        panel = self._panels[side]
        if panel.cells != cells:
            for cell in range(4):
                _toggle(panel.dots, panel.due, panel.cells[cell] ^ cells[cell], _LEFTS[cell], _SHAPES)
            panel.cells[:] = cells
            if panel.state == _IDLE:
                panel.state = _NEW if panel.address in self._bus.lost else _BUSY

    def send(self):
        """Send the next part of what was drawn, in less than a millisecond; return True if there may be more."""
        for panel in self._panels:
            if panel.state != _IDLE:
                part, state = self._next(panel), panel.state
                panel.state = _IDLE  # as it stays where nobody takes the part
                if self._bus.write(panel.address, part):
                    panel.state = state
                return True
        return False

    def _next(self, panel):
        at = panel.due.find(b"\x01")
        if panel.state == _NEW:
            panel.state, panel.due[:] = _BUSY, b"\x01" * 64
            return self._begin
        if at < 0:
            panel.state = _IDLE
            return b"\x00\xaf"  # on
        panel.due[at] = 0
        _fill(self._part, at, (at & 7) * 16 + self._column, panel.dots)
        return self._part
