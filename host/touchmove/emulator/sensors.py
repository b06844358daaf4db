# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual diode matrix of reeds and buttons on the chip's pins.

It knows only electricity: a column is low while some row that is driven low has a closed switch in it. With a diode
at each switch there are no ghosts.
"""

from collections.abc import Callable, Sequence

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040


class Reeds:
    """`rows` and `columns` are pins; row r of `closed` has bit c set where the switch at (r, c) is closed."""

    def __init__(self, mcu: RP2040, rows: Sequence[int], columns: Sequence[int]) -> None:
        self._columns = [mcu.gpio[pin] for pin in columns]
        self._closed = [0] * len(rows)
        self._driven = 0  # bit r: row r is driven low
        self._low = 0  # bit c: column c is pulled low
        for row, pin in enumerate(rows):
            mcu.gpio[pin].add_listener(self._listener(row))

    def close(self, closed: bytes) -> None:
        """Set all switches: one byte a row."""
        self._closed[: len(closed)] = closed
        self._settle()

    def _listener(self, row: int) -> Callable[[GPIOPinState, GPIOPinState], None]:
        bit = 1 << row

        def on_change(state: GPIOPinState, _: GPIOPinState) -> None:
            self._driven = self._driven | bit if state == GPIOPinState.LOW else self._driven & ~bit
            self._settle()

        return on_change

    def _settle(self) -> None:
        low, driven, row = 0, self._driven, 0
        while driven:
            if driven & 1:
                low |= self._closed[row]
            driven >>= 1
            row += 1
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
