# SPDX-License-Identifier: GPL-3.0-or-later
"""What feeds the parts on the sheet of wires: from a pin of the module to a rail beside the blocks."""

from collections.abc import Sequence
from typing import NamedTuple

from .blocks import PITCH, Tap
from .modules import GROUND, V3, V5, Module, Pin
from .sides import FIRST, Side, feeding
from .svg import Drawing, Point

NAMES = {V5: "5 V", V3: "3V3", GROUND: "GND"}
_ROOF = FIRST - 60  # of what goes round above the module


class Feed(NamedTuple):
    """A net on one side: the pin that gives it, and the way from there to the upper end of its rail."""

    net: str
    pin: Pin
    points: list[Point]


def feeds(module: Module, side: Side, other: Side) -> list[Feed]:
    """Return how each net that a side needs gets there: straight from a pin above the blocks, or round the module."""
    found = []
    straight = feeding(module, side.way)
    for number, net in enumerate(side.nets):
        x = side.rail_x(net)
        if net in straight:
            y = straight[net]
            pin = module.side(side.way)[round((y - FIRST) / PITCH)]
            found.append(Feed(net, pin, [(side.edge, y), (x, y)]))
            continue
        for source in (side, other):
            pins = [(at, pin) for at, pin in enumerate(module.side(source.way)) if pin.net == net]
            if pins:
                at, pin = pins[0]
                y, roof = FIRST + PITCH * at, _ROOF - 7 * number
                lane = source.edge + source.way * (source.channel - 8 - 8 * number)
                found.append(Feed(net, pin, [(source.edge, y), (lane, y), (lane, roof), (x, roof)]))
                break
    return found


def joints(found: Sequence[Feed]) -> list[Tap]:
    """Return where a feed that goes round the module leaves the one that runs straight from the same pin."""
    straight = {feed.pin for feed in found if len(feed.points) == 2}
    return [Tap(feed.net, *feed.points[1]) for feed in found if len(feed.points) > 2 and feed.pin in straight]


def draw_feed(drawing: Drawing, feed: Feed, taps: Sequence[Tap]) -> None:
    """Draw a rail down to the last part that it feeds, and its way to each."""
    x, top = feed.points[-1]
    taps = [tap for tap in taps if tap.net == feed.net]
    low = max(tap.y for tap in taps)
    drawing.line([*feed.points, (x, low)], "halo")
    drawing.line([*feed.points, (x, low)], f"wire net-{feed.net}", net=feed.net, pin=feed.pin.number)
    drawing.text(x - 5, top + 10, NAMES[feed.net], "bold end", turn=-90)
    for tap in taps:
        drawing.line([(tap.x, tap.y), (x, tap.y)], "halo")
        drawing.line([(tap.x, tap.y), (x, tap.y)], f"wire tap net-{feed.net}", tap=feed.net)
    for tap in taps:
        drawing.dot(x, tap.y, f"dot net-{feed.net}", 4)
