# SPDX-License-Identifier: GPL-3.0-or-later
"""Every board's data fit the drivers they name and the chip they are for; no pin and no square is used twice."""

import ast
import importlib
import math
import re
import textwrap
from pathlib import Path

import pytest

from touchmove import compiler
from touchmove.wiring.modules import MODULES

ROOT = Path(__file__).resolve().parent.parent
BOARDS = sorted(path.stem for path in (ROOT / "boards").glob("*.py") if path.stem != "__init__")
REAL = [board for board in BOARDS if board != "sim"]
NEEDED = {"sensors", "lights", "clockface", "link", "ticker", "watchdog", "journal", "settings", "identity"}
NOTHING = 255  # hangs on an input

CHIPS = {"pico": "rp2040", "pico_w": "rp2040", "pico2": "rp2350", "esp32s3_devkitc": "esp32s3"}  # of modules
# What a module brings out and no part may have: what an ESP32-S3 starts with, USB, flash and memory, the serial port.
TAKEN = {"esp32s3_devkitc": {0, 3, 45, 46, 19, 20, *range(26, 38), 43, 44}}

# The pins in a part's data. A part that is not here has none.
PINS = {
    ("sensors", "matrix"): lambda data: [*data["rows"], *data["columns"]],
    ("sensors", "pins"): lambda data: [*data["rows"], *data["columns"]],
    ("sensors", "hc165"): lambda data: [data[name] for name in ("sck", "miso", "mosi", "load")],
    ("sensors", "hall"): lambda data: [*data["select"], *data["enable"], data["adc"]],
    ("buttons", "pins"): lambda data: data["pins"],
    ("lights", "ws2812"): lambda data: [data["pin"]],
    ("lights", "max7219"): lambda data: [data[name] for name in ("sck", "mosi", "miso", "load")],
    ("buzzer", "pwm"): lambda data: [data["pin"]],
    ("clockface", "tm1637"): lambda data: [pin for face in data["faces"] for pin in face],
    ("bus", "i2c"): lambda data: [data["sda"], data["scl"]],
}
# Addresses on an I2C bus, the longest transfer to a part in bytes, its address included, and what a part may have.
ADDRESSES = {
    ("sensors", "mcp23017"): (lambda data: data["addresses"], 24, range(0x20, 0x28)),
    ("lights", "ht16k33"): (lambda data: [data["address"]], 18, range(0x70, 0x78)),
    ("clockface", "ht16k33"): (lambda data: data["addresses"], 12, range(0x70, 0x78)),
    ("clockface", "ssd1306"): (lambda data: data["addresses"], 24, range(0x3C, 0x3E)),
}
# In memory, as the datasheets list them: RP2040 2.3.1.7, 4.6.5, 4.7.6, 4.9.6; RP2350 3.1.11, 12.8.5, 12.9.7, 12.4.6.
# The RP2350 has registers of more pins in between. What is written 3000 above a register is cleared in it.
ADDRESSES_IN = {
    "rp2040": {
        "matrix": (0xD0000004, 0xD0000024, 0xD0000028, 0x40054028),
        "hall": (0xD0000014, 0xD0000018, 0x4004C000, 0x4004C004, 0x40054028),
        "watchdog": 0x40058000 + 0x3000,
    },
    "rp2350": {
        "matrix": (0xD0000004, 0xD0000038, 0xD0000040, 0x400B0028),
        "hall": (0xD0000018, 0xD0000020, 0x400A0000, 0x400A0004, 0x400B0028),
        "watchdog": 0x400D8000 + 0x3000,
    },
}
ONE_COLOUR = ("max7219", "ht16k33")  # lights that cannot be dimmed one by one


def module(board):
    return importlib.import_module(f"boards.{board}")


def parts(board):
    return module(board).PARTS


def part(board, kind):
    return parts(board)[kind]


def chip(board):
    return CHIPS[module(board).MODULE]


def gpio(module):
    """Return the pins that parts may have."""
    pins = MODULES[module].left + MODULES[module].right
    return {pin.gpio for pin in pins if pin.gpio is not None} - TAKEN.get(module, set())


def used_pins(parts):
    return [pin for kind, (name, data) in parts.items() for pin in PINS.get((kind, name), lambda data: [])(data)]


def constructor(kind, part):
    """Return the class that a driver names like its part, by reading: not every driver can be imported here."""
    source = (ROOT / "firmware" / "drivers" / f"{kind}_{part}.py").read_text()
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
    assert [node.name.lower() for node in classes] == [part], "one public class, named like the part"
    methods = {node.name: node for node in classes[0].body if isinstance(node, ast.FunctionDef)}
    return methods["__init__"].args


@pytest.mark.parametrize("board", BOARDS)
def test_has_its_name_and_all_kinds_of_parts(board):
    assert board == module(board).NAME
    assert set(parts(board)) >= NEEDED


@pytest.mark.parametrize("board", REAL)
def test_lights_and_the_rest_take_what_the_supply_gives(board):
    data = module(board)
    assert 0 < data.LIGHT_MA < data.LIGHTS_MA
    assert data.LIGHTS_MA + data.REST_MA <= data.SUPPLY_MA
    if part(board, "lights")[0] in ONE_COLOUR:
        assert 64 * data.LIGHT_MA <= data.LIGHTS_MA


def test_every_module_has_its_native_code():
    assert set(compiler.NATIVE) == set(MODULES) == set(CHIPS)


@pytest.mark.parametrize("board", BOARDS)
def test_is_data_only(board):
    tree = ast.parse((ROOT / "boards" / f"{board}.py").read_text())
    for node in tree.body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_other = isinstance(node, ast.ImportFrom) and node.level == 1 and not node.module
        assert is_text or is_other or isinstance(node, ast.Assign)
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called <= {"bytes", "range"}


@pytest.mark.parametrize("board", BOARDS)
def test_what_reaches_the_chip_is_the_same_data_without_imports(board):
    source = compiler.flat(board)
    assert {type(node) for node in ast.parse(source).body} == {ast.Assign}
    flat = {}
    exec(source, flat)
    for word in compiler.READ:
        assert flat[word] == getattr(module(board), word)


def test_the_firmware_reads_nothing_else_of_a_board():
    texts = [path.read_text() for path in (ROOT / "firmware").rglob("*.py")]
    assert {word for text in texts for word in re.findall(r"board\.([A-Z_]+)", text)} == set(compiler.READ)


@pytest.mark.parametrize("board", BOARDS)
def test_data_are_the_keywords_of_the_drivers(board):
    for kind, (name, data) in parts(board).items():
        arguments = constructor(kind, name)
        names = [argument.arg for argument in arguments.args[1:] + arguments.kwonlyargs]
        optional = names[len(names) - len(arguments.defaults) :] if arguments.defaults else []
        assert set(names) - set(optional) <= set(data) <= set(names), f"{kind}_{name}"
        if "bus" in data:
            assert data["bus"] in parts(board), "what a part hangs on is a part as well"


@pytest.mark.parametrize("board", REAL)
def test_every_pin_is_there_and_used_once(board):
    pins = used_pins(parts(board))
    assert pins
    assert len(pins) == len(set(pins))
    assert set(pins) <= gpio(module(board).MODULE)


@pytest.mark.parametrize("board", REAL)
def test_a_bus_is_on_pins_that_the_chip_has_for_it(board):
    """RP2040 datasheet 1.4.3, RP2350 1.2.3: which pin can be what. An ESP32 can make any pin anything."""
    for name, data in parts(board).values() if chip(board) != "esp32s3" else ():
        if name == "i2c":  # SDA and SCL of I2C0, SDA and SCL of I2C1, and so on
            assert [data["sda"] & 3, data["scl"] & 3] == [2 * data["unit"], 2 * data["unit"] + 1]
        if "spi" in data:  # RX, CS, SCK and TX of SPI0 twice, then of SPI1 twice, and so on
            assert [data["miso"] & 3, data["sck"] & 3, data["mosi"] & 3] == [0, 2, 3]
            assert {data[pin] >> 3 & 1 for pin in ("miso", "sck", "mosi")} == {data["spi"]}
        if "adc" in data:
            assert data["adc"] in (26, 27, 28)


@pytest.mark.parametrize("board", REAL)
def test_each_part_on_a_bus_has_its_address_and_time_enough(board):
    found = []
    for kind, (name, data) in parts(board).items():
        if (kind, name) in ADDRESSES:
            addresses, longest, possible = ADDRESSES[kind, name]
            found += addresses(data)
            assert set(addresses(data)) <= set(possible), f"{kind}_{name}"
            bus = part(board, data["bus"])[1]
            assert 9 * longest / bus["hertz"] * 1e6 < bus["timeout_us"]
            if chip(board) == "esp32s3":
                assert bus["timeout_us"] % 1000 == 0, "it counts whole milliseconds"
            else:
                assert bus["timeout_us"] < 1000, "more than a step can spare"
    assert len(found) == len(set(found))
    assert bool(found) == ("bus" in parts(board))


@pytest.mark.parametrize("board", REAL)
def test_every_square_has_one_sensor_and_one_light_and_every_button_one_contact(board):
    lights, sensors = part(board, "lights")[1], part(board, "sensors")[1]
    assert sorted(lights["order"]) == list(range(64))
    buttons = []
    if "order" in sensors:
        hung = [at for at in sensors["order"] if at != NOTHING]
        assert sorted(at for at in hung if at < 64) == list(range(64))
        buttons = sorted(at - 64 for at in hung if at > 63)
    else:
        assert len(sensors["rows"]) in (8, 9)
        assert len(sensors["columns"]) == 8
        buttons = list(range(5)) if len(sensors["rows"]) == 9 else []
    if "buttons" in parts(board):
        buttons += range(len(part(board, "buttons")[1]["pins"]))
    assert buttons == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("board", "pull_up_ohm", "high_v"),
    [
        ("pico_reed", 80e3, 2.0),  # RP2040 datasheet 5.5.3
        ("pico2_reed", 90e3, 0.65 * 3.3),  # RP2350 datasheet 14.9
    ],
)
def test_a_column_is_high_again_before_the_next_row_is_read(board, pull_up_ohm, high_v):
    farad, supply_v = 100e-12, 3.3
    rise_us = -pull_up_ohm * farad * 1e6 * math.log(1 - high_v / supply_v)
    settle_us = part(board, "sensors")[1]["settle_us"]
    assert settle_us - 1 < rise_us < settle_us


@pytest.mark.parametrize("board", REAL)
def test_a_matrix_says_which_resistors_pull_its_columns_up(board):
    assert hasattr(module(board), "PULL_UP_OHM") == ("columns" in part(board, "sensors")[1])


def test_resistors_carry_a_metre_of_cable_and_a_rows_pin_takes_their_current():
    """RP2040 datasheet 5.5.3: 2.0 V are high, a pin's pull-up has 50 kΩ or more, its drive is 4 mA."""
    ohm, supply_v = module("pico_reed").PULL_UP_OHM, 3.3
    rise_us = -ohm * 340e-12 * 1e6 * math.log(1 - 2.0 / supply_v)
    assert rise_us <= part("pico_reed", "sensors")[1]["settle_us"] - 1
    assert 8 * (supply_v / ohm + supply_v / 50e3) * 1e3 == pytest.approx(1.7, abs=0.05)


@pytest.mark.parametrize("board", REAL)
def test_addresses_are_those_of_the_chip(board):
    known = ADDRESSES_IN.get(chip(board), {})
    for name, data in parts(board).values():
        if "registers" in data:
            assert data["registers"] == known[name]
        if "clear" in data:
            assert data["clear"] == known["watchdog"]


def rows():
    """Return kind and part of each row of the table of parts, and the names of the data that it lists."""
    page = (ROOT / "docs" / "boards.md").read_text()
    found = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and (kind := re.fullmatch(r"`(\w+)`", cells[0])):
            for part in re.findall(r"`(\w+)`", cells[1]):
                found[kind[1], part] = set(re.findall(r"`(\w+)`", cells[2]))
    return found


def test_the_page_lists_every_driver_and_its_data():
    drivers = {tuple(path.stem.split("_", 1)) for path in (ROOT / "firmware" / "drivers").glob("*_*.py")}
    drivers = {(kind, part) for kind, part in drivers if kind and part != "virtual"}
    listed = {key: data for key, data in rows().items() if key in drivers}
    assert set(listed) == drivers
    for (kind, part), data in listed.items():
        assert data == {argument.arg for argument in constructor(kind, part).args[1:]}, f"{kind}_{part}"


def test_the_page_lists_every_board():
    page = (ROOT / "docs" / "boards.md").read_text()
    for board in REAL:
        assert re.search(rf"^\| `{board}`", page, re.MULTILINE), board


def test_the_pages_example_is_a_board():
    page = (ROOT / "docs" / "boards.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    board = {"__name__": "boards.my_board", "__package__": "boards"}
    exec(textwrap.dedent(example), board)
    assert set(board) >= {"MODULE", "SUPPLY_MA", "REST_MA", "PULL_UP_OHM", *compiler.READ}
    pins = used_pins(board["PARTS"])
    assert len(pins) == len(set(pins)) and set(pins) <= gpio(board["MODULE"])
