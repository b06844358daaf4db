# SPDX-License-Identifier: GPL-3.0-or-later
"""Where blocks and wires lie on the sheet of wires: each block as near to its pins as it fits, each wire in a lane.

Pins lie at whole steps of PITCH. Lines of a block that does not lie level with its pins lie half-way between steps, so
no wire ever runs along another one.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .blocks import PITCH, Block

GAP = 4.0


@dataclass
class Wire:
    """From a pin's height to a line's; `lane` counts from the module, -1 if it goes straight."""

    gpio: int
    kind: str
    start: float
    end: float
    lane: int = -1


class Placed:
    """A block, and the height of each of its lines by pin."""

    def __init__(self, block: Block, pins: Mapping[int, float]) -> None:
        self.block = block
        order = sorted((line.gpio for line in block.lines), key=lambda gpio: pins[gpio])
        first = pins[order[0]]
        self.ys = {gpio: pins[gpio] if block.is_level else first + PITCH * at for at, gpio in enumerate(order)}
        if any(y != pins[gpio] for gpio, y in self.ys.items()):  # its pins are no neighbours
            self.move(PITCH / 2)

    @property
    def top(self) -> float:
        return min(self.ys.values()) - self.block.above

    @property
    def bottom(self) -> float:
        return max(self.ys.values()) + self.block.below

    def move(self, by: float) -> None:
        self.ys = {gpio: y + by for gpio, y in self.ys.items()}

    def move_between(self, by: float, base: float, rounded: Callable[[float], int]) -> None:
        """Move by so much, and on to the next height, up or down, where lines lie between pins."""
        first = min(self.ys.values())
        self.move(base + (rounded((first + by - base) / PITCH - 0.5) + 0.5) * PITCH - first)


def place(blocks: Sequence[Block], pins: Mapping[int, float], base: float, top: float, bottom: float) -> list[Placed]:
    """Put blocks one below the other in the order of their pins.

    pins: the height of each by its number in the chip; base: that of the first. Where there is too little room between
    top and bottom, they go on below.
    """
    placed = sorted((Placed(block, pins) for block in blocks), key=lambda item: min(item.ys.values()))
    floor = top
    for item in placed:
        if item.top < floor:
            item.move_between(floor - item.top, base, math.ceil)
        floor = item.bottom + GAP
    needed = sum(item.bottom - item.top + GAP + PITCH for item in placed)
    ceiling = max(bottom, top + needed)
    for item in reversed(placed):
        if item.bottom > ceiling:
            item.move_between(ceiling - item.bottom, base, math.floor)
        ceiling = item.top - GAP
    return placed


def wires(placed: Sequence[Placed], pins: Mapping[int, float]) -> list[Wire]:
    """Return a wire for every line, in lanes that keep those apart whose heights overlap."""
    found = [
        Wire(line.gpio, line.kind, pins[line.gpio], item.ys[line.gpio]) for item in placed for line in item.block.lines
    ]
    # Those that go down nest from the lowest one on, those that go up from the highest one.
    down = sorted((wire for wire in found if wire.end > wire.start), key=lambda wire: -wire.start)
    up = sorted((wire for wire in found if wire.end < wire.start), key=lambda wire: wire.start)
    done: list[Wire] = []
    for wire in [*down, *up]:
        wire.lane = 1 + max((other.lane for other in done if _overlap(wire, other)), default=-1)
        done.append(wire)
    return found


def _overlap(wire: Wire, other: Wire) -> bool:
    low, high = sorted((wire.start, wire.end))
    other_low, other_high = sorted((other.start, other.end))
    return low <= other_high and other_low <= high
