# SPDX-License-Identifier: GPL-3.0-or-later
"""An I2C bus of the chip with parts on it. It takes the time that its bits take, which the emulator's own does not."""

from collections.abc import Callable, Mapping
from typing import Protocol

from rp2040py.peripherals.i2c import I2CMode
from rp2040py.rp2040 import RP2040

_TX_EMPTY = 1 << 4  # RP2040 datasheet 4.3.17, IC_RAW_INTR_STAT
_CLOCK_HERTZ = 125e6


class Part(Protocol):
    """What hangs on the bus and is only written to."""

    def take(self, data: bytes) -> None:
        """Take the bytes of a transfer, without its address."""


class Bus:
    """unit: the number of the chip's controller. `parts`: by address; where there is none, nobody acknowledges."""

    def __init__(self, mcu: RP2040, unit: int, parts: Mapping[int, Part]) -> None:
        self.parts = parts
        self._i2c = mcu.i2c[unit]
        self._part: Part | None = None
        self._written = bytearray()
        self._job: Callable[[], None] = lambda: None
        self._later = mcu.clock.create_alarm(lambda: self._job())
        self._i2c.on_connect = self._on_connect
        self._i2c.on_write_byte = self._on_byte
        self._i2c.on_stop = self._on_stop

    def _after(self, bits: int, job: Callable[[], None]) -> None:
        cycles = self._i2c.scl_high_period + self._i2c.scl_low_period
        self._job = job
        self._later.schedule(bits * cycles * 1e9 / _CLOCK_HERTZ)

    def _on_connect(self, address: int, mode: I2CMode) -> None:
        self._part = self.parts.get(address)
        self._written.clear()
        self._after(10, self._acknowledge)  # start, address, acknowledgement

    def _acknowledge(self) -> None:
        self._i2c.complete_connect(self._part is not None)
        if self._part is None:  # what was to be sent has been dropped; the emulator forgets to say that none is left
            self._i2c.int_raw |= _TX_EMPTY

    def _on_byte(self, byte: int) -> None:
        self._written.append(byte)
        self._after(9, lambda: self._i2c.complete_write(True))

    def _on_stop(self) -> None:
        if self._part is not None and self._written:
            self._part.take(bytes(self._written))
        self._written.clear()
        self._i2c.complete_stop()
