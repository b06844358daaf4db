# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts on I2C and SPI, driven by the real image: the machine's own buses do what the drivers expect of them."""

import sys
from pathlib import Path
from random import Random

import pytest
from wires import I2CWire, SPIWire

from touchmove import compiler
from touchmove.emulator.ssd1306 import Panel

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "drivers"))

import ht16k33
from mcp23017 import Expander

DRIVERS = (
    "bus_i2c sensors_mcp23017 sensors_hc165 sensors_pins lights_max7219 lights_ht16k33"
    " clockface_ht16k33 clockface_ssd1306"
)
ORDER = bytes(range(64)) + bytes((64, 65, 66, 67, 68, 255, 255, 255))  # of nine chips with eight inputs
SEVENTY = bytes(range(69)) + b"\xff"  # of five with fourteen
FIVE = (0x20, 0x21, 0x22, 0x23, 0x24)
TIMED = """
import time
def attempt():
    before = time.ticks_us()
    try:
        said = bus.write(0x70, b"\\x21")
    except OSError as error:
        said = error
    print(said, time.ticks_diff(time.ticks_us(), before), sep="|")
def longest_part():
    most, more = 0, True
    while more:
        before = time.ticks_us()
        more = face.send()
        most = max(most, time.ticks_diff(time.ticks_us(), before))
    print(most)
"""


@pytest.fixture(scope="module")
def wire(bench):
    return I2CWire(bench.chip._device.mcu, unit=1, scl=19, sda=18)


@pytest.fixture(scope="module")
def chip(bench, wire, tmp_path_factory):
    """The bench, with these drivers on it and a bus that they share."""
    out = tmp_path_factory.mktemp("mpy") / "out.mpy"
    for name in DRIVERS.split():
        source = compiler.FIRMWARE / "drivers" / f"{name}.py"
        code = compiler.compile_file(source, name, compiler.PICO, out)
        bench.transport.fs_writefile(f"/drivers/{name}.mpy", code)
    bench.run(TIMED + "from drivers.bus_i2c import I2C\nbus = I2C(1, 19, 18, 400_000, 700)\nraw = bytearray(9)")
    bench.run(f"ORDER = {ORDER!r}\nframe = bytearray(b'\\x01\\x00\\x00' * 32 + bytes(96))")
    return bench


def tell(what, took_us):
    print(f"\n{what}: {took_us} µs")
    return took_us


def test_expanders(chip, wire):
    wire.parts = {address: Expander() for address in FIVE}
    chip.run("from drivers.sensors_mcp23017 import MCP23017")
    chip.run(f"sensors = MCP23017(bus, {FIVE}, {SEVENTY!r}, 5, False)")
    random = Random(4)
    for _ in range(5):
        raw = random.randbytes(8) + bytes((random.randrange(32),))
        closed = int.from_bytes(raw, "little")
        for index, expander in enumerate(wire.parts.values()):
            inputs = closed >> 14 * index
            expander.closed = inputs & 0x7F | (inputs >> 7 & 0x7F) << 8
        assert chip.run("sensors.scan_into(raw); print(raw.hex())").strip() == raw.hex()
    assert tell("five MCP23017", chip.measure("lambda: sensors.scan_into(raw)")) < 2000


def test_a_part_that_is_not_there(chip, wire):
    wire.parts = {}
    assert chip.run("attempt()").startswith("I2C: 0x70 is lost: [Errno 5] EIO|")
    assert chip.run("attempt()").startswith("False|")
    assert tell("a part that is lost", chip.measure("lambda: bus.write(0x70, b'!')")) < 1000


@pytest.mark.parametrize("clocks", [1, 9])
def test_a_bus_that_is_held_down_is_freed(chip, wire, clocks):
    wire.parts = {0x70: ht16k33.Chip()}
    assert chip.run("attempt()").startswith("True|")
    wire.hold(clocks)
    said, took_us = chip.run("attempt()").strip().split("|")
    assert said == "I2C: 0x70 is lost: [Errno 110] ETIMEDOUT, SDA is held low"
    assert wire.held == 0
    assert tell("a bus that is held down", int(took_us)) < 3000
    assert chip.run("attempt()").startswith("True|")


def test_lights_on_i2c(chip, wire):
    wire.parts = {0x72: ht16k33.Chip()}
    chip.run("from drivers.lights_ht16k33 import HT16K33\nlights = HT16K33(bus, 0x72, ORDER[:64], 9, False)")
    chip.run("lights.show(frame)")
    assert wire.parts[0x72].is_on
    assert wire.parts[0x72].memory[::2] == b"\xff" * 4 + bytes(4)
    assert tell("lights on an HT16K33", chip.measure("lambda: lights.show(frame)")) < 1000


@pytest.mark.parametrize(("part", "data"), [("ht16k33", "(0x70, 0x71), 4"), ("ssd1306", "(0x3C, 0x3D), 0, 127")])
def test_faces_on_i2c(chip, wire, part, data):
    wire.parts = {0x70: ht16k33.Chip(), 0x71: ht16k33.Chip(), 0x3C: Panel(), 0x3D: Panel()}
    chip.run(f"import drivers.clockface_{part} as module\nface = module.{part.upper()}(bus, {data})")
    chip.run(r"face.show(0, b'\x06\xdb\x4f\x66')")
    assert tell(f"a part of an update to an {part}", int(chip.run("longest_part()"))) < 1000
    if part == "ht16k33":
        assert wire.parts[0x70].is_on
        assert wire.parts[0x70].memory[:10:2] == b"\x06\x5b\x02\x4f\x66"
    else:
        assert wire.parts[0x3C].dots and not wire.parts[0x3D].dots


def test_shift_registers(chip):
    wire = SPIWire(chip.chip._device.mcu, 0, 2_000_000)
    chip.run("from drivers.sensors_hc165 import HC165\nsensors = HC165(0, 2, 4, 3, 6, 2_000_000, ORDER, 2, False)")
    wire.gives = b"\x7f\xff\xff\xff\xff\xff\xff\xfe\xf7\x00"  # a1, h8, the arbiter's button; the end of the chain
    assert chip.run("sensors.scan_into(raw); print(raw.hex())").strip() == "010000000000008010"
    wire.gives = (b"\xff" * 9 + b"\x00") * 2
    assert tell("nine 74HC165", chip.measure("lambda: sensors.scan_into(raw)")) < 300


def test_lights_on_spi(chip):
    wire = SPIWire(chip.chip._device.mcu, 1, 5_000_000)
    chip.run("from drivers.lights_max7219 import MAX7219")
    chip.run("lights = MAX7219(1, 10, 11, 12, 13, 5_000_000, ORDER[:64], 9, False)")
    chip.run("lights.show(frame)")
    assert wire.taken == bytes.fromhex("0f00 0b07 0900 0a09 0c01 01ff 02ff 03ff 04ff 0500 0600 0700 0800")
    assert tell("lights on a MAX7219", chip.measure("lambda: lights.show(frame)")) < 1000


def test_a_matrix_pin_by_pin(chip):
    """The same reeds as those of the reference board's own driver."""
    chip.run("from drivers.sensors_pins import Pins\ndata = PARTS['sensors'][1]")
    chip.run("sensors = Pins(data['rows'], data['columns'], data['settle_us'], 5, False)")
    occupied = Random(5).randbytes(8)
    chip.chip.sense(occupied, 0b10010)
    assert chip.run("sensors.scan_into(raw); print(raw.hex())").strip() == occupied.hex() + "12"
    assert tell("a matrix pin by pin", chip.measure("lambda: sensors.scan_into(raw)")) < 1500
