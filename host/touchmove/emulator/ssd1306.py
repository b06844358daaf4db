# SPDX-License-Identifier: GPL-3.0-or-later
"""An SSD1306 panel as seen from its bus: transfers in, dots out.

Follows the datasheet's control byte (8.1.5.2) and commands (9), as far as page addressing and the start need them.
"""

WIDTH, PAGES = 128, 8


class Panel:
    """At power-on: off, and its memory is noise. `first`: the column of memory that the glass begins with."""

    argued = frozenset({0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xDA})  # commands that a byte belongs to

    def __init__(self, first: int = 0) -> None:
        self.registers: dict[int, int] = {}  # what commands with an argument have set
        self.modes: set[int] = set()  # the other commands that were sent
        self.contents = bytearray(b"\xa5" * (PAGES * 132))
        self.is_on = False
        self._first = first
        self._page = self._column = 0
        self._wants = 0

    def take(self, data: bytes) -> None:
        """Take the bytes of a transfer, without its address."""
        at = 0
        while data[at] & 0x80:  # a single byte follows, then another control byte
            (self._write if data[at] & 0x40 else self._command)(data[at + 1])
            at += 2
        for byte in data[at + 1 :]:
            (self._write if data[at] & 0x40 else self._command)(byte)

    @property
    def dots(self) -> set[tuple[int, int]]:
        """Column and line of all that shine."""
        return {(x, y) for x in range(WIDTH) for y in range(8 * PAGES) if self.shines(x, y)}

    def shines(self, x: int, y: int) -> bool:
        is_powered = self.is_on and self.registers.get(0x8D) == 0x14  # the charge pump
        return is_powered and bool(self.contents[(y >> 3) * 132 + self._first + x] >> (y & 7) & 1)

    def _write(self, byte: int) -> None:
        self.contents[self._page * 132 + self._column] = byte
        self._column += 1

    def _command(self, byte: int) -> None:
        if self._wants:
            self.registers[self._wants] = byte
            self._wants = 0
        elif byte in self.argued:
            self._wants = byte
        elif byte < 0x10:
            self._column = self._column & 0xF0 | byte
        elif byte < 0x20:
            self._column = self._column & 0x0F | (byte & 0x0F) << 4
        elif byte & 0xF8 == 0xB0:
            self._page = byte & 7
        elif byte & 0xFE == 0xAE:
            self.is_on = bool(byte & 1)
        else:
            self.modes.add(byte)
