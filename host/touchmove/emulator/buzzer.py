# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual buzzer: the tone is what the edges on its pin say."""

from collections.abc import Callable

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

_SILENT_NS = 30e6  # no tone is as low as this
_SAME = 0.02  # one tone, as far as ears and timers go


class Buzzer:
    """`tones`: hertz of all that was heard so far, 0 for the silence after it."""

    def __init__(self, mcu: RP2040, pin: int, on_change: Callable[[], None]) -> None:
        self.tones: list[int] = []
        self._on_change = on_change
        self._clock = mcu.clock
        self._silence = mcu.clock.create_alarm(self._on_silence)
        self._rose_nanos = 0.0  # 0: it is silent
        self._hertz = 0.0  # of the last period
        mcu.gpio[pin].add_listener(self._on_edge)

    def _on_edge(self, state: GPIOPinState, _: GPIOPinState) -> None:
        if state != GPIOPinState.HIGH:
            return
        self._silence.schedule(_SILENT_NS)
        before, self._rose_nanos = self._rose_nanos, self._clock.nanos
        if not before:
            return
        last, self._hertz = self._hertz, 1e9 / (self._rose_nanos - before)
        if self._is_same(last) and not (self.tones and self._is_same(self.tones[-1])):
            self._hear(round(self._hertz))

    def _on_silence(self) -> None:
        self._rose_nanos = self._hertz = 0.0
        if self.tones and self.tones[-1]:
            self._hear(0)

    def _hear(self, hertz: int) -> None:
        self.tones.append(hertz)
        self._on_change()

    def _is_same(self, hertz: float) -> bool:
        return abs(self._hertz - hertz) <= _SAME * hertz
