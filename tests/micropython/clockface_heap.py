# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw and send faces on OLED panels with the heap locked; print what went over the bus, for CPython to compare."""

import sys

import micropython


class Machine:
    """The module `machine`, and its bus."""

    def __init__(self):
        self.wire = bytearray(8192)
        self.count = 0

    def I2C(self, unit, **more):
        return self

    def Pin(self, number):
        return number

    def writeto(self, address, data):
        for byte in data:
            self.wire[self.count] = byte
            self.count += 1


machine = sys.modules["machine"] = Machine()
from drivers.bus_i2c import I2C  # noqa: E402 - after its `machine`
from drivers.clockface_ssd1306 import SSD1306  # noqa: E402

bus = I2C(unit=1, scl=19, sda=18, hertz=400_000, timeout_us=700)
clockface = SSD1306(bus=bus, addresses=(0x3C,), column=0, contrast=0x7F)
while clockface.send():  # the start, when what there is may be used
    pass
shown = b"\x3f\xed\x3f\x4f", b"\x3f\xed\x3f\x5b", b"\x06\x74\x66\x3f"
micropython.heap_lock()
try:
    for cells in shown:
        clockface.show(0, cells)
        while clockface.send():
            pass
finally:
    micropython.heap_unlock()
print(bytes(machine.wire[: machine.count]).hex())
