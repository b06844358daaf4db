# SPDX-License-Identifier: GPL-3.0-or-later
"""The buzzer's driver: what is on its pin while it sounds, and that no current is left in it."""

import pytest


@pytest.fixture
def waves():
    """The square waves that are on, by pin: hertz, and how much of 65536 they are high."""
    return {}


@pytest.fixture
def buzzer(driver, waves):
    class PWM:
        def __init__(self, pin, freq, duty_u16):
            self._number = pin.number
            waves[self._number] = (freq, duty_u16)

        def deinit(self):
            del waves[self._number]

    module = driver("buzzer_pwm")
    module.machine.PWM = PWM
    return module.PWM(pin=22)


def is_low(pins):
    return bool(pins.driven[22]) and pins.level(22) == 0


def test_is_silent_at_first_and_its_pin_is_low(buzzer, waves, pins):
    assert waves == {} and is_low(pins)


def test_sounds_a_square_wave_until_it_is_told_another(buzzer, waves):
    buzzer.sound(880)
    assert waves == {22: (880, 32768)}
    buzzer.sound(1175)
    assert waves == {22: (1175, 32768)}


def test_silence_leaves_the_pin_low(buzzer, waves, pins):
    buzzer.sound(880)
    pins.latched[22] = 1  # as the wave may have left it
    buzzer.sound(0)
    assert waves == {} and is_low(pins)
    buzzer.sound(0)
    assert waves == {} and is_low(pins)
