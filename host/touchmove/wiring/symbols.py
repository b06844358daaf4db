# SPDX-License-Identifier: GPL-3.0-or-later
"""Signs of parts: the switch of a matrix with its diode, a resistor, a capacitor, the tip of an arrow."""

import math

from .svg import Drawing, Point

# A switch and its diode, from the column at (0, 0) to the row at (50, 48); all in one scale.
ROW_X, ROW_Y = 50.0, 48.0


def switch(drawing: Drawing, column: Point, way: int, scale: float, is_reed: bool) -> Point:
    """Draw a reed or a button from a column, and the diode from there down to its row; return where it meets the row.

    way: 1 draws it to the right of the column, -1 to the left.
    """

    def at(x: float, y: float) -> Point:
        return column[0] + way * x * scale, column[1] + y * scale

    drawing.line([at(0, 0), at(14, 0)], "lead-wire")
    drawing.line([at(38, 0), at(ROW_X, 0), at(ROW_X, ROW_Y)], "lead-wire")
    if is_reed:
        left = min(at(12, 0)[0], at(40, 0)[0])
        drawing.box(left, at(0, -5)[1], 28 * scale, 10 * scale, "glass", 5 * scale)
        drawing.line([at(12, 0), at(15, 0), at(29, -1.4)], "blade")
        drawing.line([at(40, 0), at(37, 0), at(23, 1.4)], "blade")
    else:
        drawing.line([at(14, -6), at(38, -6)], "blade")
        drawing.line([at(26, -6), at(26, -11)], "blade")
        drawing.dot(*at(16, 0), "glass", 2 * scale)
        drawing.dot(*at(36, 0), "glass", 2 * scale)
    drawing.shape([at(ROW_X - 6, 14), at(ROW_X + 6, 14), at(ROW_X, 24)], "diode")
    drawing.line([at(ROW_X - 6, 24.5), at(ROW_X + 6, 24.5)], "blade cathode")
    return at(ROW_X, ROW_Y)


def resistor(drawing: Drawing, x: float, y: float, wide: float, high: float) -> None:
    """Draw one round this middle, lying or upright."""
    drawing.box(x - wide / 2, y - high / 2, wide, high, "box")


def capacitor(drawing: Drawing, x: float, top: float, bottom: float) -> None:
    """Draw an electrolytic one, its positive side up."""
    middle = (top + bottom) / 2
    drawing.line([(x, top), (x, middle - 3)], "lead-wire")
    drawing.line([(x, middle + 3), (x, bottom)], "lead-wire")
    drawing.box(x - 9, middle - 5, 18, 3, "glass")
    drawing.box(x - 9, middle + 2, 18, 3, "diode")
    drawing.text(x - 12, middle - 7, "+", "bold middle")


def arrow(drawing: Drawing, start: Point, end: Point, kind: str, at: float = 0.5, size: float = 4.5) -> None:
    """Draw the tip of an arrow on the way from start to end."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    x, y = (start[i] + (end[i] - start[i]) * at for i in (0, 1))
    along, across = (math.cos(angle) * size, math.sin(angle) * size), (-math.sin(angle) * size, math.cos(angle) * size)
    drawing.shape(
        [
            (x + along[0], y + along[1]),
            (x - along[0] + across[0], y - along[1] + across[1]),
            (x - along[0] - across[0], y - along[1] - across[1]),
        ],
        f"tip {kind}",
    )
