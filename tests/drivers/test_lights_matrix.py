# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights of one colour against their chips: where each square shines, and that each meaning keeps its rhythm."""

import pytest
from ht16k33 import Chip

from play import lights as light

ORDER = bytes([(n * 37 + 5) % 64 for n in range(64)])  # any wiring
LOAD = 13
FREE, LANDED, CHECK, FIX, PENDING, FAULT = light.FREE, light.LANDED, light.CHECK, light.FIX, light.PENDING, light.FAULT


class MAX7219:
    """`registers` are set by the word of 16 bits that was there when LOAD rose (datasheet, functional diagram)."""

    def __init__(self, pins, spi):
        self.registers = {0x0C: 0, 0x0F: 1}  # asleep, and a spark has left it testing its lights
        self._word = 0
        self._load = 1
        self._pins = pins
        spi.take = self._take
        pins.on_change = self._on_change

    def _take(self, byte):
        self._word = (self._word << 8 | byte) & 0xFFFF

    def _on_change(self, number):
        if number == LOAD:
            load = self._pins.level(LOAD)
            if load and not self._load:
                self.registers[self._word >> 8 & 0x0F] = self._word & 0xFF
            self._load = load

    @property
    def lit(self):
        assert self.registers[0x0C] == 1 and self.registers[0x0F] == 0
        assert self.registers[0x09] == 0 and self.registers[0x0B] == 7
        return {digit * 8 + bit for digit in range(8) for bit in range(8) if self.registers[digit + 1] >> bit & 1}

    @property
    def brightness(self):
        return self.registers[0x0A]


class HT16K33(Chip):
    @property
    def lit(self):
        assert self.is_on
        return {com * 8 + row for com in range(8) for row in range(8) if self.memory[2 * com] >> row & 1}


@pytest.fixture(params=["max7219", "ht16k33"])
def make(request, driver, pins, spi, wire, bus):
    """Return a function that makes a driver and the chip behind it."""

    def make(turned=False):
        if request.param == "max7219":
            chip = MAX7219(pins, spi)
            data = {"spi": 1, "sck": 10, "mosi": 11, "miso": 12, "load": LOAD, "hertz": 5_000_000}
            lights = driver("lights_max7219").MAX7219(order=ORDER, brightness=9, turned=turned, **data)
        else:
            chip = wire.parts[0x70] = HT16K33()
            lights = driver("lights_ht16k33").HT16K33(bus, 0x70, order=ORDER, brightness=9, turned=turned)
        return lights, chip

    return make


def one(square, level=1, channel=0):
    frame = bytearray(192)
    frame[3 * square + channel] = level
    return frame


def test_every_square_shines_where_its_light_is(make):
    lights, chip = make()
    for square in range(64):
        lights.show(one(square, channel=square % 3))
        assert chip.lit == {ORDER.index(square)}
    assert chip.brightness == 9


def test_all_and_none(make):
    lights, chip = make()
    lights.show(bytearray(b"\x00\x00\x01" * 64))
    assert chip.lit == set(range(64))
    lights.show(bytearray(192))
    assert chip.lit == set()


def test_turned_by_180_degrees_a1_is_where_h8_was(make):
    lights, chip = make(turned=True)
    lights.show(one(0))
    assert chip.lit == {ORDER.index(63)}
    lights.turn()
    lights.show(one(0))
    assert chip.lit == {ORDER.index(0)}


def test_a_chip_that_comes_back_is_right_with_the_next_frame(make, pins, spi):
    lights, chip = make()
    lights.show(one(12))
    chip.__init__(*((pins, spi) if isinstance(chip, MAX7219) else ()))
    lights.show(one(13))
    assert chip.lit == {ORDER.index(13)}


def test_what_is_lit_and_its_rhythm_are_those_of_the_table_however_dim(make):
    lights, chip = make()
    drawn = light.Lights(budget_ma=400, full_ma=5)
    for level in (255, 25):  # the brightest, and the dimmest that can be chosen
        drawn.level = level
        for meaning in range(1, len(light.MEANINGS)):
            drawn.clear()
            drawn.set(27, meaning)
            rhythm = 0
            for tick in range(8):
                if drawn.draw(tick * light.TICK_MS):
                    lights.show(drawn.frame)
                assert chip.lit <= {ORDER.index(27)}
                rhythm |= bool(chip.lit) << tick
            assert rhythm == light.MEANINGS[meaning][2], light.MEANINGS[meaning][0]
            assert chip.brightness == 9


def test_meanings_that_are_seen_together_and_ask_for_different_hands_differ_in_rhythm():
    together = [(CHECK, light.TRACE), (FIX, LANDED), (FIX, PENDING), (PENDING, LANDED), (FAULT, CHECK), (FAULT, FREE)]
    for some, other in together:
        assert light.MEANINGS[some][2] != light.MEANINGS[other][2]


def test_a_bus_that_is_held_down_is_said_once_and_freed(driver, wire, bus):
    lights = driver("lights_ht16k33").HT16K33(bus, 0x70, order=ORDER, brightness=9, turned=False)
    wire.parts[0x70] = HT16K33()
    wire.hold(5)
    with pytest.raises(OSError, match=r"0x70 is lost: .*SDA is held low"):
        lights.show(one(12))
    assert not wire.held
    lights.show(one(13))
    assert wire.parts[0x70].lit == {ORDER.index(13)}


def test_an_ht16k33_that_is_not_there_is_said_once_and_looked_for_with_each_frame(driver, wire, bus):
    lights = driver("lights_ht16k33").HT16K33(bus, 0x70, order=ORDER, brightness=9, turned=False)
    assert wire.sent == []
    with pytest.raises(OSError, match="0x70 is lost"):
        lights.show(one(12))
    lights.show(one(13))
    assert len(wire.sent) == 2
    wire.parts[0x70] = HT16K33()
    lights.show(one(14))
    assert wire.parts[0x70].lit == {ORDER.index(14)}
