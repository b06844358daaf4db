# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual TM1637 face on two pins of the chip."""

from collections.abc import Callable

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from .tm1637 import Face


def wire_face(mcu: RP2040, clk: int, dio: int, on_change: Callable[[], None]) -> Face:
    """Hang a face on two pins and return it."""
    clk_pin, dio_pin = mcu.gpio[clk], mcu.gpio[dio]

    def acknowledge(low: bool) -> None:
        if low:
            dio_pin.set_input_value(False)
        else:
            dio_pin.release_input()

    face = Face(on_change, acknowledge)

    def on_levels(_state: GPIOPinState, _last: GPIOPinState) -> None:
        # A pin that is not driven is pulled up by the module.
        face.levels(clk_pin.value != GPIOPinState.LOW, dio_pin.value != GPIOPinState.LOW)

    clk_pin.add_listener(on_levels)
    dio_pin.add_listener(on_levels)
    return face
