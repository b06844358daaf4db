# SPDX-License-Identifier: GPL-3.0-or-later
"""Which ports are boards, and what is said about those that cannot be used."""

from types import SimpleNamespace

import pytest
import serial
from fakeboard import PluggedBoard
from protocols import protocol_seen

from touchmove import ports
from touchmove.errors import BusyError, PortError


def test_boards_are_known_by_their_vendor():
    pico = SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A)
    adapter = SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86)
    nothing = SimpleNamespace(device="/dev/ttyS0", vid=None)
    assert ports.boards([nothing, adapter, pico]) == ["/dev/ttyACM0"]


def test_one_board_is_taken():
    assert ports.choose(["/dev/ttyACM0"]) == "/dev/ttyACM0"


def test_no_board():
    with pytest.raises(PortError, match=r"no board found: plug one in.*--port.*--sim"):
        ports.choose([])


def test_several_boards():
    with pytest.raises(PortError, match=r"--port /dev/ttyACM0 \(or /dev/ttyACM1\)"):
        ports.choose(["/dev/ttyACM0", "/dev/ttyACM1"])


def test_no_such_port():
    with pytest.raises(PortError, match="/dev/ttyNOWHERE: there is no such port"):
        ports.open_port("/dev/ttyNOWHERE")


def test_a_busy_port():
    board = PluggedBoard()
    board.plug()
    try:
        line = ports.open_port(board.port)
        with pytest.raises(BusyError, match="in use by another program"):
            ports.open_port(board.port)
        line.close()
    finally:
        board.unplug()


def test_opening_a_port_resets_nothing():
    """DTR and RTS are what they shall be before the port is opened, and never change while it is open."""
    board = PluggedBoard()
    board.plug()
    serial.protocol_handler_packages.append("protocols")
    try:
        with ports.open_port(f"seen://{board.port}"):
            pass
    finally:
        serial.protocol_handler_packages.remove("protocols")
        board.unplug()
    assert protocol_seen.seen == [("open", True, True), ("dtr", True), ("rts", True)]


def test_no_permission():
    error = PermissionError(13, "Permission denied")
    assert "dialout" in ports.reason("/dev/ttyACM0", error)


def test_a_port_that_is_none(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PortError, match="cannot be opened"):
        ports.open_port(str(tmp_path / "file"))


def test_a_url_that_nobody_knows():
    with pytest.raises(PortError, match="cannot be opened"):
        ports.open_port("gopher://x")
