# SPDX-License-Identifier: GPL-3.0-or-later
"""The buzzer of the simulator."""


class Virtual:
    def __init__(self, bus):
        self.bus = bus

    def sound(self, hertz):
        self.bus.show("tone %d" % hertz)
