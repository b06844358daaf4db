# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver of HT16K33 faces against two backpacks that follow the datasheet, on a bus that can lose them."""

import pytest
from ht16k33 import Chip

from play import face

ADDRESSES = (0x70, 0x71)
PLACES = (0, 2, 6, 8)  # in memory: COM 0, 1, 3 and 4


class Backpack(Chip):
    @property
    def cells(self):
        """What is seen, as the firmware draws it; None while the face is dark."""
        if not self.is_on:
            return None
        assert self.memory[4] & ~0x02 == 0, "only the colon hangs on COM 2 of a backpack"
        assert not any(self.memory[1:10:2])
        cells = [self.memory[place] for place in PLACES]
        assert not any(cell & 0x80 for cell in cells), "no decimal point is asked for"
        cells[1] |= 0x80 if self.memory[4] else 0
        return bytes(cells)


@pytest.fixture
def faces(wire):
    wire.parts.update({address: Backpack() for address in ADDRESSES})
    return list(wire.parts.values())


@pytest.fixture
def clockface(driver, bus, faces):
    return driver("clockface_ht16k33").HT16K33(bus, ADDRESSES, brightness=4)


def send(clockface):
    count = 0
    while clockface.send():
        count += 1
    return count


def cells(text):
    drawn = bytearray(4)
    face.draw(text, drawn)
    return drawn


def test_begins_dark_but_switched_on(clockface, faces, wire):
    assert wire.sent == []
    send(clockface)
    assert [face.cells for face in faces] == [bytes(4), bytes(4)]
    assert [face.brightness for face in faces] == [4, 4]


def test_a_face_is_on_only_when_its_memory_is_no_noise_any_more(clockface, faces):
    while faces[0].cells is None:
        assert clockface.send()
    assert faces[0].cells == bytes(4)


def test_an_update_on_the_wire(clockface, wire):
    send(clockface)
    wire.sent.clear()
    clockface.show(0, cells("12:34"))
    send(clockface)
    memory = b"\x00\x06\x00\x5b\x00\x02\x00\x4f\x00\x66\x00"
    assert wire.sent == [(0x70, b"\x21"), (0x70, memory), (0x70, b"\xe4"), (0x70, b"\x81")]


def test_each_side_has_its_own_face(clockface, faces):
    clockface.show(0, cells("05:03"))
    clockface.show(1, cells("qd1"))
    send(clockface)
    assert [face.cells for face in faces] == [cells("05:03"), cells("qd1")]


def test_a_caller_may_use_its_buffer_again(clockface, faces):
    drawn = cells("88:88")
    clockface.show(0, drawn)
    drawn[3] = 0
    send(clockface)
    assert faces[0].cells == cells("88:88")


def test_the_same_cells_are_not_sent_again(clockface, wire):
    send(clockface)
    wire.sent.clear()
    clockface.show(0, bytes(4))
    assert not clockface.send()
    assert wire.sent == []


def test_a_part_is_one_transfer_of_twelve_bytes_at_the_most(clockface, wire):
    """Nine bits a byte at 400 kHz: 0.27 ms."""
    clockface.show(0, cells("88:88"))
    before = 0
    while clockface.send():
        assert len(wire.sent) == before + 1
        before += 1
    assert max(1 + len(data) for _, data in wire.sent) == 12


def test_what_changes_while_it_is_sent_comes_out_right(clockface, faces):
    clockface.show(0, cells("88:88"))
    for _ in range(3):
        clockface.send()
    clockface.show(0, cells("05:03"))
    send(clockface)
    assert faces[0].cells == cells("05:03")


def test_a_face_that_lost_power_is_right_again_with_the_next_change(clockface, faces):
    clockface.show(0, cells("05:03"))
    send(clockface)
    faces[0].__init__()
    clockface.show(0, cells("05:02"))
    send(clockface)
    assert faces[0].cells == cells("05:02")
    assert faces[0].brightness == 4


def test_a_face_that_is_not_there_is_said_once_and_the_other_one_shows(clockface, faces, wire):
    lost = wire.parts.pop(0x70)
    with pytest.raises(OSError, match=r"0x70 is lost: .*EIO"):
        send(clockface)
    clockface.show(1, cells("05:03"))
    send(clockface)
    assert faces[1].cells == cells("05:03")
    clockface.show(0, cells("05:03"))
    assert send(clockface) == 1  # it was looked for
    wire.parts[0x70] = lost
    clockface.show(0, cells("05:02"))
    send(clockface)
    assert faces[0].cells == cells("05:02")


def test_a_bus_that_is_stuck_costs_each_face_one_transfer_a_change(clockface, wire):
    wire.hold(100_000)
    for side in (0, 1):
        with pytest.raises(OSError, match="SDA is held low"):
            clockface.send()
        assert len(wire.sent) == side + 1
    assert not clockface.send()
    clockface.show(0, cells("05:03"))
    assert send(clockface) == 1
