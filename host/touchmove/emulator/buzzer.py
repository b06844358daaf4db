# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual buzzer: the tone is what the edges on its pin say."""

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

_SILENT_NS = 30e6  # no tone is as low as this
_SAME = 0.02  # one tone, as far as ears and timers go


class Buzzer:
    """`tones`: hertz of all that was heard so far, 0 for a silence between two of them."""

    def __init__(self, mcu: RP2040, pin: int) -> None:
        self.tones: list[int] = []
        self._clock = mcu.clock
        self._rose_nanos = 0.0
        self._hertz = 0.0  # of the last period
        mcu.gpio[pin].add_listener(self._on_edge)

    def _on_edge(self, state: GPIOPinState, _: GPIOPinState) -> None:
        if state != GPIOPinState.HIGH:
            return
        now, before = self._clock.nanos, self._rose_nanos
        self._rose_nanos = now
        if not before:
            return
        if now - before > _SILENT_NS:
            self.tones.append(0)
            return
        last, self._hertz = self._hertz, 1e9 / (now - before)
        if self._is_same(last) and not (self.tones and self._is_same(self.tones[-1])):
            self.tones.append(round(self._hertz))

    def _is_same(self, hertz: float) -> bool:
        return abs(self._hertz - hertz) <= _SAME * hertz
