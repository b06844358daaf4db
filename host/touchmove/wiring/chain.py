# SPDX-License-Identifier: GPL-3.0-or-later
"""The chain of WS2812 lights: its buffer in the sheet of wires, its way from square to square under the board.

As the driver `lights_ws2812` has it: `order[n]` is the square of the n-th light, `turned` the other half turn.
"""

from itertools import pairwise

from . import symbols
from .blocks import WIDE, Block, Data, Key, Line, Place, Tap
from .modules import GROUND, V5
from .squares import Grid
from .svg import Drawing, Point

LAMP_X, LAMP_Y = 37.0, 56.0  # of a square
_HALF = 8.5
_BULGE = 13  # of a turn, beyond the edge of the board


def order(data: Data) -> list[int]:
    """Return the square of each light, the first one first."""
    return [63 - square if data["turned"] else square for square in data["order"]]


def first(data: Data) -> int:
    """Return the square where the chain comes in."""
    return order(data)[0]


def blocks(data: Data) -> list[Block]:
    """Return the chain behind its buffer: the lights want 3.5 V for a one, 70 % of their 5 V; a pin gives 3.3 V."""
    count = len(data["order"])

    def draw(drawing: Drawing, place: Place) -> list[Tap]:
        y = place.ys[data["pin"]]
        taps = _buffer(drawing, place, y, data["pin"])
        drawing.line([(place.x(110), y), (place.x(166), y)], "wire light")
        symbols.resistor(drawing, place.x(138), y, 32, 10)
        drawing.text(place.x(138), y - 10, "330 Ω", "word middle")
        return taps + _lights(drawing, place, y, count)

    notes = (
        "Unused inputs of the buffer (pins 4, 5, 9, 10, 12, 13) go to GND; 100 nF between its pins 14 and 7.",
        "The resistor of 330 Ω sits at the first light, the capacitor at the chain's supply.",
    )
    return [Block([Line(data["pin"], "1A", "light")], 42, 54, draw, nets=(V5, GROUND), notes=notes)]


def _buffer(drawing: Drawing, place: Place, y: float, pin: int) -> list[Tap]:
    left, wide = place.left(0, 110), 110
    with drawing.group("part"):
        drawing.box(left, y - 28, wide, 56, "box", 5)
        drawing.text(left + wide / 2, y - 13, "74AHCT125", "name middle")
        drawing.text(place.x(8), y + 4, "1A pin 2", f"word{place.anchor()}", gpio=pin)
        drawing.text(place.x(102), y + 4, "1Y pin 3", f"word{place.anchor(outward=False)}")
        drawing.text(left + wide / 2, y + 21, "1OE pin 1, GND pin 7", "pin middle")
    up, down = y - 38, y + 44
    drawing.line([(place.x(96), y - 28), (place.x(96), up), (place.x(WIDE), up)], f"wire tap net-{V5}")
    drawing.text(place.x(90), y - 32, "VCC pin 14", f"pin{place.anchor(outward=False)}")
    drawing.line([(place.x(96), y + 28), (place.x(96), down), (place.x(WIDE), down)], f"wire tap net-{GROUND}")
    return [Tap(V5, place.x(WIDE), up), Tap(GROUND, place.x(WIDE), down)]


def _lights(drawing: Drawing, place: Place, y: float, count: int) -> list[Tap]:
    left, wide, high, low = place.left(166, 88), 88, y - 22, y + 28
    with drawing.group("part"):
        drawing.box(left, y - 34, wide, 64, "box", 5)
        drawing.text(left + wide / 2, y - 19, f"{count} × WS2812B", "pin middle")
        drawing.text(place.x(173), y + 4, "DIN", f"word{place.anchor()}")
        for number, (at, name) in enumerate(((184, "1"), (204, "2"), (238, str(count)))):
            drawing.box(place.x(at) - 7, y + 12, 14, 14, "lamp")
            drawing.text(place.x(at), y + 22.5, name, "pin middle")
            if number == 1:
                drawing.text(place.x(221), y + 22, "…", "bold middle")
    for net, y in ((V5, high), (GROUND, low)):
        drawing.line([(place.x(254), y), (place.x(WIDE), y)], f"wire tap net-{net}")
    symbols.capacitor(drawing, place.x(268), high, low)
    drawing.text(place.x(WIDE + 6), low + 13, "1000 µF", f"pin{place.anchor(outward=False)}")
    return [Tap(V5, place.x(WIDE), high), Tap(GROUND, place.x(WIDE), low)]


def on_squares(drawing: Drawing, grid: Grid, data: Data) -> None:
    """Draw every light with its number, 1 for the first one, and the way of the data from one to the next."""
    squares = order(data)
    middles = [(grid.x(square & 7, LAMP_X), grid.y(square >> 3, LAMP_Y)) for square in squares]
    edge = _edge(grid, middles[0], 0)
    entry = (_edge(grid, middles[0], 40), middles[0][1])
    _way(drawing, [entry, middles[0]], "in", (edge + entry[0]) / 2)
    drawing.text((edge + entry[0]) / 2, entry[1] - 8, "data in", "pin middle")
    for number, (start, end) in enumerate(pairwise(middles)):
        _way(drawing, _between(grid, squares[number], squares[number + 1], start, end), f"{number + 1}-{number + 2}")
    for number, (square, (x, y)) in enumerate(zip(squares, middles, strict=True)):
        with drawing.group("part light-of-square", square=square):
            drawing.box(x - _HALF, y - _HALF, 2 * _HALF, 2 * _HALF, "lamp", 2)
            drawing.text(x, y + 3.5, str(number + 1), "pin middle", light=number + 1)


def _between(grid: Grid, square: int, after: int, start: Point, end: Point) -> list[Point]:
    """Return the way from one light to the next: a turn at the side of the board goes round outside."""
    file = square & 7
    if file != after & 7 or abs(square - after) != 8 or file not in (0, 7):
        return [start, end]
    x = _edge(grid, start, _BULGE)
    return [start, (x, start[1]), (x, end[1]), end]


def _edge(grid: Grid, point: Point, beyond: float) -> float:
    """Return x of what lies so far beyond the side of the board that is nearer to a point."""
    return grid.left - beyond if 2 * point[0] < grid.left + grid.right else grid.right + beyond


def _way(drawing: Drawing, points: list[Point], step: str, at_x: float | None = None) -> None:
    drawing.line(points, "wire chain", step=step)
    start, end = (points[1], points[2]) if len(points) > 2 else (points[0], points[-1])
    part = 0.5 if at_x is None else (at_x - start[0]) / (end[0] - start[0])
    symbols.arrow(drawing, start, end, "light", part)


def _draw_key(drawing: Drawing, left: float, top: float) -> None:
    y = top + 12
    _way(drawing, [(left + 14, y), (left + 104, y)], "key")
    for x, name in ((left + 14, "1"), (left + 104, "2")):
        drawing.box(x - _HALF, y - _HALF, 2 * _HALF, 2 * _HALF, "lamp", 2)
        drawing.text(x, y + 3.5, name, "pin middle")
    drawing.text(left + 124, y + 4, "light, counted along the chain;", "word")
    drawing.text(left + 124, y + 18, "data go from DOUT to DIN,", "word")
    drawing.text(left + 124, y + 32, "5 V and GND to every light", "word")


KEY = Key(_draw_key, 46)
