# SPDX-License-Identifier: GPL-3.0-or-later
"""The sheet of wires: the module with all its pins, the blocks beside it, and a wire for every pin that is used."""

from collections.abc import Sequence

from .blocks import PITCH, Block, Key
from .modules import GROUND, Module, Pin
from .power import draw_feed, feeds, joints
from .sides import FIRST, LEFT, MARGIN, RIGHT, Side, both, heights, round_below, settle
from .svg import A4, Drawing, width, wrapped

_KEY = 270.0  # wide
_COLUMNS = 3  # of notes
_LINE = 14.0
_FOOT = 38.0  # from the last of them to the edge
_BELOW = 84.0  # all of them, of a Pico's sheet


def draw(title: str, module: Module, blocks: Sequence[Block], notes: Sequence[str]) -> Drawing:
    """Draw the sheet, with notes below; InputError if a block's pin is not one of the module's."""
    for block in blocks:
        for line in block.lines:
            module.pin(line.gpio)
    high, wide = float(A4[0]), float(A4[1])
    high = A4[0]
    left, right = both(module, blocks, high - _BELOW)
    keys = [_room_for(block.key, left, right) for block in blocks if block.key]
    wide = settle(left, right, A4[1])
    foot = FIRST + PITCH * (module.count - 1) + (12 if module.socket == "up" else 40)
    low = max([foot, left.bottom, right.bottom, *left.pins.values(), *right.pins.values()])
    low = max([low, *(top + key.high for key, _, top in keys)])
    columns = _columns(notes, (wide - 2 * MARGIN) / _COLUMNS - 20)
    more = _LINE * (max(map(len, columns)) - 1)
    strip = max(low + 18, high - _FOOT - more)
    drawing = Drawing(title, True, (wide, strip + more + _FOOT))
    fed = {side: feeds(module, side, other) for side, other in ((left, right), (right, left))}
    used = {line.gpio for block in blocks for line in block.lines}
    _draw_module(drawing, module, left.edge, right.edge, used, {feed.pin for found in fed.values() for feed in found})
    for side, other in ((left, right), (right, left)):
        _draw_wires(drawing, module, side, other)
        taps = [tap for item in side.placed for tap in item.block.draw(drawing, side.block_place(item.ys))]
        for feed in fed[side]:
            draw_feed(drawing, feed, taps)
    for joint in joints([feed for found in fed.values() for feed in found]):
        drawing.dot(joint.x, joint.y, f"dot net-{joint.net}", 4)
    for key, side, top in keys:
        key.draw(drawing, side.block_place({}).left(0, _KEY), top)
    for number, lines in enumerate(columns):
        for at, text in enumerate(lines):
            x = MARGIN + number * (wide - 2 * MARGIN) / _COLUMNS
            drawing.text(x, strip + _LINE * at, text, "word")
    return drawing


def _room_for(key: Key, left: Side, right: Side) -> tuple[Key, Side, float]:
    """Return a key with where it fits: in a gap between blocks, else below them."""
    for side in (right, left):
        gap = side.gap(key.high)
        if gap is not None:
            side.reserve(_KEY)
            return key, side, gap
    right.reserve(_KEY)
    return key, right, right.bottom + 8


def _columns(notes: Sequence[str], room: float) -> list[list[str]]:
    """Share out notes, as lines no wider than `room`, to columns that are about as long as each other."""
    columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
    for note in notes:
        min(columns, key=len).extend(wrapped(note, "word", room))
    return columns


def _draw_wires(drawing: Drawing, module: Module, side: Side, other: Side) -> None:
    own, foreign = heights(module, side.way), heights(module, -side.way)
    number = 0
    for wire in side.wires:
        points = side.way_of(wire)
        if wire.gpio not in own:
            points = round_below(other, side, wire, foreign[wire.gpio], number)
            number += 1
        drawing.line(points, "halo")
        drawing.line(points, f"wire {wire.kind}", gpio=wire.gpio)


def _draw_module(
    drawing: Drawing, module: Module, left: float, right: float, used: set[int], feeding: set[Pin]
) -> None:
    top, bottom = FIRST - 34, FIRST + PITCH * (module.count - 1) + 22
    middle = (left + right) / 2
    socket = top - 14 if module.socket == "up" else bottom - 12
    drawing.box(left, top, right - left, bottom - top, "body", 9)
    drawing.box(middle - 26, socket, 52, 26, "box", 3)
    drawing.text(middle, socket + 17, "USB", "bold middle")
    drawing.text(middle + 7, (top + bottom) / 2, module.title, "module middle", turn=-90)
    for way, edge in ((LEFT, left), (RIGHT, right)):
        pad = 10 + max(width(pin.number, "pin") for pin in module.left + module.right)
        for at, pin in enumerate(module.side(way)):
            _draw_pin(drawing, pin, way, edge, FIRST + PITCH * at, pad, pin.gpio in used or pin in feeding)


def _draw_pin(drawing: Drawing, pin: Pin, way: int, edge: float, y: float, pad: float, is_used: bool) -> None:
    kind = "ground" if pin.net == GROUND else "used" if is_used else "unused"
    data = {} if pin.gpio is None else {"gpio": pin.gpio}
    with drawing.group("part", pin=pin.number, **data):
        drawing.box(edge if way < 0 else edge - pad, y - 8, pad, 16, f"pad {kind}", 3)
        number = "inverse" if kind == "ground" else kind
        drawing.text(edge - way * pad / 2, y + 3.5, pin.number, f"pin middle {number}")
    shown = "used" if is_used else kind
    drawing.text(edge - way * (pad + 5), y + 3.5, pin.name, f"pin {shown}{' end' if way > 0 else ''}")
