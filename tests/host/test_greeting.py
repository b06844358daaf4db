# SPDX-License-Identifier: GPL-3.0-or-later
"""Saying hello to what is at a port, as after a reset."""

import pytest
from fakeboard import PluggedBoard

from link import frame
from touchmove import greeting, ports
from touchmove.conversation import Greeted, Prompted
from touchmove.errors import BoardError, PortError
from touchmove.sim import wire


@pytest.fixture
def board():
    board = PluggedBoard()
    board.plug()
    yield board
    board.unplug()


def test_a_board_says_who_it_is_and_sends_nothing_else(board):
    board.add("lifted", 5, "e2")
    with ports.open_port(board.port) as line:
        met, heard = greeting.meet(line, 5)
    assert isinstance(met, Greeted)
    assert (met.board.name, met.board.unique, met.board.last) == ("fake", "u1", 1)
    assert heard.count("\n") == 1


def test_one_that_stands_at_its_prompt(board):
    board.at_prompt = True
    with ports.open_port(board.port) as line:
        assert isinstance(greeting.meet(line, 5)[0], Prompted)


def test_silence_takes_no_longer_than_is_allowed():
    class Silent:
        def __init__(self):
            self.passed_s = 0

        def write(self, data):
            pass

        def read(self, size):
            self.passed_s += 0.05
            return b""

    line = Silent()
    assert greeting.meet(line, 3, lambda: line.passed_s) == (None, "")
    assert line.passed_s == pytest.approx(3, abs=0.1)


def test_a_lost_port_is_said(board):
    class Lost:
        def write(self, data):
            raise OSError("gone")

    with pytest.raises(PortError, match=r"the port was lost \(gone\): plug the board in"):
        greeting.meet(Lost(), 5)


def test_waiting_for_a_port_that_comes_back(board):
    asked = []

    def find():
        asked.append(1)
        if len(asked) < 3:
            raise PortError("not yet")
        return board.port

    assert greeting.wait(find, 5).name == "fake"
    assert len(asked) == 3


def test_a_port_that_does_not_come_back():
    def find():
        raise PortError("it did not come back")

    with pytest.raises(PortError, match="it did not come back"):
        greeting.wait(find, 0)


def test_a_firmware_that_does_not_start_has_the_last_word(board):
    text = b'hello?\r\nTraceback (most recent call last):\r\n  File "main"\r\nImportError: no app\r\n'
    text += b"MicroPython v1.28.0 on a day; Pico\r\n>>> "
    board._prompt = lambda data: text
    board.at_prompt = True
    with pytest.raises(BoardError, match=r"at a MicroPython prompt, and said:\nTraceback (.|\n)*ImportError: no app$"):
        greeting.wait(lambda: board.port, 5)


def test_another_version_is_named(board):
    def older(line):
        body = line[:-6].replace(b" hello 1 0.1.0 ", b" hello 0 0.0.7 ")
        return b"%s*%04X\n" % (body, frame.check(body))

    board.cable.change = older
    with pytest.raises(BoardError, match=r"runs firmware 0\.0\.7 with protocol 0"):
        greeting.wait(lambda: board.port, 5)


def test_nothing_answers():
    cable = wire.Pty()
    try:
        with pytest.raises(BoardError, match="nothing answers there"):
            greeting.wait(lambda: cable.port, 0.3)
    finally:
        cable.close()
