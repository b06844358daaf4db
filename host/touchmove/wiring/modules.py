# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of modules: what is printed at their pins, seen from above, pin 1 at the upper left.

A board's data names its module in MODULE. Another one is another entry in MODULES.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import InputError

V5, V3, GROUND = "5V", "3V3", "GND"
NETS = {"VBUS": V5, "5V": V5, "3V3(OUT)": V3, "3V3": V3, "GND": GROUND, "G": GROUND}
_GPIO = {"TX": 43, "RX": 44}  # an ESP32-S3's, which are printed without their numbers


class Pin(NamedTuple):
    """`number` is the maker's; `gpio` is None and `net` empty for what is not such a pin."""

    number: str
    name: str
    gpio: int | None
    net: str


@dataclass(frozen=True)
class Module:
    """`left` and `right` from top to bottom; `socket` is where its USB is, up or down."""

    title: str
    left: tuple[Pin, ...]
    right: tuple[Pin, ...]
    socket: str = "up"

    @property
    def count(self) -> int:
        """How many pins the longer side has."""
        return max(len(self.left), len(self.right))

    def side(self, way: int) -> tuple[Pin, ...]:
        """Return the pins on the left, way -1, or on the right, 1."""
        return self.left if way < 0 else self.right

    def pin(self, gpio: int) -> Pin:
        """Return where a pin of the chip is brought out; InputError if it is not."""
        for pin in self.left + self.right:
            if pin.gpio == gpio:
                return pin
        raise InputError(f"A {self.title} does not bring out pin {gpio} of its chip: correct the board's data.")


def _pins(names: str, numbers: range, header: str = "") -> tuple[Pin, ...]:
    return tuple(_pin(f"{header}{number}", name) for number, name in zip(numbers, names.split(), strict=True))


def _pin(number: str, name: str) -> Pin:
    match = re.fullmatch(r"(?:GP)?(\d+)", name)
    gpio = int(match[1]) if match else _GPIO.get(name)
    return Pin(number, f"{name} = {gpio}" if name in _GPIO else name, gpio, NETS.get(name, ""))


# Raspberry Pi Pico, Pico W and Pico 2 datasheets, figure "pinout": the same for all of them.
_PICO = (
    _pins(
        "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
        range(1, 21),
    ),
    _pins(
        "VBUS VSYS GND 3V3_EN 3V3(OUT) ADC_VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16",
        range(40, 20, -1),
    ),
)

MODULES = {
    "pico": Module("Raspberry Pi Pico", *_PICO),
    "pico_w": Module("Raspberry Pi Pico W", *_PICO),
    "pico2": Module("Raspberry Pi Pico 2", *_PICO),
    # ESP32-S3-DevKitC-1 v1.1 user guide, headers J1 (left) and J3 (right).
    "esp32s3_devkitc": Module(
        "ESP32-S3-DevKitC-1",
        _pins("3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V G", range(1, 23), "J1-"),
        _pins("G TX RX 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 G G", range(1, 23), "J3-"),
        socket="down",
    ),
}
