# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual chain of 64 WS2812 lights, decoded from the waveform on its pin."""

from collections.abc import Callable

from rp2040py.external.ws2812 import Ws2812
from rp2040py.rp2040 import RP2040


class Chain:
    """`frame` is what shines: 192 bytes R, G, B from a1. `order[n]` is the square of the n-th light."""

    def __init__(self, mcu: RP2040, pin: int, order: bytes, on_frame: Callable[[], None]) -> None:
        self.frame = bytes(192)
        self.frames = 0
        self._order = order
        self._on_frame = on_frame
        self._wire = Ws2812(pin, on_pixels=self._on_pixels)
        self._wire.attach(mcu)

    def _on_pixels(self, pixels: list[tuple[int, ...]]) -> None:
        frame = bytearray(self.frame)  # a short frame leaves the rest of the chain as it was
        for square, pixel in zip(self._order, pixels, strict=False):
            frame[3 * square : 3 * square + 3] = bytes(pixel)
        self.frame = bytes(frame)
        self.frames += 1
        self._on_frame()
