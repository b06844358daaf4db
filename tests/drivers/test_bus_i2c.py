# SPDX-License-Identifier: GPL-3.0-or-later
"""The I2C bus that parts share: what is lost is said once, and what holds it down is let go of."""

import pytest

SCL, SDA = 19, 18


class Part:
    def __init__(self):
        self.taken = []

    def take(self, data):
        self.taken.append(data)

    def give(self, register, count):
        return bytes((register,)) * count


@pytest.fixture
def part(wire):
    wire.parts[0x70] = Part()
    return wire.parts[0x70]


def test_is_opened_with_the_boards_data_and_sends_nothing_by_itself(bus, wire):
    assert wire.opened == [(1, SCL, SDA, 400_000, 700)]
    assert wire.sent == []


def test_writes_and_reads(bus, part):
    assert bus.write(0x70, b"\x21")
    assert part.taken == [b"\x21"]
    buf = bytearray(3)
    assert bus.read_into(0x70, 0x12, buf)
    assert buf == b"\x12\x12\x12"
    assert not bus.lost


@pytest.mark.parametrize(
    "reach", [lambda bus: bus.write(0x20, b"\x00"), lambda bus: bus.read_into(0x20, 0, bytearray(1))]
)
def test_a_part_that_is_not_there_is_said_once_for_each_loss(bus, wire, reach):
    with pytest.raises(OSError, match=r"^I2C: 0x20 is lost: .*EIO\S*$"):
        reach(bus)
    assert not reach(bus)
    assert bus.lost == {0x20}
    wire.parts[0x20] = Part()
    assert reach(bus)
    assert bus.lost == set()
    del wire.parts[0x20]
    with pytest.raises(OSError, match="0x20 is lost"):
        reach(bus)


def test_one_part_that_is_lost_is_not_all_of_them(bus, part):
    with pytest.raises(OSError, match="0x20"):
        bus.write(0x20, b"\x00")
    assert bus.write(0x70, b"\x81")
    assert bus.lost == {0x20}


@pytest.mark.parametrize("clocks", [1, 4, 9])
def test_a_part_that_was_interrupted_in_a_byte_lets_go_after_nine_clocks_and_a_stop(bus, part, wire, clock, clocks):
    wire.hold(clocks)
    with pytest.raises(OSError, match=r"0x70 is lost: .*ETIMEDOUT.*, SDA is held low"):
        bus.write(0x70, b"\x21")
    assert wire.held == 0
    assert min(clock.slept) >= 5, "no clock is quicker than 100 kHz"
    assert len(wire.opened) == 2, "the chip's own half may hang as well"
    assert bus.write(0x70, b"\x81")
    assert part.taken == [b"\x81"]


def test_a_bus_that_stays_down_costs_one_transfer_a_try(bus, part, wire):
    wire.hold(1000)
    with pytest.raises(OSError, match="SDA is held low"):
        bus.write(0x70, b"\x21")
    wire.sent.clear()
    assert not bus.write(0x70, b"\x21")
    assert len(wire.sent) == 1
