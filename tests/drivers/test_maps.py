# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and lights that lie under other squares than their driver takes them to, and the file that says so."""

import random

import pytest

from drivers import mapped
from drivers.maps_file import File

IDENTITY = bytes(range(64))
MIRRORED = bytes(square ^ 7 for square in range(64))


class Sensors:
    """Reads these squares; `buttons` is what it fills in besides, None if buttons are another driver's."""

    poll_ms = 3

    def __init__(self, squares=(), buttons=None):
        self.squares = squares
        self.buttons = buttons

    def scan_into(self, raw):
        for rank in range(8):
            raw[rank] = sum(1 << (square & 7) for square in self.squares if square >> 3 == rank)
        if self.buttons is not None:
            raw[8] = self.buttons


class Lights:
    def show(self, frame):
        self.frame = bytes(frame)


def shuffled(seed):
    squares = list(range(64))
    random.Random(seed).shuffle(squares)
    return bytes(squares)


def read(part, before=0):
    """Return the squares that a part reads, and what it leaves of the buttons."""
    raw = bytearray(b"\xa5" * 8 + bytes((before,)))
    part.scan_into(raw)
    return {square for square in range(64) if raw[square >> 3] >> (square & 7) & 1}, raw[8]


@pytest.mark.parametrize("squares", [IDENTITY, MIRRORED, shuffled(1), shuffled(2)])
def test_sensors_are_read_where_they_lie(squares):
    for number in range(64):
        part = mapped.Sensors(Sensors([number, 63 - number], 5), squares)
        assert read(part) == ({squares[number], squares[63 - number]}, 5)
        part.turn()
        assert read(part)[0] == {63 - squares[number], 63 - squares[63 - number]}
    assert part.poll_ms == 3


def test_buttons_of_another_driver_stay():
    assert read(mapped.Sensors(Sensors([0]), MIRRORED), before=0x15) == ({7}, 0x15)


@pytest.mark.parametrize("squares", [IDENTITY, MIRRORED, shuffled(3)])
def test_lights_show_what_is_meant_for_their_square(squares):
    frame = random.Random(4).randbytes(192)
    inner = Lights()
    part = mapped.Lights(inner, squares)
    part.show(frame)
    for number in range(64):
        assert inner.frame[3 * number : 3 * number + 3] == frame[3 * squares[number] : 3 * squares[number] + 3]
    part.turn()
    part.show(frame)
    assert inner.frame[:3] == frame[3 * (63 - squares[0]) : 3 * (63 - squares[0]) + 3]


def test_a_file_keeps_each_kind_by_itself(tmp_path):
    path = str(tmp_path / "maps")
    sensors, lights = Sensors([0]), Lights()
    file = File(path)
    assert file.apply("sensors", sensors) is sensors
    file.save("sensors", MIRRORED)
    file.save("lights", shuffled(5))
    again = File(path)
    assert again.maps == {"sensors": MIRRORED, "lights": shuffled(5)}
    assert read(again.apply("sensors", sensors))[0] == {7}
    assert isinstance(again.apply("lights", lights), mapped.Lights)
    again.save("sensors", b"")
    assert File(path).maps == {"lights": shuffled(5)}
    assert (tmp_path / "maps").read_text() == f"lights {shuffled(5).hex()}\n"


@pytest.mark.parametrize(
    "text", ["", "sensors", "sensors 00", f"sensors {'00' * 64}", "sensors xyz\nlights 1", "\0\n\n"]
)
def test_a_file_gone_bad_is_none(tmp_path, text):
    (tmp_path / "maps").write_text(text)
    assert File(str(tmp_path / "maps")).maps == {}
