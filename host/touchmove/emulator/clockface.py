# SPDX-License-Identifier: GPL-3.0-or-later
"""Virtual clock faces on the chip's pins, whatever part a board has for them: each shows four cells of segments."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from . import ssd1306, tm1637
from .i2c import Bus

# What an eye that knows seven segments looks at on a panel of dots: the left edge of each cell, and the middle of
# segments a to g in it; then the upper dot of the colon, which belongs to the second cell.
_LEFTS = (0, 31, 71, 102)
_MIDDLES = ((13, 3), (22, 17), (22, 45), (13, 59), (3, 45), (3, 17), (13, 31))
_COLON = (33, 18)


class Face(Protocol):
    cells: bytes

    def cut(self) -> None:
        """Lose power: what was shown is gone."""


def wire(mcu: RP2040, parts: Mapping[str, tuple[str, Any]], on_change: Callable[[], None]) -> list[Face]:
    """Hang the faces of a board on the pins of the chip; return White's and Black's. parts: as boards/ has them."""
    part, data = parts["clockface"]
    if part == "tm1637":
        return [_wire_tm1637(mcu, clk, dio, on_change) for clk, dio in data["faces"]]
    faces = [OLED(data["column"], on_change) for _ in data["addresses"]]
    _, bus = parts[data["bus"]]
    Bus(mcu, bus["unit"], dict(zip(data["addresses"], faces, strict=True)))
    return list(faces)


class OLED:
    """A panel of dots that shows four cells of segments, as far as they can be read."""

    def __init__(self, column: int, on_change: Callable[[], None]) -> None:
        self.cells = bytes(4)
        self.panel = ssd1306.Panel(column)
        self._column = column
        self._on_change = on_change

    def take(self, data: bytes) -> None:
        """Take a transfer from the bus."""
        self.panel.take(data)
        cells = self._read()
        if cells != self.cells:
            self.cells = cells
            self._on_change()

    def cut(self) -> None:
        self.panel = ssd1306.Panel(self._column)
        self.cells = bytes(4)

    def _read(self) -> bytes:
        cells = bytearray(4)
        for at, left in enumerate(_LEFTS):
            for segment, (x, y) in enumerate(_MIDDLES):
                cells[at] |= self.panel.shines(left + x, y) << segment
        cells[1] |= self.panel.shines(_LEFTS[1] + _COLON[0], _COLON[1]) << 7
        return bytes(cells)


def _wire_tm1637(mcu: RP2040, clk: int, dio: int, on_change: Callable[[], None]) -> tm1637.Face:
    clk_pin, dio_pin = mcu.gpio[clk], mcu.gpio[dio]

    def acknowledge(low: bool) -> None:
        if low:
            dio_pin.set_input_value(False)
        else:
            dio_pin.release_input()

    face = tm1637.Face(on_change, acknowledge)

    def on_levels(_state: GPIOPinState, _last: GPIOPinState) -> None:
        # A pin that is not driven is pulled up by the module.
        face.levels(clk_pin.value != GPIOPinState.LOW, dio_pin.value != GPIOPinState.LOW)

    clk_pin.add_listener(on_levels)
    dio_pin.add_listener(on_levels)
    return face
