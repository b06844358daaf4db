# SPDX-License-Identifier: GPL-3.0-or-later
"""Flash that takes its time: without it a journal looks free, and it is the slowest thing on the board.

rp2040py erases and programs in no time. The chip stands still meanwhile (the firmware switches interrupts off), so
emulated time simply jumps.
"""

from collections.abc import Callable

from rp2040py.rp2040 import RP2040

SIZE = 2 * 1024 * 1024  # of a Pico
_SECTOR_ERASE, _BLOCK_ERASE, _PAGE_PROGRAM, _READ_SERIAL = 0x20, 0xD8, 0x02, 0x4B
_DUMMIES = 4  # bytes between the command and the serial number

# Datasheet W25Q16JV, typical: sector (4 KB) erase 45 ms, block (64 KB) erase 150 ms, page program 0.4 ms; the Pico adds
# the way into and out of the serial mode.
_NANOS = {_SECTOR_ERASE: 45_000_000, _BLOCK_ERASE: 150_000_000, _PAGE_PROGRAM: 500_000}
_BYTES = {_SECTOR_ERASE: 4096, _BLOCK_ERASE: 65536, _PAGE_PROGRAM: 256}


class SlowFlash:
    """Wraps the flash behind rp2040py's serial interface; counts what was done to it.

    serial: its number, eight bytes, by which the board is known. on_change(at, data): is told of every erase and every
    page, as it then stands in the flash.
    """

    def __init__(self, mcu: RP2040, serial: bytes, on_change: Callable[[int, bytes], None]) -> None:
        self.erases = 0
        self.programs = 0
        self._serial = serial
        self._on_change = on_change
        self._flash = mcu.flash
        self._clock = mcu.clock
        self._ssi = mcu.ssi
        self._apply = mcu.ssi._apply_command
        self._shift = mcu.ssi._shift_byte
        mcu.ssi._apply_command = self._on_command  # type: ignore[method-assign]  # the only seam there is
        mcu.ssi._shift_byte = self._on_byte  # type: ignore[method-assign, assignment]

    def _on_byte(self, byte: int) -> int:
        """Take a byte of a command, return the one that the flash gives for it."""
        given = self._shift(byte)
        sent = self._ssi._tx_buffer
        at = len(sent) - 2 - _DUMMIES
        return self._serial[at] if sent[0] == _READ_SERIAL and 0 <= at < len(self._serial) else given

    def _on_command(self) -> None:
        # A command is applied when chip select rises; its first byte says what it is.
        command, *address = self._ssi._tx_buffer[:4] or (0,)
        self._apply()
        if command in _NANOS:
            if command == _PAGE_PROGRAM:
                self.programs += 1
            else:
                self.erases += 1
            self._clock.tick(_NANOS[command])
            at = int.from_bytes(address, "big") // _BYTES[command] * _BYTES[command]
            self._on_change(at, bytes(self._flash[at : at + _BYTES[command]]))
