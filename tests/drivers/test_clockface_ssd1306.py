# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver of OLED faces against two panels that follow the datasheet, on a bus that can lack one or be stuck."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from touchmove.emulator.ssd1306 import Panel

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
ADDRESSES = (0x3C, 0x3D)
MOST = 24  # bytes of a transfer, with its address: 0.54 ms at 400 kHz
BEGINNING = 1 + 64 + 1  # transfers of a panel that shows nothing yet
EIGHTS = b"\x7f\xff\x7f\x7f"


class SH1106(Panel):
    """A panel of 132 columns and fewer commands (datasheet V0.2): what follows one that it lacks is a command too."""

    argued = Panel.argued - {0x20, 0x8D}

    def __init__(self):
        super().__init__(first=2)
        self.registers[0x8D] = 0x14  # its charge pump is on from the start


@pytest.fixture
def panels(wire):
    wire.parts.update({address: Panel() for address in ADDRESSES})
    return wire.parts


@pytest.fixture
def make(driver, bus, panels):
    def make(column=0):
        return driver("clockface_ssd1306").SSD1306(bus=bus, addresses=ADDRESSES, column=column, contrast=0x7F)

    return make


@pytest.fixture
def clockface(make):
    clockface = make()
    send(clockface)
    return clockface


def send(clockface):
    count = 0
    while clockface.send():
        count += 1
    return count


def dots(wire):
    return [wire.parts[address].dots for address in ADDRESSES]


def test_sends_nothing_before_it_is_its_turn(make, wire):
    make()
    assert wire.sent == []


def test_begins_dark_but_switched_on(clockface, wire):
    assert len(wire.sent) == 2 * BEGINNING
    assert dots(wire) == [set(), set()]
    for panel in wire.parts.values():
        assert panel.is_on
        assert not any(panel.contents[page * 132 + x] for page in range(8) for x in range(128))
        assert panel.registers == {0x20: 0x02, 0xA8: 63, 0xD3: 0, 0xDA: 0x12, 0x8D: 0x14, 0x81: 0x7F}
        assert panel.modes == {0x40, 0xA1, 0xC8, 0xA4, 0xA6}


def test_a_panel_is_on_only_when_its_memory_is_no_noise_any_more(make, wire):
    clockface = make()
    for _ in range(BEGINNING - 1):
        clockface.send()
        assert not wire.parts[ADDRESSES[0]].is_on
    clockface.send()
    assert wire.parts[ADDRESSES[0]].is_on


def test_a_part_is_page_column_and_sixteen_bytes(clockface, wire):
    wire.sent.clear()
    clockface.show(1, b"\x00\x00\x00\x04")  # c of the last cell: columns 121 to 127, lines 32 to 58
    send(clockface)
    assert [address for address, _ in wire.sent] == [0x3D] * 5
    assert wire.sent[0][1] == b"\x80\xb4\x80\x00\x80\x17\x40" + bytes(9) + b"\xf8\xfc\xfe\xff\xfe\xfc\xf8"
    assert [data[:2] for _, data in wire.sent[:4]] == [b"\x80\xb4", b"\x80\xb5", b"\x80\xb6", b"\x80\xb7"]
    assert wire.sent[3][1][7:] == bytes(9) + b"\x00\x01\x03\x07\x03\x01\x00"
    assert wire.sent[4][1] == b"\x00\xaf"


def test_each_side_has_its_own_face(clockface, wire):
    clockface.show(0, EIGHTS)
    send(clockface)
    white, black = dots(wire)
    assert black == set()
    clockface.show(1, EIGHTS)
    send(clockface)
    assert dots(wire) == [white, white]


def test_cells_fill_the_panel_and_keep_apart(clockface, wire):
    clockface.show(0, EIGHTS)
    send(clockface)
    lit = dots(wire)[0]
    assert {x for x, _ in lit} >= {0, 25, 31, 56, 71, 96, 102, 127}
    assert not {x for x, _ in lit} & {26, 30, 57, 58, 59, 68, 69, 70, 97, 101}
    assert {y for _, y in lit} == set(range(63))
    assert {(127 - x, y) for x, y in lit} == lit, "as the left, so the right"


def test_segments_share_no_dot(clockface, wire):
    seen = set()
    for cell in range(4):
        for bit in range(8 if cell == 1 else 7):
            cells = bytearray(4)
            cells[cell] = 1 << bit
            clockface.show(0, cells)
            send(clockface)
            lit = dots(wire)[0]
            assert lit
            assert not lit & seen
            seen |= lit


def test_what_is_shown_after_all_that_was_shown_before_is_what_a_new_panel_shows(make, clockface, wire):
    for cells in (EIGHTS, b"\x3f\xed\x3f\x4f", bytes(4), b"\x06\x74\x66\x3f"):
        clockface.show(0, cells)
        send(clockface)
    before = dots(wire)[0]
    wire.parts[0x3C] = Panel()
    other = make()
    other.show(0, b"\x06\x74\x66\x3f")
    send(other)
    assert dots(wire)[0] == before


def test_a_changed_digit_sends_its_own_columns_only(clockface, wire):
    clockface.show(0, b"\x3f\xed\x3f\x4f")
    send(clockface)
    wire.sent.clear()
    clockface.show(0, b"\x3f\xed\x3f\x5b")  # 3 to 2: c goes, e comes
    send(clockface)
    places = [(data[1] & 7, (data[5] & 15) << 4 | data[3]) for _, data in wire.sent[:-1]]
    assert places == [(page, column) for page in (4, 5, 6, 7) for column in (96, 112)]


def test_no_send_is_longer_than_a_step_can_spare(make, wire):
    clockface = make()
    clockface.show(0, EIGHTS)
    clockface.show(1, EIGHTS)
    before = 0
    while clockface.send():
        assert len(wire.sent) == before + 1
        before += 1
    assert max(1 + len(data) for _, data in wire.sent) <= MOST


def test_a_caller_may_use_its_buffer_again(clockface, wire):
    cells = bytearray(EIGHTS)
    clockface.show(0, cells)
    cells[3] = 0
    send(clockface)
    assert max(x for x, _ in dots(wire)[0]) == 127


def test_the_same_cells_are_not_sent_again(clockface, wire):
    clockface.show(0, EIGHTS)
    send(clockface)
    wire.sent.clear()
    clockface.show(0, EIGHTS)
    assert not clockface.send()
    assert wire.sent == []


def test_what_changes_while_it_is_sent_comes_out_right(clockface, wire):
    clockface.show(0, EIGHTS)
    for _ in range(20):
        clockface.send()
    clockface.show(0, b"\x00\x00\x00\x04")
    send(clockface)
    lit = dots(wire)[0]
    assert lit and all(x > 120 and 32 <= y < 59 for x, y in lit)


def test_an_sh1106_shows_the_same(make, clockface, wire):
    clockface.show(0, EIGHTS)
    send(clockface)
    shown = dots(wire)[0]
    wire.parts.update({address: SH1106() for address in ADDRESSES})
    other = make(column=2)
    other.show(0, EIGHTS)
    send(other)
    assert dots(wire) == [shown, set()]


def test_a_panel_that_is_not_there_is_said_once_and_the_other_one_shows(make, wire):
    del wire.parts[0x3C]
    clockface = make()
    with pytest.raises(OSError, match=r"0x3c is lost: .*EIO"):
        clockface.send()
    clockface.show(1, EIGHTS)
    send(clockface)
    assert wire.parts[0x3D].dots
    clockface.show(0, EIGHTS)
    assert send(clockface) == 1  # it was looked for


def test_a_panel_that_comes_back_is_right_with_the_next_change(clockface, wire):
    clockface.show(0, EIGHTS)
    send(clockface)
    eights = dots(wire)[0]
    del wire.parts[0x3C]
    clockface.show(0, b"\x3f\xed\x3f\x4f")
    with pytest.raises(OSError, match="0x3c"):
        send(clockface)
    wire.parts[0x3C] = Panel()
    clockface.show(0, EIGHTS)
    send(clockface)
    assert dots(wire)[0] == eights
    del wire.parts[0x3C]
    clockface.show(0, bytes(4))
    with pytest.raises(OSError, match="0x3c"):  # a loss of its own
        send(clockface)


def test_a_bus_that_is_stuck_costs_each_panel_one_transfer_a_change(clockface, wire):
    wire.hold(1000)
    wire.sent.clear()
    for side, address in enumerate(ADDRESSES):
        clockface.show(side, EIGHTS)
        with pytest.raises(OSError, match=f"0x{address:02x} is lost: .*ETIMEDOUT"):
            clockface.send()
    assert not clockface.send()
    clockface.show(0, bytes(4))
    assert send(clockface) == 1
    assert len(wire.sent) == 3
    wire.held = 0
    clockface.show(0, EIGHTS)
    clockface.show(1, bytes(4))
    send(clockface)
    assert bool(dots(wire)[0])
    assert wire.parts[0x3D].dots == set()


def test_micropython_sends_the_same_and_allocates_nothing_for_it(make, wire):
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    command = [MICROPYTHON, ROOT / "tests" / "micropython" / "clockface_heap.py"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    clockface = make()
    send(clockface)
    for cells in (b"\x3f\xed\x3f\x4f", b"\x3f\xed\x3f\x5b", b"\x06\x74\x66\x3f"):
        clockface.show(0, cells)
        send(clockface)
    assert done.stdout.strip() == b"".join(data for address, data in wire.sent if address == 0x3C).hex()
