# SPDX-License-Identifier: GPL-3.0-or-later
"""The face driver against two faces that follow the datasheet, on wires that say who drives them."""

import pytest

from touchmove.emulator.tm1637 import Face

FACES = ((18, 19), (20, 21))
DARK = bytes(4)


@pytest.fixture
def wires():
    """Where the lines of each face go: CLK and DIO of White's, of Black's. A face without any is unplugged."""
    return list(FACES)


@pytest.fixture
def faces(pins, wires):
    """Two faces on the pins. A part that pulls DIO low while the chip drives it high would burn."""
    faces = []
    for _, dio in FACES:

        def acknowledge(low, dio=dio):
            assert not (low and pins.driven[dio] and pins.latched[dio]), "two ends drive DIO"
            pins.pulled[dio] = 0 if low else 1

        faces.append(Face(lambda: None, acknowledge))

    def on_change(number):
        for face, lines in zip(faces, wires, strict=True):
            if number in lines and all(line in pins.driven for line in lines):
                face.levels(*(bool(pins.level(line)) for line in lines))

    pins.on_change = on_change
    return faces


@pytest.fixture
def clockface(driver, faces, clock):
    return driver("clockface_tm1637", time=clock).TM1637(faces=FACES, brightness=3)


def send(clockface):
    """Send all there is; return what was said to be lost."""
    lost = []
    while True:
        try:
            if not clockface.send():
                return lost
        except OSError as error:
            lost.append(str(error))


def show(clockface, cells):
    """Show these cells on both faces; return what was said to be lost."""
    clockface.show(0, cells)
    clockface.show(1, cells)
    return send(clockface)


def test_begins_dark_but_switched_on(clockface, faces):
    assert [face.brightness for face in faces] == [0, 0], "no wire moves before somebody asks"
    send(clockface)
    assert [face.cells for face in faces] == [bytes(4), bytes(4)]
    assert [face.brightness for face in faces] == [3, 3]


def test_each_side_has_its_own_face(clockface, faces):
    clockface.show(0, bytearray(b"\x06\xbf\x3f\x6d"))
    clockface.show(1, bytearray(b"\x7f\x80\x01\x40"))
    assert [face.cells for face in faces] == [bytes(4), bytes(4)]
    send(clockface)
    assert [face.cells for face in faces] == [b"\x06\xbf\x3f\x6d", b"\x7f\x80\x01\x40"]


def test_a_caller_may_use_its_buffer_again(clockface, faces):
    cells = bytearray(b"\x01\x02\x04\x08")
    clockface.show(0, cells)
    cells[3] = 0x10
    send(clockface)
    assert faces[0].cells == b"\x01\x02\x04\x08"
    clockface.show(0, cells)
    send(clockface)
    assert faces[0].cells == b"\x01\x02\x04\x10"


def test_the_same_cells_are_not_sent_again(clockface, pins):
    clockface.show(0, b"\x01\x02\x04\x08")
    send(clockface)
    pins.on_change = lambda number: pytest.fail("a wire moved")
    clockface.show(0, b"\x01\x02\x04\x08")
    send(clockface)


def test_a_part_of_an_update_is_two_bytes_at_the_most(clockface, pins):
    clocks = []
    take = pins.on_change

    def count(number):
        take(number)
        if number == FACES[0][0]:
            clocks.append(pins.level(number))

    pins.on_change = count
    clockface.show(0, b"\x01\x02\x04\x08")
    while clockface.send():
        assert clocks.count(1) <= 2 * 9 + 2  # nine clocks a byte, and a rest before and after
        clocks.clear()


def test_a_face_that_is_unplugged_is_told_once_and_the_other_shows_on(clockface, faces, wires):
    wires[0] = ()
    assert show(clockface, b"\x01\x02\x04\x08") == ["TM1637: White's face is lost: no answer"]
    assert show(clockface, b"\x01\x02\x04\x10") == []
    assert [face.cells for face in faces] == [DARK, b"\x01\x02\x04\x10"]
    wires[0] = FACES[0]
    assert show(clockface, b"\x01\x02\x04\x20") == []
    assert [face.cells for face in faces] == [b"\x01\x02\x04\x20"] * 2
    wires[1] = ()
    assert show(clockface, b"\x01\x02\x04\x40") == ["TM1637: Black's face is lost: no answer"]


def test_swapped_wires_are_told(clockface, wires):
    wires[1] = FACES[1][::-1]
    assert show(clockface, b"\x01\x02\x04\x08") == ["TM1637: Black's face is lost: no answer"]


def test_a_line_at_ground_is_told(clockface, faces, wires, pins):
    wires[0] = ()
    pins.pulled[FACES[0][1]] = 0
    assert show(clockface, b"\x01\x02\x04\x08") == ["TM1637: White's face is lost: DIO is held low"]
    assert not pins.driven[FACES[0][1]], "nothing is driven against ground"
    assert show(clockface, b"\x01\x02\x04\x10") == []
    assert faces[1].cells == b"\x01\x02\x04\x10"


def test_a_missing_answer_is_told_though_lines_rise_slowly(clockface, faces, wires, pins, clock):
    """10 kΩ and 10 nF, as modules have them, take 93 µs to the 2.0 V of a certain one."""
    wires[1] = FACES[1][::-1]
    let_go = {}  # at which time, in µs, of a line that was low
    level, on_change = pins.level, pins.on_change

    def slow(number):
        is_low = number in let_go and sum(clock.slept) - let_go[number] < 93
        return 0 if is_low and not pins.driven[number] else level(number)

    def watch(number):
        if pins.driven[number]:
            let_go.pop(number, None)
        elif not pins.latched[number]:
            let_go.setdefault(number, sum(clock.slept))
        on_change(number)

    pins.level, pins.on_change = slow, watch
    assert show(clockface, b"\x01\x02\x04\x08") == ["TM1637: Black's face is lost: no answer"]
    assert faces[0].cells == b"\x01\x02\x04\x08"


def test_what_changes_while_it_is_sent_comes_out_right(clockface, faces):
    clockface.show(0, b"\x01\x02\x04\x08")
    for _ in range(3):
        clockface.send()
    clockface.show(0, b"\x10\x20\x40\x08")
    send(clockface)
    assert faces[0].cells == b"\x10\x20\x40\x08"


def test_a_face_that_lost_power_is_right_again_with_the_next_change(clockface, faces):
    clockface.show(0, b"\x01\x02\x04\x08")
    send(clockface)
    faces[0].__init__(faces[0]._on_change, faces[0]._acknowledge)
    assert faces[0].cells == bytes(4)
    clockface.show(0, b"\x01\x02\x04\x10")
    send(clockface)
    assert faces[0].cells == b"\x01\x02\x04\x10"


def test_an_update_ends_with_free_lines(clockface, pins):
    clockface.show(1, b"\x01\x02\x04\x08")
    send(clockface)
    assert [pins.level(pin) for pin in FACES[1]] == [1, 1]
