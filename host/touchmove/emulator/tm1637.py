# SPDX-License-Identifier: GPL-3.0-or-later
"""A TM1637 face as seen from its two wires: levels in, four cells out.

Follows the datasheet's section on the interface: data change while CLK is low, DIO falling while CLK is high starts,
rising stops, eight bits from the least, and the part pulls DIO low for the ninth clock.
"""

from collections.abc import Callable


class Face:
    """`cells` is what shines; all zero while the display is off."""

    def __init__(self, on_change: Callable[[], None], acknowledge: Callable[[bool], None] = lambda low: None) -> None:
        """`acknowledge(True)` is called when the part pulls DIO low, `acknowledge(False)` when it lets go."""
        self._on_change = on_change
        self._acknowledge = acknowledge
        self._clk = self._dio = True
        self.cut()

    def cut(self) -> None:
        """Lose power, or get it for the first time."""
        self.cells = bytes(4)
        self.brightness = 0
        self._memory = bytearray(6)
        self._is_on = False
        self._address = 0
        self._counts_up = True
        self._bits = self._count = 0
        self._is_command = False
        self._is_listening = False

    def levels(self, clk: bool, dio: bool) -> None:
        """Take the levels of both wires after either has changed."""
        if clk != self._clk:
            self._clk = clk
            self._dio = dio
            if self._is_listening:
                self._clock(clk, dio)
        elif dio != self._dio:
            self._dio = dio
            if clk:
                self._is_listening = not dio
                self._is_command = True
                self._bits = self._count = 0
                if dio:
                    self._latch()

    def _clock(self, clk: bool, dio: bool) -> None:
        if clk and self._count < 8:
            self._bits |= dio << self._count
            self._count += 1
        elif clk:
            self._count = 9
        elif self._count == 8:
            self._acknowledge(True)
        elif self._count == 9:
            self._acknowledge(False)
            self._take(self._bits)
            self._bits = self._count = 0

    def _take(self, byte: int) -> None:
        if not self._is_command:
            if self._address < 6:
                self._memory[self._address] = byte
            self._address += self._counts_up
        elif byte & 0xC0 == 0x40:
            self._counts_up = not byte & 0x04
        elif byte & 0xC0 == 0xC0:
            self._address = byte & 0x07
        elif byte & 0xC0 == 0x80:
            self._is_on = bool(byte & 0x08)
            self.brightness = byte & 0x07
        self._is_command = False

    def _latch(self) -> None:
        cells = bytes(self._memory[:4]) if self._is_on else bytes(4)
        if cells != self.cells:
            self.cells = cells
            self._on_change()
