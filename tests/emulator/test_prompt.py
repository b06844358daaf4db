# SPDX-License-Identifier: GPL-3.0-or-later
"""The real MicroPython at its prompt, for people and for programs: the bridge knows both, and restarts the board."""

import queue

import pytest

from touchmove import install
from touchmove.archive import Archive
from touchmove.bridge import Bridge, State

DEADLINE_S = 60
MAIN = b"with open('/ran', 'a') as file:\n    file.write('x')\n"


@pytest.fixture
def chip(uf2):
    from touchmove.emulator.chip import Chip

    chip = Chip(uf2)
    chip.advance(300)
    with chip.running():
        yield chip
    chip.close()


@pytest.mark.parametrize("left_by", [b"", b"\x01"], ids=["people", "a program"])
def test_a_board_left_at_its_prompt(chip, tmp_path, left_by):
    with install.repl(chip.port) as transport:
        transport.fs_writefile("/main.py", MAIN)
        transport.serial.write(b"\r\x02" + left_by)
        transport.in_raw_repl = False
    archive = Archive(tmp_path / "games.sqlite")
    changes = queue.Queue()
    bridge = Bridge(archive, lambda: chip.port)
    bridge.listen(changes.put)
    bridge.start()
    try:
        change = changes.get(timeout=DEADLINE_S)
        while not (isinstance(change, State) and change.name == "prompted"):
            change = changes.get(timeout=DEADLINE_S)
        bridge.resume()
        while not bridge._requests.empty():
            pass
    finally:
        bridge.stop()
        archive.close()
    with install.repl(chip.port) as transport:
        assert transport.fs_readfile("/ran") == b"x"
