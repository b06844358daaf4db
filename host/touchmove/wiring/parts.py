# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of parts: how each is drawn. A part that is new to it is a function that turns its data into blocks.

`blocks.devices` is enough for what is a box with lines: see `faces`. Names and data are those of the drivers.
"""

from collections.abc import Callable
from typing import NamedTuple

from . import chain, faces, matrix
from .blocks import Block, Data, Key
from .squares import Grid
from .svg import Drawing


class Part(NamedTuple):
    """`blocks` for the sheet of wires; if it lies under the squares: how, the key to that, its first square."""

    blocks: Callable[[Data], list[Block]]
    on_squares: Callable[[Drawing, Grid, Data], None] | None = None
    key: Key | None = None
    first: Callable[[Data], int] | None = None


PARTS = {
    ("sensors", "matrix"): Part(lambda data: [matrix.block(data)], matrix.on_squares, matrix.KEY),
    ("lights", "ws2812"): Part(
        lambda data: [chain.block(data)], chain.on_squares, chain.KEY, lambda data: chain.order(data)[0]
    ),
    ("clockface", "tm1637"): Part(faces.tm1637),
    ("clockface", "ssd1306"): Part(faces.ssd1306),
    ("buzzer", "pwm"): Part(faces.buzzer),
}

# Kinds that have no wires of their own: inside the chip, on its flash, or in its USB socket.
INSIDE = {"watchdog", "link", "ticker", "journal", "settings", "identity"}
