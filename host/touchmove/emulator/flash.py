# SPDX-License-Identifier: GPL-3.0-or-later
"""Flash that takes its time: without it a journal looks free, and it is the slowest thing on the board.

rp2040py erases and programs in no time. The chip stands still meanwhile (the firmware switches interrupts off), so
emulated time simply jumps.
"""

from rp2040py.rp2040 import RP2040

_SECTOR_ERASE, _BLOCK_ERASE, _PAGE_PROGRAM = 0x20, 0xD8, 0x02

# Datasheet W25Q16JV, typical: sector (4 KB) erase 45 ms, block (64 KB) erase 150 ms, page program 0.4 ms; the Pico adds
# the way into and out of the serial mode.
_NANOS = {_SECTOR_ERASE: 45_000_000, _BLOCK_ERASE: 150_000_000, _PAGE_PROGRAM: 500_000}


class SlowFlash:
    """Wraps the flash behind rp2040py's serial interface; counts what was done to it."""

    def __init__(self, mcu: RP2040) -> None:
        self.erases = 0
        self.programs = 0
        self._clock = mcu.clock
        self._ssi = mcu.ssi
        self._apply = mcu.ssi._apply_command
        mcu.ssi._apply_command = self._on_command  # type: ignore[method-assign]  # the only seam there is

    def _on_command(self) -> None:
        # A command is applied when chip select rises; its first byte says what it is.
        command = self._ssi._tx_buffer[0] if self._ssi._tx_buffer else None
        self._apply()
        if command in _NANOS:
            if command == _PAGE_PROGRAM:
                self.programs += 1
            else:
                self.erases += 1
            self._clock.tick(_NANOS[command])
