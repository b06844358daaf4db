# SPDX-License-Identifier: GPL-3.0-or-later
"""All sheets of a board: its wires, and its squares from below and from above."""

from dataclasses import dataclass
from types import ModuleType

from ..errors import InputError
from . import diagram
from .blocks import Data
from .modules import MODULES, Module
from .parts import INSIDE, PARTS, Part, all_blocks
from .sides import MARGIN
from .squares import Grid, draw_squares, name_squares
from .svg import Drawing

_LINE = 14


@dataclass(frozen=True)
class Wired:
    """What of a board can be drawn; `left_out` names its other parts, as kind and part."""

    name: str
    module: Module
    parts: list[tuple[Part, Data]]
    left_out: list[str]
    lights_ma: int


def wired(board: ModuleType) -> Wired:
    """Look up a board's module and parts; InputError if there is nothing to wire, or no module to wire it to."""
    kinds = {kind: part for kind, part in board.PARTS.items() if kind not in INSIDE}
    if all(part == "virtual" for part, _ in kinds.values()):
        raise InputError(f"There is nothing to wire on the board {board.NAME!r}: all its parts are virtual.")
    module = getattr(board, "MODULE", None)
    if module not in MODULES:
        names = f"names the module {module!r}" if module else "names no module"
        raise InputError(f"boards/{board.NAME}.py {names}: MODULE has to be one of {', '.join(MODULES)}.")
    data: dict[str, Data] = {kind: {**_shared(board, own), **own} for kind, (_, own) in kinds.items()}
    parts = [(PARTS[kind, part], data[kind]) for kind, (part, _) in kinds.items() if (kind, part) in PARTS]
    left_out = [f"{kind} {part}" for kind, (part, _) in kinds.items() if (kind, part) not in PARTS]
    return Wired(board.NAME, MODULES[module], parts, left_out, board.LIGHTS_MA)


def _shared(board: ModuleType, data: Data) -> Data:
    """Return what a part has of its board: one on a bus that bus's pins, a matrix what pulls its columns up."""
    found: Data = board.PARTS[data["bus"]][1] if "bus" in data else {}
    return {**found, "pull_up_ohm": getattr(board, "PULL_UP_OHM", 0)} if "columns" in data else found


def draw(found: Wired) -> dict[str, str]:
    """Return the SVG of each sheet by its name: `wiring`, and if any part lies under squares, `below` and `above`."""
    drawn = {"wiring": _wires(found)}
    if any(part.on_squares for part, _ in found.parts):
        drawn["below"] = _squares(found, is_below=True)
        drawn["above"] = _squares(found, is_below=False)
    return drawn


def _wires(found: Wired) -> str:
    blocks = all_blocks(found.parts)
    notes = [note for block in blocks for note in block.notes]
    notes += [
        "The pins GND are joined on the module.",
        f"The firmware lets lights draw {found.lights_ma} mA together at the most.",
        *_missing(found),
    ]
    drawing = diagram.draw(f"Wiring of {found.name}", found.module, blocks, notes)
    socket = f"seen from above, its USB socket {found.module.socket}"
    joints = "Lines cross without a joint unless there is a dot."
    _frame(drawing, found, "wiring", f"{found.module.title}, {socket}. {joints}")
    return drawing.render()


def _squares(found: Wired, is_below: bool) -> str:
    side = "below" if is_below else "above"
    drawing = Drawing(f"Squares of {found.name}, seen from {side}", False)
    first = next((part.first(data) for part, data in found.parts if part.first), 0)
    grid = Grid(drawing, found.module, is_below, labels_at_h=first & 7 < 4)
    draw_squares(drawing, grid)
    for part, data in found.parts:
        if part.on_squares:
            part.on_squares(drawing, grid, data)
    name_squares(drawing, grid)
    left = MARGIN + 10
    for part, _ in found.parts:
        if part.key:
            part.key.draw(drawing, left, drawing.height - 182)
            left += 390
    notes = ["A dot is a joint; lines without one only cross.", *_missing(found)]
    for at, note in enumerate(reversed(notes)):
        drawing.text(drawing.width - MARGIN, drawing.height - 56 - _LINE * at, note, "word end")
    lead = (
        "As you solder it: the board turned over sideways, like a page; White's side is still towards you."
        if is_below
        else "As you play on it: the same wires, seen through the board."
    )
    _frame(drawing, found, f"squares from {side}", lead)
    return drawing.render()


def _frame(drawing: Drawing, found: Wired, sheet: str, lead: str) -> None:
    drawing.text(MARGIN, 48, f"{found.name}: {sheet}", "title")
    drawing.text(MARGIN, 67, lead, "lead")
    source = f"Drawn by touchmove wiring {found.name} from boards/{found.name}.py"
    drawing.text(MARGIN, drawing.height - 16, source, "foot")


def _missing(found: Wired) -> list[str]:
    return [f"Not drawn, for its wires are not known here: {part}." for part in found.left_out]
