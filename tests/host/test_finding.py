# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said about the ports of a computer."""

import os
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest
from fakeboard import PluggedBoard

from link import frame
from touchmove import finding, ports
from touchmove.conversation import Board
from touchmove.sim import wire

PICO = 0x2E8A


def listed(device, vid=PICO, description="Board in FS mode"):
    return SimpleNamespace(device=device, vid=vid, description=description)


def look(*known, has=lambda port: None):
    return finding.look(has, known, patience_s=0.4)


def test_a_board_with_its_versions(board):
    (found,) = look(listed(board.port))
    assert found == finding.Finding(board.port, "fake u1, firmware 0.1.0, protocol 1")


def test_a_board_with_an_older_firmware(board):
    def older(line):
        body = line[:-6].replace(b" hello 1 0.1.0 ", b" hello 0 0.0.7 ")
        return b"%s*%04X\n" % (body, frame.check(body))

    board.cable.change = older
    (found,) = look(listed(board.port))
    assert "firmware 0.0.7" in found.what and found.advice == f"touchmove update --port {board.port}"


def test_a_board_at_its_prompt(board):
    board.at_prompt = True
    (found,) = look(listed(board.port))
    assert "MicroPython at its prompt" in found.what
    assert f"touchmove flash --port {board.port}" in found.advice


def test_a_port_that_another_program_has(board):
    with closing(ports.open_port(board.port)):
        (found,) = look(listed(board.port))
        assert found.what.startswith("is in use by another program: close it")
        played = Board("0.1.0", "fake", "u1", "j1", 1, 0)
        (found,) = look(listed(board.port), has=lambda port: played if port == board.port else None)
    assert found.what == "fake u1, firmware 0.1.0, protocol 1, played by `touchmove run`"


def test_something_silent():
    cable = wire.Pty()
    try:
        (found,) = look(listed(cable.port))
    finally:
        cable.close()
    assert found.what == "a board of Raspberry Pi that does not answer" and "touchmove flash" in found.advice


def test_what_may_be_anything_is_not_spoken_to():
    board = PluggedBoard()
    board.plug()
    try:
        found = look(listed(board.port, 0x1A86, "USB Serial"), listed("/dev/ttyS9", None, "n/a"))
        assert {entry.port: entry.what for entry in found} == {
            board.port: "USB Serial: not asked",
            "/dev/ttyS9": "no USB: not asked",
        }
        assert {entry.advice for entry in found} == {
            f"if a board is behind it, name it: --port {device}" for device in (board.port, "/dev/ttyS9")
        }
        assert board.cable.outbox == b"" and board.peer.splitter.line == b""
    finally:
        board.unplug()


def test_no_permission_names_the_group(tmp_path):
    port = tmp_path / "port"
    port.touch()
    text = ports.reason(str(port), PermissionError(13, "Permission denied"))
    group = port.group()
    assert f"sudo usermod -aG {'dialout' if group == 'root' else group} $USER" in text


@pytest.mark.skipif(os.geteuid() == 0 or not os.path.exists("/bin/true"), reason="root may open every port")
def test_a_port_that_one_may_not_open():
    device = os.ttyname(os.openpty()[1])
    os.chmod(device, 0)
    (found,) = look(listed(device))
    assert "no permission" in found.what and "usermod" in found.what


def test_the_command(tmp_path):
    environment = {**os.environ, "TOUCHMOVE_HOME": str(tmp_path), "COLUMNS": "200", "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, "-m", "touchmove", "ports"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip()
