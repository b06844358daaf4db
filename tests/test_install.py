# SPDX-License-Identifier: GPL-3.0-or-later
"""What would be put on a board, and what is said when it cannot be. The installation itself: tests/emulator."""

import os
import pty
import re

import pytest

from touchmove import compiler, install, paths
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


def test_a_board_that_takes_data_from_another_comes_alone():
    names = [path for path in compiler.compiled("pico_w_oled") if path.startswith("/boards/")]
    assert sorted(names) == ["/boards/__init__.mpy", "/boards/pico_w_oled.mpy"]


@pytest.mark.parametrize("board", sorted(path.stem for path in paths.BOARDS.glob("*_*.py") if path.stem != "__init__"))
def test_the_sizes_are_within_the_budget(board):
    sizes = compiler.sizes(board)
    assert compiler.over(board, sizes) == {}
    if board == compiler.REFERENCE:
        assert set(sizes) == set(compiler.BUDGETS)
    if compiler.IN_FLASH in sizes:
        assert sum(sizes.values()) - sizes[compiler.IN_FLASH] <= 80 * 1024


def test_the_reference_board_keeps_to_each_folders_budget_and_another_to_the_whole():
    sizes = {**compiler.BUDGETS, "drivers": compiler.BUDGETS["drivers"] + 7, "link": compiler.BUDGETS["link"] - 7}
    assert compiler.over("pico_reed", sizes) == {"drivers": 7}
    assert compiler.over("pico_hall", sizes) == {}
    sizes["link"] += 8
    assert compiler.over("pico_hall", sizes) == {"all": 8}


def test_a_board_goes_onto_its_own_chip_only():
    install.check_chip("pico_reed", "armv6m")
    install.check_chip("pico2_reed", "armv7emsp")
    install.check_chip("esp32s3_hc165", "xtensawin")
    with pytest.raises(
        BoardError, match=r"^pico2_reed is for the module pico2, but what is plugged in is pico or pico_w: "
    ):
        install.check_chip("pico2_reed", "armv6m")
    with pytest.raises(
        BoardError, match=r"^sim is for the module none, but what is plugged in is none that a board is for"
    ):
        install.check_chip("sim", "x64")


def test_a_folder_over_its_budget_is_named(monkeypatch, capsys):
    monkeypatch.setitem(compiler.BUDGETS, "link", 4000)
    with pytest.raises(TouchmoveError, match=r"^link is [\d,]+ bytes over the budget"):
        firmware.size()
    assert re.search(r"^link +[\d,]+ +4,000$", capsys.readouterr().out, re.MULTILINE)


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
