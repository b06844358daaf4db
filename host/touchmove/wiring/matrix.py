# SPDX-License-Identifier: GPL-3.0-or-later
"""The diode matrix of switches: in the sheet of wires its rows and columns, under the squares every switch.

As the driver `sensors_matrix` has it: `rows` and `columns` are pins, rank 1 and the a-file first, the ninth row that
of the buttons; `turned` swaps the squares' ends, not the buttons'. `pull_up_ohm` is the board's, 0 if it has no such
resistors.
"""

from collections.abc import Mapping, Sequence

from ..sim.body import ARBITER, BLACK_ACTION, BLACK_PRESS, WHITE_ACTION, WHITE_PRESS
from . import symbols
from .blocks import Block, Data, Key, Line, Place, Tap
from .modules import V3
from .squares import BUTTONS, FILES, Grid
from .svg import Drawing

NAMES = {
    WHITE_PRESS: "White press",
    WHITE_ACTION: "White action",
    BLACK_PRESS: "Black press",
    BLACK_ACTION: "Black action",
    ARBITER: "Arbiter's button",
}
_SPREAD = 30  # from column to column in the sheet of wires
_FIRST = 30  # the column nearest to the module
_END = _FIRST + 7 * _SPREAD + 14
_SIGN = 5.0  # half of what marks a crossing there
_TOP, _RAIL = 12, 46  # above the first line: where columns end, and what their resistors hang on
_COLUMN_X, _SWITCH_Y = 12.0, 27.0  # of a square
_ROW_Y = _SWITCH_Y + symbols.ROW_Y


def pins(data: Data) -> tuple[list[int], list[int]]:
    """Return the pin of every rank, and of every file."""
    rows, columns = list(data["rows"][:8]), list(data["columns"])
    return (rows[::-1], columns[::-1]) if data["turned"] else (rows, columns)


def buttons(data: Data) -> dict[int, str]:
    """Return the button at each column pin of the ninth row, if there is one."""
    if len(data["rows"]) < 9:
        return {}
    return {data["columns"][bit.bit_length() - 1]: name for bit, name in NAMES.items()}


def blocks(data: Data) -> list[Block]:
    """Return the matrix as one block: rows run through, columns turn into it."""
    ranks, files = pins(data)
    rows = [Line(pin, f"rank {rank + 1}", "row") for rank, pin in enumerate(ranks)]
    rows += [Line(pin, "buttons", "row") for pin in data["rows"][8:]]
    columns = [Line(pin, FILES[file], "column") for file, pin in enumerate(files)]

    def draw(drawing: Drawing, place: Place) -> list[Tap]:
        # The topmost wire turns first, so that no two of them cross.
        order = sorted(columns, key=lambda line: place.ys[line.gpio])
        xs = {line.gpio: place.x(_FIRST + _SPREAD * at) for at, line in enumerate(order)}
        _rows(drawing, place, rows)
        _columns(drawing, place, order, xs, max(place.ys[line.gpio] for line in rows))
        _crossings(drawing, place, rows, xs, buttons(data))
        return _pull_ups(drawing, place, xs, data["pull_up_ohm"]) if nets else []

    named = [f"{FILES[files.index(pin)]} – {name}" for pin, name in buttons(data).items()]
    nets = (V3,) if data["pull_up_ohm"] else ()
    notes = (f"Buttons, by column: {'; '.join(named)}.",) if named else ()
    above, wide = _RAIL + 4, _END + 60
    return [Block([*rows, *columns], above, 6, draw, is_level=True, wide=wide, nets=nets, notes=notes, key=_SIGNS)]


def _rows(drawing: Drawing, place: Place, rows: Sequence[Line]) -> None:
    for line in rows:
        y = place.ys[line.gpio]
        drawing.line([(place.edge, y), (place.x(_END), y)], "wire row", name=line.name)
        drawing.text(place.x(_END + 6), y + 4, line.name, f"bold{place.anchor()}", gpio=line.gpio)


def _columns(drawing: Drawing, place: Place, columns: Sequence[Line], xs: Mapping[int, float], last_row: float) -> None:
    top = min(place.ys.values()) - _TOP
    for line in columns:
        x, y = xs[line.gpio], place.ys[line.gpio]
        drawing.line([(place.edge, y), (x, y), (x, top)], "wire column", name=line.name)
        if y < last_row:
            drawing.line([(x, y), (x, last_row)], "wire column")
        drawing.text(x + 9, top - 3, line.name, "name middle", gpio=line.gpio)


def _pull_ups(drawing: Drawing, place: Place, xs: Mapping[int, float], ohm: int) -> list[Tap]:
    """Draw a resistor above each column, and what they hang on; return where that goes on outwards."""
    first = min(place.ys.values())
    rail = first - _RAIL
    drawing.line([(place.x(_FIRST), rail), (place.x(_END), rail)], f"wire tap net-{V3}")
    for gpio, x in xs.items():
        with drawing.group("pull-up", column=gpio):
            drawing.line([(x, first - _TOP), (x, rail)], "lead-wire")
            symbols.resistor(drawing, x, rail + 13, 9, 16)
            drawing.dot(x, rail, f"dot net-{V3}")
    drawing.text(place.x(_END), rail + 18, f"8 × {ohm / 1000:g} kΩ", f"word{place.anchor()}")
    return [Tap(V3, place.x(_END), rail)]


def _crossings(
    drawing: Drawing, place: Place, rows: Sequence[Line], xs: Mapping[int, float], pressed: Mapping[int, str]
) -> None:
    for line in rows:
        y = place.ys[line.gpio]
        for gpio, x in xs.items():
            if line.name != "buttons":
                drawing.dot(x, y, "glass", _SIGN, row=line.gpio, column=gpio)
            elif gpio in pressed:
                drawing.box(x - _SIGN, y - _SIGN, 2 * _SIGN, 2 * _SIGN, "glass")


def on_squares(drawing: Drawing, grid: Grid, data: Data) -> None:
    """Draw every switch with its diode, the rows, the columns and the row of buttons."""
    ranks, files = pins(data)
    pressed = buttons(data)
    for file, pin in enumerate(files):
        x = grid.x(file, _COLUMN_X)
        bottom = grid.y(BUTTONS if pin in pressed else 0, _SWITCH_Y)
        drawing.line([(x, grid.top - 20), (x, bottom)], "wire column", gpio=pin)
        grid.label_file(x, pin)
    for rank, pin in enumerate(ranks):
        _row(drawing, grid, rank, pin, range(8))
    for pin in data["rows"][8:]:
        _row(drawing, grid, BUTTONS, pin, [file for file in range(8) if files[file] in pressed])
    for file, pin in enumerate(files):
        for rank in range(8):
            _switch(drawing, grid, file, rank)
        if pin in pressed:
            _switch(drawing, grid, file, BUTTONS)
            for number, word in enumerate(pressed[pin].split()):
                y = grid.y(BUTTONS, _ROW_Y) + 17 + 13 * number
                drawing.text(grid.x(file, 37), y, word, "bold middle", button=pin)


def _row(drawing: Drawing, grid: Grid, rank: int, pin: int, used: Sequence[int]) -> None:
    y = grid.y(rank, _ROW_Y)
    ends = [grid.x(file, _COLUMN_X + symbols.ROW_X) for file in used]
    end = max(ends, key=lambda x: abs(x - grid.label_x))
    drawing.line([(grid.label_x, y), (end, y)], "wire row", gpio=pin)
    grid.label_rank(y, pin)


def _switch(drawing: Drawing, grid: Grid, file: int, rank: int) -> None:
    column = grid.x(file, _COLUMN_X), grid.y(rank, _SWITCH_Y)
    with drawing.group("switch", file=file, rank=rank):
        row = symbols.switch(drawing, column, grid.way, 1, is_reed=rank != BUTTONS)
        drawing.dot(*column, "dot column")
        drawing.dot(*row, "dot row")


def _draw_key(drawing: Drawing, left: float, top: float) -> None:
    column = left + 14, top + 30
    y = column[1] + symbols.ROW_Y * 1.8
    drawing.line([(column[0], top), (column[0], y + 14)], "wire column")
    drawing.line([(left, y), (left + 122, y)], "wire row")
    row = symbols.switch(drawing, column, 1, 1.8, is_reed=True)
    drawing.dot(*column, "dot column", 4.5)
    drawing.dot(*row, "dot row", 4.5)
    x = left + 128
    drawing.text(left + 22, top + 9, "column: its pin reads it; it is pulled up", "word")
    drawing.text(x, column[1] + 4, "reed, closed by a magnet", "word")
    drawing.text(x, column[1] + 38, "1N4148, its ring (the bar)", "word")
    drawing.text(x, column[1] + 52, "on the row's side", "word")
    drawing.text(x, y + 4, "row: its pin pulls it low", "word")


def _draw_signs(drawing: Drawing, left: float, top: float) -> None:
    _draw_key(drawing, left, top)
    drawing.dot(left + 14, top + 150, "glass", _SIGN)
    drawing.text(left + 26, top + 154, "one reed and its diode", "word")
    drawing.box(left + 156 - _SIGN, top + 150 - _SIGN, 2 * _SIGN, 2 * _SIGN, "glass")
    drawing.text(left + 168, top + 154, "one button, likewise", "word")


KEY = Key(_draw_key, 132)
_SIGNS = Key(_draw_signs, 162)
