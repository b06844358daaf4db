# SPDX-License-Identifier: GPL-3.0-or-later
"""A passive buzzer on a pin: a square wave of the tone's frequency.

Datasheets: RP2040 4.5, RP2350 12.5, chapters "PWM": high until a level is reached, and anew when the counter wraps.
"""

import machine
from micropython import const

_HALF = const(32768)  # of 65536


class PWM:
    def __init__(self, pin):
        self._pin = pin
        self._wave = None
        self.sound(0)

    def sound(self, hertz):
        """Sound a tone from now on; 0: be silent."""
        if hertz:
            self._wave = machine.PWM(machine.Pin(self._pin), freq=hertz, duty_u16=_HALF)
        else:
            if self._wave:
                self._wave.deinit()
                self._wave = None
            machine.Pin(self._pin, machine.Pin.OUT, value=0)  # no current through the buzzer
