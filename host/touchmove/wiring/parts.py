# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of parts: how each is drawn. Names and data are those of the drivers.

A part that is new to it is a function that turns its data into blocks, for which `blocks.devices` is enough where it is
a box with lines; or into the devices that it has on an I2C bus. See `faces`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from . import chain, faces, inputs, matrix
from .blocks import Block, Data, Device, Key, Line, devices
from .squares import Grid
from .svg import Drawing


class Part(NamedTuple):
    """On the sheet of wires it has `blocks` of its own, or devices `on_bus`, the lines of which others may share.

    If it lies under the squares: how, the key to that, and its first square.
    """

    blocks: Callable[[Data], list[Block]] | None = None
    on_bus: Callable[[Data], list[Device]] | None = None
    on_squares: Callable[[Drawing, Grid, Data], None] | None = None
    key: Key | None = None
    first: Callable[[Data], int] | None = None


MATRIX = Part(matrix.blocks, on_squares=matrix.on_squares, key=matrix.KEY)

PARTS = {
    ("sensors", "matrix"): MATRIX,
    ("sensors", "pins"): MATRIX,
    ("sensors", "hc165"): Part(inputs.hc165, on_squares=inputs.HC165.on_squares, key=inputs.HC165.key()),
    ("sensors", "mcp23017"): Part(
        on_bus=inputs.mcp23017, on_squares=inputs.MCP23017.on_squares, key=inputs.MCP23017.key()
    ),
    ("sensors", "hall"): Part(inputs.hall, on_squares=inputs.HALL.on_squares, key=inputs.HALL.key()),
    ("buttons", "pins"): Part(inputs.buttons),
    ("lights", "ws2812"): Part(chain.blocks, on_squares=chain.on_squares, key=chain.KEY, first=chain.first),
    ("lights", "max7219"): Part(inputs.max7219, on_squares=inputs.MAX7219.on_squares, key=inputs.MAX7219.key()),
    ("lights", "ht16k33"): Part(on_bus=inputs.ht16k33, on_squares=inputs.HT16K33.on_squares, key=inputs.HT16K33.key()),
    ("clockface", "tm1637"): Part(faces.tm1637),
    ("clockface", "ssd1306"): Part(on_bus=faces.ssd1306),
    ("clockface", "ht16k33"): Part(on_bus=faces.ht16k33),
    ("buzzer", "pwm"): Part(faces.buzzer),
}

# Kinds without wires of their own: inside the chip, on its flash, in its USB socket, or drawn with what is on them.
INSIDE = {"bus", "watchdog", "link", "ticker", "journal", "settings", "maps", "identity"}


def all_blocks(parts: Sequence[tuple[Part, Data]]) -> list[Block]:
    """Return the blocks of all parts; what is on one bus is one block."""
    found = [block for part, data in parts if part.blocks for block in part.blocks(data)]
    buses: dict[tuple[int, int], list[Device]] = {}
    for part, data in parts:
        if part.on_bus:
            buses.setdefault((data["sda"], data["scl"]), []).extend(part.on_bus(data))
    for (sda, scl), boxes in buses.items():
        found.append(devices([Line(sda, "SDA", "bus"), Line(scl, "SCL", "bus")], boxes))
    return found
