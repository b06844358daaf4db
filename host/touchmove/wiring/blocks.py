# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands beside the module on the sheet of wires: blocks, each with the lines that come to it from the module.

Most parts need no more than `devices`: boxes that all hang on the same lines. A part that looks otherwise brings its
own `draw`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .svg import Drawing, width, wrapped

Data = Mapping[str, Any]  # a part's data, as a board has them

PITCH = 30  # from pin to pin, and from line to line
WIDE = 282  # a block
REACH = 13  # of a box above its first line and below its last
_STEP = 15  # from one line that goes down to several devices to the next


class Line(NamedTuple):
    """A wire from a pin to a part: its number in the chip, its name at the part, its kind in `svg.STYLE`."""

    gpio: int
    name: str
    kind: str


class Device(NamedTuple):
    """A box of its own: what it is, a few words more, and the nets that feed it."""

    title: str
    words: str
    nets: tuple[str, ...]


class Key(NamedTuple):
    """What explains the signs of a part: how to draw it from a left upper corner, and how high it is; 270 wide."""

    draw: Callable[[Drawing, float, float], None]
    high: float


class Tap(NamedTuple):
    """Where a net has to come to."""

    net: str
    x: float
    y: float


class Place(NamedTuple):
    """Where a block is: its edge that faces the module, 1 if it is to the right of that, else -1, each line's y."""

    edge: float
    way: int
    ys: Mapping[int, float]

    def x(self, away: float) -> float:
        """Return what lies so far from the edge."""
        return self.edge + self.way * away

    def left(self, away: float, wide: float) -> float:
        """Return the left edge of what begins so far from the edge and is so wide."""
        return min(self.x(away), self.x(away + wide))

    def anchor(self, outward: bool = True) -> str:
        """Return the kind of a text that runs away from the module, or towards it."""
        return "" if (self.way > 0) == outward else " end"


@dataclass
class Block:
    """`above` and `below`: what it needs beyond its first and its last line. `draw` returns where nets have to come."""

    lines: Sequence[Line]
    above: float
    below: float
    draw: Callable[[Drawing, Place], list[Tap]]
    is_level: bool = False  # every line stays as high as its pin, so it runs straight
    wide: float = WIDE
    nets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    key: Key | None = None


def devices(lines: Sequence[Line], boxes: Sequence[Device], notes: Sequence[str] = ()) -> Block:
    """Return a block of devices that hang on the same lines."""
    high = PITCH * (max(len(lines), *(len(box.nets) for box in boxes)) - 1)
    more = (len(boxes) - 1) * (high + PITCH)

    def draw(drawing: Drawing, place: Place) -> list[Tap]:
        taps: list[Tap] = []
        inset = _STEP * len(lines) + 12 if len(boxes) > 1 else 0
        order = sorted(lines, key=lambda line: place.ys[line.gpio])
        for number, box in enumerate(boxes):
            down = number * (high + PITCH)
            taps += _box(drawing, place, box, order, inset, high, down)
            for at, line in enumerate(order if inset else ()):
                y, knee = place.ys[line.gpio], place.x(_STEP * (len(lines) - at))
                if number == 0:
                    drawing.line([(place.edge, y), (place.x(inset), y)], f"wire {line.kind}")
                else:
                    drawing.line([(knee, y), (knee, y + down), (place.x(inset), y + down)], f"wire {line.kind}")
                    drawing.dot(knee, y + down - (high + PITCH), f"dot {line.kind}")
        return taps

    nets = tuple(dict.fromkeys(net for box in boxes for net in box.nets))
    return Block(lines, REACH, high - PITCH * (len(lines) - 1) + more + REACH, draw, nets=nets, notes=tuple(notes))


def _box(
    drawing: Drawing, place: Place, box: Device, lines: Sequence[Line], inset: float, high: float, down: float
) -> list[Tap]:
    top = min(place.ys[line.gpio] for line in lines) + down
    with drawing.group("part"):
        drawing.box(place.left(inset, WIDE - inset), top - REACH, WIDE - inset, high + 2 * REACH, "box", 5)
        for line in lines:
            y = place.ys[line.gpio] + down + 4
            drawing.text(place.x(inset + 8), y, line.name, f"word{place.anchor()}", gpio=line.gpio)
        names = inset + 20 + max(width(line.name, "word") for line in lines)
        nets = 20 + max((width(net, "word") for net in box.nets), default=0)
        _describe(drawing, place, box, names, WIDE - nets, top + high / 2, is_flat=not high)
        taps = []
        for number, net in enumerate(box.nets):
            y = top + (high * number / (len(box.nets) - 1) if len(box.nets) > 1 else high / 2)
            drawing.text(place.x(WIDE - 8), y + 4, net, f"word{place.anchor(outward=False)}")
            taps.append(Tap(net, place.x(WIDE), y))
    return taps


def _describe(
    drawing: Drawing, place: Place, box: Device, start: float, end: float, middle: float, is_flat: bool
) -> None:
    """Write title and words between start and end; is_flat: beside each other, for there is only one line."""
    beside = width(box.title, "name") + 8 if is_flat else 0
    lines = wrapped(box.words, "word", end - start - beside)
    y = middle + 4.5 - (0 if is_flat else 7 * len(lines))
    drawing.text(place.x(start), y, box.title, f"name{place.anchor()}")
    for number, text in enumerate(lines):
        below = 0 if is_flat else 14 * (number + 1)
        drawing.text(place.x(start + beside), y + below, text, f"word{place.anchor()}")
