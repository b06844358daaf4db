# SPDX-License-Identifier: GPL-3.0-or-later
"""The matrix driver against switches, diodes, and columns that take their time to rise."""

from itertools import count

import pytest

ROWS = (4, 2, 7, 1, 0, 8, 5, 3, 6)
COLUMNS = (16, 9, 15, 10, 14, 11, 13, 12)
RISE_US = 7


class Board:
    """Stands for four registers: levels, drive, release, time. `closed[r]` has bit c set where a switch is closed."""

    def __init__(self, pins):
        self.pins = pins
        self.closed = bytearray(9)
        self.now_us = 0xFFFFFFF0  # just before the timer wraps
        self.low_until_us = {}

    def level(self):
        word = 0
        driven = [row for row, pin in enumerate(ROWS) if self.pins.driven[pin]]
        assert len(driven) == 1, "one row at a time"
        assert self.pins.latched[ROWS[driven[0]]] == 0, "a row is never driven high"
        for column, pin in enumerate(COLUMNS):
            if self.closed[driven[0]] >> column & 1:
                self.low_until_us[column] = self.now_us + RISE_US
            elif self.now_us >= self.low_until_us.get(column, 0):
                word |= 1 << pin
        return word

    def set_driven(self, mask, driven):
        for pin in range(30):
            if mask >> pin & 1:
                self.pins.driven[pin] = driven


class Register:
    def __init__(self, read=None, write=None):
        self.read, self.write = read, write

    def __getitem__(self, index):
        assert index == 0
        return self.read()

    def __setitem__(self, index, value):
        assert index == 0
        self.write(value)


@pytest.fixture
def board(pins):
    return Board(pins)


def make(driver, board, rows=ROWS, turned=False, settle_us=8):
    clock = count(1)

    def tick():
        board.now_us += next(clock) % 2
        return board.now_us & 0xFFFFFFFF

    registers = (
        Register(read=board.level),
        Register(write=lambda mask: board.set_driven(mask, True)),
        Register(write=lambda mask: board.set_driven(mask, False)),
        Register(read=tick),
    )
    return driver("sensors_matrix").Matrix(rows, COLUMNS, registers, settle_us, poll_ms=5, turned=turned)


def scan(matrix):
    raw = bytearray(b"\xee" * 9)
    matrix.scan_into(raw)
    return raw


def test_every_square_and_button_has_its_bit(driver, board):
    matrix = make(driver, board)
    for row in range(9):
        for column in range(8):
            board.closed = bytearray(9)
            board.closed[row] = 1 << column
            assert scan(matrix) == board.closed


def test_full_and_empty_rows_do_not_blur(driver, board):
    matrix = make(driver, board)
    board.closed = bytearray(b"\xff\x00\xff\x81\x00\x3c\x00\xff\x00")
    assert scan(matrix) == board.closed


def test_without_settling_they_would(driver, board):
    matrix = make(driver, board, settle_us=2)
    board.closed = bytearray(b"\xff\x00\x00\x00\x00\x00\x00\x00\x00")
    assert scan(matrix) != board.closed


def test_all_rows_are_let_go_after_a_scan(driver, board, pins):
    matrix = make(driver, board)
    assert not any(pins.driven[pin] for pin in ROWS + COLUMNS)
    scan(matrix)
    assert not any(pins.driven[pin] for pin in ROWS + COLUMNS)


def test_turned_by_180_degrees_a1_is_h8_and_the_buttons_stay(driver, board):
    matrix = make(driver, board, turned=True)
    board.closed[0] = 0b0000_0001  # a1 of the panel
    board.closed[1] = 0b0000_0100  # c2
    board.closed[8] = 0b0000_0010
    raw = scan(matrix)
    squares = [row * 8 + column for row in range(8) for column in range(8) if raw[row] >> column & 1]
    assert sorted(squares) == sorted((63 - 0, 63 - 10))
    assert raw[8] == 0b0000_0010


def test_without_a_button_row_the_ninth_byte_is_left_alone(driver, board, pins):
    matrix = make(driver, board, rows=ROWS[:8])
    pins.driven[ROWS[8]] = False
    assert scan(matrix)[8] == 0xEE
