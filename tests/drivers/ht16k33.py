# SPDX-License-Identifier: GPL-3.0-or-later
"""An HT16K33 as seen from its bus: commands by their upper four bits, memory of two bytes a COM (datasheet v1.10)."""


class Chip:
    """At power-on: asleep, and its memory is noise."""

    def __init__(self):
        self.memory = bytearray(b"\xa5" * 16)
        self.commands = {}

    def take(self, data):
        if data[0] & 0xF0:
            assert len(data) == 1, "a command is a transfer of its own"
            self.commands[data[0] & 0xF0] = data[0] & 0x0F
        else:
            self.memory[data[0] : data[0] + len(data) - 1] = data[1:]

    @property
    def is_on(self):
        return self.commands.get(0x20) == 1 and self.commands.get(0x80) == 1

    @property
    def brightness(self):
        return self.commands[0xE0]
