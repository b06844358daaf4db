# SPDX-License-Identifier: GPL-3.0-or-later
"""An MCP23017 as seen from its bus: registers in pairs, IOCON.BANK 0 (datasheet DS20001952D, 3.5)."""

IODIR, IPOL, IOCON, GPPU, GPIO, OLAT = 0x00, 0x02, 0x0A, 0x0C, 0x12, 0x14


class Expander:
    """An MCP23017 with IOCON.BANK 0. `closed`: bit n of 16 is set where a switch ties the pin to ground."""

    def __init__(self):
        self.registers = bytearray(b"\xff\xff" + bytes(20))
        self.closed = 0

    def take(self, data):
        for offset, value in enumerate(data[1:]):
            register = data[0] + offset
            if register in (GPIO, GPIO + 1):
                register += OLAT - GPIO
            elif 0x0E <= register <= 0x11:
                continue  # read only
            self.registers[register] = value

    def give(self, register, count):
        return bytes(self._read(register + offset) for offset in range(count))

    def _read(self, register):
        if register not in (GPIO, GPIO + 1):
            return self.registers[register]
        port = register - GPIO
        inputs = self.registers[IODIR + port]
        open_level = self.registers[GPPU + port] | 0x2A  # one that floats reads what it likes
        levels = ~(self.closed >> 8 * port) & open_level & inputs | self.registers[OLAT + port] & ~inputs
        return (levels ^ self.registers[IPOL + port]) & 0xFF
