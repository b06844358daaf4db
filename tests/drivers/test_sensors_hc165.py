# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver of the shift registers against a chain that follows their function table, whole, broken and stuck."""

import pytest

from boards import esp32s3_hc165

DATA = esp32s3_hc165.PARTS["sensors"][1]
NOTHING = 255


class Chain:
    """`inputs`: levels, the chip on the data wire first, its input H first. `cut`: from this bit on nothing arrives."""

    def __init__(self, pins, spi, count=72):
        self.inputs = [1] * count
        self.cut = None
        self.stuck = None
        self._register = []
        self._pins = pins
        spi.give = self._give
        pins.on_change = self._on_change

    def _on_change(self, number):
        if number == DATA["load"] and not self._pins.level(number):
            self._register = list(self.inputs)

    def _give(self):
        assert self._pins.level(DATA["load"]), "while SH/LD is low nothing is shifted"
        byte = 0
        for _ in range(8):
            byte = byte << 1 | (self._register.pop(0) if self._register else 0)  # SER of the last chip is at ground
            if self.cut is not None and len(self._register) < self.cut:
                byte |= 1  # an open wire, pulled up
        return byte if self.stuck is None else self.stuck


@pytest.fixture
def chain(pins, spi):
    return Chain(pins, spi)


@pytest.fixture
def sensors(driver, chain):
    return driver("sensors_hc165").HC165(**DATA)


def scan(sensors):
    raw = bytearray(b"\xee" * 9)
    sensors.scan_into(raw)
    return raw


def bit(raw):
    """Return the only bit that is set, as `order` names it."""
    (at,) = [row * 8 + column for row in range(9) for column in range(8) if raw[row] >> column & 1]
    return at


def test_the_bus_is_as_the_chips_want_it(sensors, spi):
    assert spi.made == (1, 2_000_000, 4, 11, 5)
    assert spi.mode == (1, 0), "read at a falling edge, shifted at a rising one"


def test_every_square_and_button_has_its_input(sensors, chain):
    for n, at in enumerate(DATA["order"]):
        chain.inputs = [1] * 72
        if at != NOTHING:
            chain.inputs[n] = 0
            assert bit(scan(sensors)) == at


def test_an_empty_board_and_a_full_one(sensors, chain):
    assert scan(sensors) == bytes(9)
    chain.inputs = [0] * 64 + [1] * 8
    assert scan(sensors) == b"\xff" * 8 + b"\x00"


def test_any_order_of_wires(driver, chain):
    order = bytes([(n * 37 + 5) % 64 for n in range(64)]) + DATA["order"][64:]
    sensors = driver("sensors_hc165").HC165(**{**DATA, "order": order})
    for n in range(64):
        chain.inputs = [1] * 72
        chain.inputs[n] = 0
        assert bit(scan(sensors)) == order[n]


def test_turned_by_180_degrees_a1_is_h8_and_the_buttons_stay(driver, chain):
    sensors = driver("sensors_hc165").HC165(**{**DATA, "turned": True})
    chain.inputs[0] = 0
    assert bit(scan(sensors)) == 63
    chain.inputs[0], chain.inputs[65] = 1, 0
    assert bit(scan(sensors)) == 65
    sensors.turn()
    chain.inputs[0], chain.inputs[65] = 0, 1
    assert bit(scan(sensors)) == 0


def test_without_buttons_the_ninth_byte_is_left_alone(driver, pins, spi):
    chain = Chain(pins, spi, count=64)
    sensors = driver("sensors_hc165").HC165(**{**DATA, "order": bytes(range(64))})
    chain.inputs[9] = 0
    assert scan(sensors) == b"\x00\x02" + bytes(6) + b"\xee"


@pytest.mark.parametrize(
    ("fault", "reads"),
    [
        ({"stuck": 0xFF}, "ff" * 10),  # no chip, or no wire from the first one
        ({"stuck": 0x00}, "00" * 10),  # the wire lies at ground: 64 men and all buttons
        ({"cut": 32}, "ff" * 10),  # a broken wire in the middle
    ],
)
def test_a_chain_that_does_not_answer_is_said_once_and_the_squares_stay(sensors, chain, fault, reads):
    chain.inputs[12] = 0
    raw = scan(sensors)
    chain.inputs[12] = 1
    for name, value in fault.items():
        setattr(chain, name, value)
    with pytest.raises(OSError, match=f"74HC165 does not answer, it reads {reads}"):
        sensors.scan_into(raw)
    sensors.scan_into(raw)
    assert bit(raw) == 12
    chain.cut = chain.stuck = None
    sensors.scan_into(raw)
    assert raw == bytes(9)
    chain.stuck = 0xFF
    with pytest.raises(OSError, match="does not answer"):
        sensors.scan_into(raw)
