# SPDX-License-Identifier: GPL-3.0-or-later
"""Buses of the emulated chip that take as long as they would: the emulator's own have no bit time."""

from rp2040py.gpio_pin import GPIOPinState

from touchmove.emulator.i2c import Bus


class _Later:
    """Does one thing after some µs of the chip's time."""

    def __init__(self, clock):
        self._alarm = clock.create_alarm(lambda: self._job())

    def __call__(self, us, job):
        self._job = job
        self._alarm.schedule(us * 1000)


class I2CWire(Bus):
    """A bus whose `parts` also give, by register, as in tests/drivers.

    `held`: a part holds SDA down until it has seen so many clocks and then a stop.
    """

    def __init__(self, mcu, unit, scl, sda):
        super().__init__(mcu, unit, {})
        self.held = 0
        self._scl, self._sda = mcu.gpio[scl], mcu.gpio[sda]
        self._scl.add_listener(self._on_clock)
        self._sda.add_listener(self._on_data)
        self._register = 0
        self._i2c.on_read_byte = self._on_read

    def hold(self, clocks):
        self.held = clocks
        self._sda.set_input_value(False)

    def _on_clock(self, state, last):
        if last == GPIOPinState.LOW and state != GPIOPinState.LOW and self.held > 1:
            self.held -= 1

    def _on_data(self, state, last):
        is_stop = last == GPIOPinState.LOW and state != GPIOPinState.LOW and self._scl.value != GPIOPinState.LOW
        if is_stop and self.held == 1:
            self.held = 0
            self._sda.release_input()
            self._i2c.reset()  # its half of the transfer; opening the bus anew does that on the chip

    def _on_connect(self, address, mode):
        if self.held:
            return  # nobody can speak, and the chip waits until its time is up
        if len(self._written) == 1:  # a register, then another start: it is read from there on
            self._register = self._written[0]
        super()._on_connect(address, mode)

    def _on_read(self, is_acknowledged):
        byte = self._part.give(self._register, 1)[0]
        self._register += 1
        self._after(9, lambda: self._i2c.complete_read(byte))


class SPIWire:
    """`taken`: what went out. `gives`: what comes in, byte by byte, then 0."""

    def __init__(self, mcu, unit, hertz):
        self.taken = bytearray()
        self.gives = b""
        self._spi = mcu.spi[unit]
        self._later = _Later(mcu.clock)
        self._byte_us = 8e6 / hertz
        self._spi.on_transmit = self._on_transmit

    def _on_transmit(self, byte):
        self.taken.append(byte)
        answer, self.gives = (self.gives[0], self.gives[1:]) if self.gives else (0, b"")
        self._later(self._byte_us, lambda: self._spi.complete_transmit(answer))
