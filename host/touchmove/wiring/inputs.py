# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and lights that hang on numbered inputs of chips: 74HC165, MCP23017, CD74HC4067, MAX7219, HT16K33, and pins.

As their drivers have it: `order[n]` is what hangs on the n-th input of all, a square, 64 and a button's bit, or 255,
nothing; `turned` is the other half turn, of the squares only.
"""

from collections.abc import Callable
from typing import NamedTuple

from .blocks import Block, Data, Device, Key, Line, devices
from .matrix import NAMES
from .modules import GROUND, V3, V5
from .squares import Grid
from .svg import Drawing, width

_SENSOR_Y, _LIGHT_Y = 27.0, 58.0  # of a square
_BUTTONS = list(NAMES.values())
_POWER = (V3, GROUND)


class Inputs(NamedTuple):
    """How inputs of a kind of chip are named, by their number; where in a square they stand; and what that means."""

    name: Callable[[Data, int], str]
    y: float
    means: str

    def on_squares(self, drawing: Drawing, grid: Grid, data: Data) -> None:
        """Write into every square what its sensor or light hangs on."""
        for number, at in enumerate(data["order"]):
            if at < 64:
                square = 63 - at if data["turned"] else at
                name = self.name(data, number)
                x, y, wide = grid.x(square & 7, 37), grid.y(square >> 3, self.y), width(name, "pin") + 8
                with drawing.group("part input", square=square, number=number):
                    drawing.box(x - wide / 2, y - 9, wide, 18, "box", 3)
                    drawing.text(x, y + 3.5, name, "pin middle")

    def key(self) -> Key:
        return Key(lambda drawing, left, top: drawing.text(left, top + 16, self.means, "word"), 20)

    def buttons(self, data: Data) -> list[str]:
        """Return a note of what each button hangs on, if any does."""
        named = [
            f"{_BUTTONS[at - 64]} – {self.name(data, number)}"
            for number, at in enumerate(data["order"])
            if 64 <= at < 64 + len(_BUTTONS)
        ]
        return [f"Buttons: {'; '.join(named)}."] if named else []


HC165 = Inputs(
    lambda data, number: f"U{number // 8 + 1} {'HGFEDCBA'[number % 8]}",
    _SENSOR_Y,
    "U1 H: input H of the first 74HC165, the one on the data wire",
)
MCP23017 = Inputs(
    lambda data, number: f"0x{data['addresses'][number // 14]:02X} {'AB'[number % 14 // 7]}{number % 14 % 7}",
    _SENSOR_Y,
    "0x20 A0: input GPA0 of the MCP23017 with this address",
)
HALL = Inputs(
    lambda data, number: f"M{number // 16} I{number % 16}",
    _SENSOR_Y,
    "M0 I5: input 5 of the first CD74HC4067",
)
MAX7219 = Inputs(
    lambda data, number: f"DIG{number // 8} {('G', 'F', 'E', 'D', 'C', 'B', 'A', 'DP')[number % 8]}",
    _LIGHT_Y,
    "DIG0 G: the light between DIG 0 and SEG G",
)
HT16K33 = Inputs(
    lambda data, number: f"COM{number // 8} ROW{number % 8}",
    _LIGHT_Y,
    "COM0 ROW5: the light between these two",
)


def hc165(data: Data) -> list[Block]:
    count = len(data["order"]) // 8
    lines = [Line(data["sck"], "CLK", "row"), Line(data["miso"], "QH", "row"), Line(data["load"], "SH/LD", "row")]
    words = "CLK and SH/LD of all; QH of the first, SER of each to QH of the next"
    notes = [
        "74HC165: a switch from its input to GND, 10 kΩ from each input to 3V3; CLK INH and the last SER to GND,"
        " inputs that nothing hangs on to 3V3, 10 kΩ from the first QH to 3V3.",
        f"Pin {data['mosi']} of the chip stays open: its bus wants a pin to send on.",
        *HC165.buttons(data),
    ]
    return [devices(lines, [Device(f"{count} × 74HC165", words, _POWER)], notes)]


def mcp23017(data: Data) -> list[Device]:
    return [
        Device("MCP23017", f"address 0x{address:02X}; a switch from each input to GND", _POWER)
        for address in data["addresses"]
    ]


def hall(data: Data) -> list[Block]:
    lines = [Line(pin, f"S{bit}", "row") for bit, pin in enumerate(data["select"])]
    lines += [Line(pin, f"E of M{chip}", "row") for chip, pin in enumerate(data["enable"])]
    lines.append(Line(data["adc"], "common", "column"))
    words = (
        "3V3 feeds these, 5 V the 64 linear Hall sensors, one at each input; S0 to S3 and the common pins are joined"
    )
    box = Device(f"{len(data['enable'])} × CD74HC4067", words, (V3, GROUND, V5))
    return [devices(lines, [box], ["100 kΩ from the common pins of the multiplexers to GND."])]


def buttons(data: Data) -> list[Block]:
    lines = [Line(pin, name, "column") for pin, name in zip(data["pins"], _BUTTONS, strict=False)]
    return [devices(lines, [Device("Buttons", "each to GND", (GROUND,))])]


def max7219(data: Data) -> list[Block]:
    lines = [Line(data["sck"], "CLK", "light"), Line(data["mosi"], "DIN", "light"), Line(data["load"], "LOAD", "light")]
    box = Device("64 lights on a MAX7219", "its three lines through a 74AHCT125 that 5 V feed", (V5, GROUND))
    return [devices(lines, [box], [f"Pin {data['miso']} of the chip stays open: its bus wants a pin to read on."])]


def ht16k33(data: Data) -> list[Device]:
    return [Device("64 lights", f"HT16K33, address 0x{data['address']:02X}", _POWER)]
