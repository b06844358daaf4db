# SPDX-License-Identifier: GPL-3.0-or-later
"""The two sides of the module on the sheet of wires: which blocks stand there, and where their wires run.

A block stands where most of its pins are; a wire from the other side goes round below the module.
"""

from collections.abc import Mapping, Sequence

from .blocks import PITCH, Block, Place
from .layout import Wire, place, wires
from .modules import GROUND, V3, V5, Module
from .svg import Point

LEFT, RIGHT = -1, 1
FIRST = 150.0  # height of the first pins
MARGIN = 32.0
MODULE = 160.0  # wide
RAILS = (V3, GROUND, V5)  # from the blocks outwards
_RAIL = 30.0  # from one to the next
_LANE = 12.0  # likewise
_ROUND, _NEXT = 8.0, 5.0  # from the module to the first wire that goes round it, and from one to the next


class Side:
    """`way` is LEFT or RIGHT, `edge` the module's, `pins` the height of each pin as wires of this side see it."""

    def __init__(
        self, way: int, pins: Mapping[int, float], blocks: Sequence[Block], top: float, bottom: float, rounds: int
    ) -> None:
        """rounds: how many wires go from here round the module."""
        self.way = way
        self._lead = 24 + _NEXT * rounds
        self.edge = 0.0
        self.pins = pins
        self._top, self._floor = top, bottom
        self.placed = place(blocks, pins, FIRST, top, bottom)
        self.wires = wires(self.placed, pins)
        self.nets = [net for net in RAILS if any(net in block.nets for block in blocks)]
        self.channel = 24 + self._lead + _LANE * (1 + max((wire.lane for wire in self.wires), default=-1))
        self._blocks = max((block.wide for block in blocks), default=0.0)

    @property
    def wide(self) -> float:
        """How much it takes, from the module to the margin."""
        if not self._blocks:
            return 0
        return self.channel + self._blocks + (_RAIL * len(RAILS) if self.nets else 0)

    @property
    def bottom(self) -> float:
        return max((item.bottom for item in self.placed), default=FIRST)

    def reserve(self, wide: float) -> None:
        """Have room for something so wide beside the blocks' own."""
        self._blocks = max(self._blocks, wide)

    def gap(self, high: float) -> float | None:
        """Return the upper end of the first gap between blocks that is so high."""
        floor = self._top
        for item in self.placed:
            if item.top - floor >= high:
                return floor
            floor = item.bottom + 8
        return floor if self._floor - floor >= high else None

    def block_place(self, ys: Mapping[int, float]) -> Place:
        return Place(self.edge + self.way * self.channel, self.way, ys)

    def rail_x(self, net: str) -> float:
        return self.edge + self.way * (self.channel + self._blocks + 26 + _RAIL * RAILS.index(net))

    def way_of(self, wire: Wire) -> list[Point]:
        """Return the points of a wire from the module's edge to its block."""
        x = self.edge + self.way * (self._lead + _LANE * wire.lane)
        bends = [(x, wire.start), (x, wire.end)] if wire.lane >= 0 else []
        return [(self.edge, wire.start), *bends, (self.edge + self.way * self.channel, wire.end)]


def heights(module: Module, way: int) -> dict[int, float]:
    """Return the height of every pin of the chip on one side."""
    return {pin.gpio: FIRST + PITCH * at for at, pin in enumerate(module.side(way)) if pin.gpio is not None}


def feeding(module: Module, way: int) -> dict[str, float]:
    """Return the height of each net above the first pin of the chip on one side: from there it runs straight."""
    found: dict[str, float] = {}
    for at, pin in enumerate(module.side(way)):
        if pin.gpio is not None:
            break
        if pin.net:
            found.setdefault(pin.net, FIRST + PITCH * at)
    return found


def both(module: Module, blocks: Sequence[Block], bottom: float) -> tuple[Side, Side]:
    """Put every block on its side; `settle` has to follow."""
    own = {way: heights(module, way) for way in (LEFT, RIGHT)}
    chosen: dict[int, list[Block]] = {LEFT: [], RIGHT: []}
    for block in blocks:
        on_left = sum(line.gpio in own[LEFT] for line in block.lines)
        chosen[LEFT if 2 * on_left >= len(block.lines) else RIGHT].append(block)
    foreign = {
        way: [line.gpio for block in chosen[way] for line in block.lines if line.gpio not in own[way]] for way in own
    }
    foot = FIRST + PITCH * (module.count - 1)
    found = []
    for way in (LEFT, RIGHT):
        pins = dict(own[way])
        for gpio in sorted(foreign[way], key=lambda gpio: -own[-way][gpio]):  # the lowest one nearest to the module
            foot += PITCH
            pins[gpio] = foot
        top = max(feeding(module, way).values(), default=FIRST - 70) + 20
        found.append(Side(way, pins, chosen[way], top, bottom, len(foreign[-way])))
    left, right = found
    return left, right


def settle(left: Side, right: Side, width: float) -> float:
    """Put the module between its sides on a sheet that is so wide, or wider; return how wide."""
    spare = max(0, width - 2 * MARGIN - left.wide - right.wide - MODULE)
    left.edge = MARGIN + left.wide + spare * (1 if right.wide else 0.5)  # without a right side in the middle
    right.edge = left.edge + MODULE
    return max(width, right.edge + right.wide + MARGIN)


def round_below(pin_side: Side, side: Side, wire: Wire, height: float, number: int) -> list[Point]:
    """Return the points of a wire from a pin on the other side, at this height there, to its block."""
    x = pin_side.edge + pin_side.way * (_ROUND + _NEXT * number)
    return [(pin_side.edge, height), (x, height), (x, wire.start), *side.way_of(wire)[1:]]
