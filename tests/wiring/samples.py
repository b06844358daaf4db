# SPDX-License-Identifier: GPL-3.0-or-later
"""Boards to draw: those of boards/, others made of them, and what their data say that every pin is for."""

import importlib
import random
from types import SimpleNamespace

import pytest
from sheet import Sheet

from touchmove.wiring.modules import MODULES
from touchmove.wiring.sheets import draw, wired

FILES = "abcdefgh"
BUTTONS = ["White press", "White action", "Black press", "Black action", "Arbiter's button"]


def board(name, **changes):
    """Return a board's data, with parts replaced by kind."""
    module = importlib.import_module(f"boards.{name}")
    parts = dict(module.PARTS)
    for kind, change in changes.items():
        parts[kind] = (parts[kind][0], {**parts[kind][1], **change})
    data = {word: getattr(module, word) for word in ("MODULE", "LIGHTS_MA", "PULL_UP_OHM")}
    return SimpleNamespace(NAME=name, **data, PARTS=parts)


def scattered(seed, module="pico"):
    """Return the reference board with its pins anywhere."""
    dice = random.Random(seed)
    pins = [pin.gpio for pin in MODULES[module].left + MODULES[module].right if pin.gpio is not None]
    dice.shuffle(pins)
    found = board(
        "pico_reed",
        sensors={"rows": pins[:9], "columns": pins[9:17], "turned": bool(seed % 2)},
        lights={"pin": pins[17], "order": bytes(dice.sample(range(64), 64))},
        clockface={"faces": (pins[18:20], pins[20:22])},
        buzzer={"pin": pins[22]},
    )
    found.MODULE = module
    return found


def on_a_bus():
    """Return the board with OLED faces, their bus a part of its own."""
    found = board("pico_w_oled")
    found.PARTS["bus"] = ("i2c", {"unit": 1, "scl": 19, "sda": 18})
    found.PARTS["clockface"] = ("ssd1306", {"bus": "bus", "addresses": (0x3C, 0x3D)})
    return found


def other(module="pico", **parts):
    """Return a board with other kinds of parts: pairs of part and data."""
    found = board("pico_reed")
    found.MODULE = module
    found.PARTS.update(parts)
    return found


ANYWHERE = random.Random(1).sample(range(64), 64)
FIVE = [64, 65, 66, 67, 68]
CHAIN = {"sck": 4, "miso": 5, "mosi": 11, "load": 6, "order": bytes([*ANYWHERE, *FIVE, 255, 255, 255])}
OTHERS = {
    "pins": other(sensors=("pins", board("pico_reed").PARTS["sensors"][1])),
    "hall": other(
        sensors=(
            "hall",
            {"select": range(4), "enable": range(4, 8), "adc": 26, "order": bytes(ANYWHERE), "turned": False},
        ),
        buttons=("pins", {"pins": (8, 9, 10, 11, 12)}),
    ),
    "hc165": other(
        "esp32s3_devkitc",
        bus=("i2c", {"sda": 8, "scl": 9}),
        sensors=("hc165", CHAIN | {"turned": True}),
        lights=("ws2812", {"pin": 7, "order": bytes(ANYWHERE), "turned": False}),
        clockface=("ht16k33", {"bus": "bus", "addresses": (0x70, 0x71)}),
        buzzer=("pwm", {"pin": 10}),
    ),
    "mcp23017": other(
        bus=("i2c", {"sda": 4, "scl": 5}),
        sensors=(
            "mcp23017",
            {"bus": "bus", "addresses": range(0x20, 0x25), "order": bytes([*ANYWHERE, *FIVE, 255]), "turned": False},
        ),
        lights=("ht16k33", {"bus": "bus", "address": 0x72, "order": bytes(ANYWHERE), "turned": False}),
        clockface=("ht16k33", {"bus": "bus", "addresses": (0x70, 0x71)}),
    ),
    "max7219": other(
        lights=("max7219", {"sck": 26, "mosi": 27, "miso": 28, "load": 17, "order": bytes(ANYWHERE), "turned": True}),
    ),
}
# What each pin of these parts is called there.
NAMES = {
    ("sensors", "hall"): lambda data: {
        **{pin: f"S{bit}" for bit, pin in enumerate(data["select"])},
        **{pin: f"E of M{chip}" for chip, pin in enumerate(data["enable"])},
        data["adc"]: "common",
    },
    ("buttons", "pins"): lambda data: dict(zip(data["pins"], BUTTONS, strict=True)),
    ("sensors", "hc165"): lambda data: {data["sck"]: "CLK", data["miso"]: "QH", data["load"]: "SH/LD"},
    ("lights", "max7219"): lambda data: {data["sck"]: "CLK", data["mosi"]: "DIN", data["load"]: "LOAD"},
    ("lights", "ws2812"): lambda data: {data["pin"]: "1A pin 2"},
    ("buzzer", "pwm"): lambda data: {data["pin"]: "+"},
    ("bus", "i2c"): lambda data: {data["sda"]: "SDA", data["scl"]: "SCL"},
    ("clockface", "tm1637"): lambda data: {
        pin: name for face in data["faces"] for pin, name in zip(face, ("CLK", "DIO"), strict=True)
    },
}


def used(found):
    """Return what every pin of a board is for, by number in the chip, from the data alone."""
    data = {kind: part[1] for kind, part in found.PARTS.items()}
    bus = data.get("bus", data["clockface"])
    sensors, step = data["sensors"], -1 if data["sensors"]["turned"] else 1
    pins = {pin: f"rank {rank + 1}" for rank, pin in enumerate(list(sensors["rows"][:8])[::step])}
    pins |= dict.fromkeys(sensors["rows"][8:], "buttons")
    pins |= {pin: FILES[file] for file, pin in enumerate(list(sensors["columns"])[::step])}
    pins |= {data["lights"]["pin"]: "1A pin 2", data["buzzer"]["pin"]: "+"}
    if "faces" in data["clockface"]:
        pins |= {
            pin: name for face in data["clockface"]["faces"] for pin, name in zip(face, ("CLK", "DIO"), strict=True)
        }
    else:
        pins |= {bus["sda"]: "SDA", bus["scl"]: "SCL"}
    return pins


def nets(found):
    """Return what feeds the parts of a board: lights on 5 V and Hall sensors, all else on 3.3 V."""
    parts = {part for part, _ in found.PARTS.values()}
    return {"3V3", "GND"} | ({"5V"} if parts & {"ws2812", "max7219", "hall"} else set())


def sheets(found):
    return {name: Sheet(text) for name, text in draw(wired(found)).items()}


SAMPLES = {
    "pico_reed": board("pico_reed"),
    "pico_w_oled": board("pico_w_oled"),
    "on a bus": on_a_bus(),
    "turned": board("pico_reed", sensors={"turned": True}, lights={"turned": True}),
    "without buttons": board("pico_reed", sensors={"rows": tuple(range(8))}),
    **{f"scattered {seed}": scattered(seed) for seed in range(12)},
    **{f"other module {seed}": scattered(seed, "esp32s3_devkitc") for seed in range(12)},
}
ALL = SAMPLES | OTHERS
DRAWN = {name: sheets(found) for name, found in ALL.items()}
on_each = pytest.mark.parametrize("name", SAMPLES)
on_all = pytest.mark.parametrize("name", ALL)
