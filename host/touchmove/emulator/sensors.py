# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual diode matrix of reeds and buttons on the chip's pins.

It knows only electricity: a column is low while some row that is low has a closed switch in it. A diode lets current
run from column to row only; where it is missing, a column that is low pulls the row low as well, and with it every
other column that has a closed switch there. So three closed switches make a fourth read closed.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040


class Reeds:
    """`rows` and `columns` are pins; row r of `closed` has bit c set where the switch at (r, c) is closed.

    missing: squares whose switch has no diode. bounce_ms: so long a switch that changes may chatter, 0 for ideal ones.
    """

    def __init__(
        self,
        mcu: RP2040,
        rows: Sequence[int],
        columns: Sequence[int],
        random: Random,
        missing: Collection[int] = (),
        bounce_ms: float = 0,
    ) -> None:
        self._columns = [mcu.gpio[pin] for pin in columns]
        self._closed = [0] * len(rows)
        self._backwards = [0] * len(rows)  # bit c: the switch at (r, c) has no diode
        for square in missing:
            self._backwards[square >> 3] |= 1 << (square & 7)
        self._driven = 0  # bit r: row r is driven low
        self._low = 0  # bit c: column c is pulled low
        self._clock = mcu.clock
        self._bounce_nanos = bounce_ms * 1e6
        self._random = random
        self._edges: list[tuple[float, int, int]] = []  # moment, row, switches that change then; the last one first
        self._next_edge = mcu.clock.create_alarm(self._on_edge)
        for row, pin in enumerate(rows):
            mcu.gpio[pin].add_listener(self._listener(row))

    def close(self, closed: bytes) -> None:
        """Set all switches: one byte a row. Those that chatter come to rest within the time for that."""
        now = self._clock.nanos
        for _, row, switches in self._edges:
            self._closed[row] ^= switches
        self._edges.clear()
        for row, wanted in enumerate(closed):
            changes = self._closed[row] ^ wanted
            self._closed[row] = wanted
            for bit in range(8) if self._bounce_nanos else ():
                if changes >> bit & 1:
                    edges = [self._random.uniform(0, self._bounce_nanos) for _ in range(2 * self._random.randrange(4))]
                    self._edges += [(now + edge, row, 1 << bit) for edge in edges]
        self._edges.sort(reverse=True)
        self._settle()
        self._schedule()

    def _on_edge(self) -> None:
        _, row, switches = self._edges.pop()
        self._closed[row] ^= switches
        self._settle()
        self._schedule()

    def _schedule(self) -> None:
        if self._edges:
            self._next_edge.schedule(max(0.0, self._edges[-1][0] - self._clock.nanos))

    def _listener(self, row: int) -> Callable[[GPIOPinState, GPIOPinState], None]:
        bit = 1 << row

        def on_change(state: GPIOPinState, _: GPIOPinState) -> None:
            self._driven = self._driven | bit if state == GPIOPinState.LOW else self._driven & ~bit
            self._settle()

        return on_change

    def _settle(self) -> None:
        low = self._pulled_low()
        changed = low ^ self._low
        if not changed:
            return
        self._low = low
        for column, pin in enumerate(self._columns):
            if changed >> column & 1:
                if low >> column & 1:
                    pin.set_input_value(False)
                else:
                    pin.release_input()  # back to the pull-up the firmware has set, or not set

    def _pulled_low(self) -> int:
        """Return the columns that are low, a bit each."""
        low, rows = 0, self._driven
        new = rows
        while new:
            row = (new & -new).bit_length() - 1
            new &= new - 1
            low |= self._closed[row]
            if any(self._backwards):
                for other, backwards in enumerate(self._backwards):
                    if low & self._closed[other] & backwards and not rows >> other & 1:
                        rows |= 1 << other
                        new |= 1 << other
        return low
