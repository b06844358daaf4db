# SPDX-License-Identifier: GPL-3.0-or-later
"""Every board's data fit the drivers they name and the chip they are for; no pin and no square is used twice."""

import ast
import importlib
import math
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOARDS = sorted(path.stem for path in (ROOT / "boards").glob("*.py") if path.stem != "__init__")
GPIO = {*range(23), 26, 27, 28}  # what a Pico brings out
NEEDED = {"sensors", "lights", "clockface", "link", "ticker", "watchdog", "journal", "settings", "identity"}

# The pins in a part's data. A part that is not here has none.
PINS = {
    ("sensors", "matrix"): lambda data: [*data["rows"], *data["columns"]],
    ("lights", "ws2812"): lambda data: [data["pin"]],
    ("buzzer", "pwm"): lambda data: [data["pin"]],
    ("clockface", "tm1637"): lambda data: [pin for face in data["faces"] for pin in face],
    ("clockface", "ssd1306"): lambda data: [data["sda"], data["scl"]],
}


def parts(board):
    return importlib.import_module(f"boards.{board}").PARTS


def constructor(kind, part):
    """Return the class that a driver names like its part, by reading: not every driver can be imported here."""
    source = (ROOT / "firmware" / "drivers" / f"{kind}_{part}.py").read_text()
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    assert [node.name.lower() for node in classes] == [part], "one public class, named like the part"
    methods = {node.name: node for node in classes[0].body if isinstance(node, ast.FunctionDef)}
    return methods["__init__"].args


@pytest.mark.parametrize("board", BOARDS)
def test_has_its_name_its_budget_and_all_kinds_of_parts(board):
    module = importlib.import_module(f"boards.{board}")
    assert board == module.NAME
    assert 0 < module.LIGHT_MA < module.LIGHTS_MA
    assert set(module.PARTS) >= NEEDED


@pytest.mark.parametrize("board", BOARDS)
def test_is_data_only(board):
    tree = ast.parse((ROOT / "boards" / f"{board}.py").read_text())
    assert all(isinstance(node, ast.Expr | ast.Assign) for node in tree.body)
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called <= {"bytes"}


@pytest.mark.parametrize("board", BOARDS)
def test_data_are_the_keywords_of_the_drivers(board):
    for kind, (part, data) in parts(board).items():
        arguments = constructor(kind, part)
        names = [argument.arg for argument in arguments.args[1:] + arguments.kwonlyargs]
        optional = names[len(names) - len(arguments.defaults) :] if arguments.defaults else []
        assert set(names) - set(optional) <= set(data) <= set(names), f"{kind}_{part}"


@pytest.mark.parametrize("board", BOARDS)
def test_every_pin_is_there_and_used_once(board):
    pins = [pin for kind, (part, data) in parts(board).items() for pin in PINS.get((kind, part), lambda data: [])(data)]
    assert len(pins) == len(set(pins))
    assert set(pins) <= GPIO


@pytest.mark.parametrize("board", BOARDS)
def test_a_bus_is_on_pins_of_its_own_and_each_panel_has_its_address(board):
    for part, data in parts(board).values():
        if "i2c" in data:
            # RP2040 datasheet 1.4.3: pins go SDA and SCL of I2C0, SDA and SCL of I2C1, and so on.
            assert [data["sda"] & 3, data["scl"] & 3] == [2 * data["i2c"], 2 * data["i2c"] + 1], part
            assert sorted(data["addresses"]) == [0x3C, 0x3D]


@pytest.mark.parametrize("board", BOARDS)
def test_every_square_has_one_switch_and_one_light(board):
    for kind in ("sensors", "lights"):
        data = parts(board)[kind][1]
        if "order" in data:
            assert sorted(data["order"]) == list(range(64))
        if "rows" in data:
            assert len(data["rows"]) in (8, 9)
            assert len(data["columns"]) == 8


def test_a_column_is_high_again_before_the_next_row_is_read():
    data = parts("pico_reed")["sensors"][1]
    pull_up_ohm, farad, supply_v, high_v = 80e3, 100e-12, 3.3, 2.0
    rise_us = -pull_up_ohm * farad * 1e6 * math.log(1 - high_v / supply_v)
    assert 7.4 < rise_us < 7.5 < data["settle_us"]
