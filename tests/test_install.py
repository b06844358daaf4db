# SPDX-License-Identifier: GPL-3.0-or-later
"""What would be put on a board, and what is said when it cannot be. The installation itself: tests/emulator."""

import os
import pty
import re

import pytest

from touchmove import compiler, install
from touchmove.commands import firmware
from touchmove.errors import BoardError, InputError, PortError, TouchmoveError


@pytest.fixture(scope="module")
def files():
    return compiler.compiled("pico_reed")


def test_a_version_is_compiled_and_what_starts_it_is_source(files):
    assert all(path.endswith(".mpy") for path in files)
    assert "/main.mpy" in files and "/loader.mpy" not in files
    assert b"import main" in compiler.loader()


def test_only_the_drivers_and_the_data_of_this_board(files):
    drivers = {path for path in files if path.startswith("/drivers/")}
    assert "/drivers/sensors_matrix.mpy" in drivers
    assert not any("virtual" in path for path in drivers)
    assert {path for path in files if path.startswith("/boards/")} == {"/boards/__init__.mpy", "/boards/pico_reed.mpy"}
    assert "/__init__.mpy" not in files


@pytest.mark.parametrize("board", ["pico_reed", "pico_w_oled"])
def test_the_sizes_are_within_the_budget(board):
    sizes = compiler.sizes(board)
    assert set(sizes) == set(compiler.BUDGETS)
    for folder, size in sizes.items():
        assert size <= compiler.BUDGETS[folder], folder
    assert sum(compiler.BUDGETS.values()) <= 114 * 1024


def test_a_folder_over_its_budget_is_named(monkeypatch, capsys):
    monkeypatch.setitem(compiler.BUDGETS, "link", 1000)
    with pytest.raises(TouchmoveError, match=r"^link is [\d,]+ bytes over the budget"):
        firmware.size()
    assert re.search(r"^link +[\d,]+ +1,000$", capsys.readouterr().out, re.MULTILINE)


def test_a_board_that_is_none():
    with pytest.raises(InputError, match=r"Known boards: .*pico_reed"):
        compiler.compiled("pico_red")


def test_a_file_that_does_not_compile_is_named(tmp_path):
    source = tmp_path / "broken.py"
    source.write_text("def (:\n")
    with pytest.raises(InputError, match=r"broken\.py does not compile for armv6m: (.|\n)*SyntaxError"):
        compiler.compile_file(source, "broken.py", "armv6m", tmp_path / "out.mpy")


def test_versions_that_do_not_fit_are_both_named(files):
    install._check_version(files, (6, 3))
    with pytest.raises(BoardError, match=r"takes \.mpy version 6\.2, this mpy-cross writes 6\.3"):
        install._check_version(files, (6, 2))


def test_no_such_port():
    with pytest.raises(PortError, match="/dev/no-such-port cannot be opened"), install.repl("/dev/no-such-port"):
        pass


def test_a_port_that_says_nothing():
    ours, theirs = pty.openpty()
    with open(ours, "wb"), open(theirs, "wb") as line:
        name = os.ttyname(line.fileno())
        with pytest.raises(BoardError, match="does not answer as MicroPython does"), install.repl(name, patience_s=0.2):
            pass
