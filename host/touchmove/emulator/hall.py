# SPDX-License-Identifier: GPL-3.0-or-later
"""Virtual Hall sensors behind multiplexers on an input of the chip's converter, and buttons on pins of their own."""

from collections.abc import Mapping, Sequence
from typing import Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

FIRST_ADC = 26  # the pin of the converter's first input


class Magnets:
    """`sensors`: the data of the part, as boards/ has them; `buttons`: the pins."""

    def __init__(self, mcu: RP2040, sensors: Mapping[str, Any], buttons: Sequence[int]) -> None:
        self._inputs = mcu.adc.channel_values
        self._sensors = sensors
        self._levels = [sensors["rest"]] * 64
        self._buttons = [mcu.gpio[pin] for pin in buttons]
        self._select = [mcu.gpio[pin] for pin in sensors["select"]]
        self._enable = [mcu.gpio[pin] for pin in sensors["enable"]]
        for pin in self._select + self._enable:
            pin.add_listener(self._on_change)

    def close(self, closed: bytes) -> None:
        """Put men on squares, one byte a rank, and fingers on buttons. Every other man has his other pole below."""
        rest, threshold = self._sensors["rest"], self._sensors["threshold"]
        for n, square in enumerate(self._sensors["order"]):
            is_there = closed[square >> 3] >> (square & 7) & 1
            self._levels[n] = rest + is_there * threshold * (2 if square & 1 else -2)
        for bit, pin in enumerate(self._buttons):
            if closed[8] >> bit & 1:
                pin.set_input_value(False)
            else:
                pin.release_input()  # back to the pull-up that the firmware has set
        self._settle()

    def _on_change(self, _state: GPIOPinState, _last: GPIOPinState) -> None:
        self._settle()

    def _settle(self) -> None:
        """Let the multiplexer that is enabled drive the input; without one it is pulled down."""
        level = 0
        channel = sum(1 << bit for bit, pin in enumerate(self._select) if pin.value == GPIOPinState.HIGH)
        for chip, pin in enumerate(self._enable):
            if pin.value == GPIOPinState.LOW:
                level = self._levels[16 * chip + channel]
        self._inputs[self._sensors["adc"] - FIRST_ADC] = level
