# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual chain of 64 WS2812 lights, decoded from the waveform on its pin."""

from collections.abc import Callable

from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040


class Chain:
    """`frame` is what shines: 192 bytes R, G, B from a1. `order[n]` is the square of the n-th light.

    `began_ms`, `ended_ms`: the chip's time at the first and the last edge of that frame.
    """

    def __init__(self, mcu: RP2040, pin: int, order: bytes, on_frame: Callable[[], None]) -> None:
        self.frame = bytes(192)
        self.frames = 0
        self.began_ms = self.ended_ms = 0.0
        self._order = order
        self._on_frame = on_frame
        self._wire = Ws2812(pin, on_pixels=self._on_pixels)
        self._wire.attach(mcu)
        self._clock = mcu.clock
        self._first_nanos = self._last_nanos = 0.0
        mcu.gpio[pin].add_listener(self._on_edge)

    def cut(self) -> None:
        """Lose power: every light goes out."""
        self.frame = bytes(192)

    def _on_edge(self, state: GPIOPinState, _: GPIOPinState) -> None:
        if state == GPIOPinState.HIGH and not self._first_nanos:
            self._first_nanos = self._clock.nanos
        self._last_nanos = self._clock.nanos

    def _on_pixels(self, pixels: list[tuple[int, ...]]) -> None:
        frame = bytearray(self.frame)  # a short frame leaves the rest of the chain as it was
        for square, pixel in zip(self._order, pixels, strict=False):
            frame[3 * square : 3 * square + 3] = bytes(pixel)
        self.frame = bytes(frame)
        self.frames += 1
        self.began_ms, self.ended_ms = self._first_nanos / 1e6, self._last_nanos / 1e6
        self._first_nanos = 0.0
        self._on_frame()
