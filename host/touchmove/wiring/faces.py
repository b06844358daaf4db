# SPDX-License-Identifier: GPL-3.0-or-later
"""Clock faces and the buzzer, as blocks in the sheet of wires."""

from .blocks import Block, Data, Device, Line, devices
from .modules import GROUND, V3

SIDES = ("White", "Black")
_POWER = (V3, GROUND)


def tm1637(data: Data) -> list[Block]:
    """Return a block a face. At 3.3 V: modules pull their lines up to what feeds them, and a pin takes no more."""
    return [
        devices(
            [Line(clk, "CLK", "face"), Line(dio, "DIO", "face")],
            [Device(f"{side}'s face", "TM1637, four digits and a colon", _POWER)],
        )
        for side, (clk, dio) in zip(SIDES, data["faces"], strict=True)
    ]


def ssd1306(data: Data) -> list[Device]:
    """Return both panels, which are on one bus and told apart by their addresses."""
    return [
        Device(f"{side}'s face", f"OLED 128 × 64, address 0x{address:02X}", _POWER)
        for side, address in zip(SIDES, data["addresses"], strict=True)
    ]


def ht16k33(data: Data) -> list[Device]:
    """Return both backpacks. At 3.3 V, so that they pull the bus no higher."""
    return [
        Device(f"{side}'s face", f"HT16K33, four digits, address 0x{address:02X}", _POWER)
        for side, address in zip(SIDES, data["addresses"], strict=True)
    ]


def buzzer(data: Data) -> list[Block]:
    return [devices([Line(data["pin"], "+", "sound")], [Device("Buzzer", "passive, piezo", (GROUND,))])]
