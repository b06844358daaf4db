# SPDX-License-Identifier: GPL-3.0-or-later
"""Every scenario file, on both runtimes. A new file is a new test; docs/scenarios.md says how to write one."""

import dataclasses
from pathlib import Path

import pytest

from touchmove.errors import InputError
from touchmove.sim import process, runtime, scenario
from touchmove.sim.body import Maker

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


def _boards(name: str) -> Maker:
    try:
        return process.maker(name)
    except InputError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", ["micropython", "cpython"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path, name: str) -> None:
    scenario.run(path, _boards(name))


def test_without_native_code_the_same_game_is_played() -> None:
    """Ports without a native emitter get the firmware without its native decorators."""
    _boards("micropython")
    native = runtime.find("micropython")
    plain = dataclasses.replace(native, path=(str(runtime.stage("")), ".frozen"))
    assert plain.path != native.path
    for name in ("castling_king_first", "en_passant_victim_last", "mate_needs_no_press", "dead_by_a_pawn_wall"):
        path = Path(__file__).parent / "scenarios" / f"{name}.txt"
        scenario.run(path, Maker(lambda folder: process.Process(folder, plain)))


def test_failure_shows_both_boards(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("start\nlift e2\nplace e4\npress white\nexpect move e2e3\n")
    with pytest.raises(scenario.Failure) as failure:
        scenario.run(path, _boards("cpython"))
    text = str(failure.value)
    assert f"{path}:5: expect move e2e3" in text
    assert "to be: e2e3" in text
    assert "but saw: e2e4" in text
    assert "wood" in text
    assert "game" in text
    assert "P  .  P" not in text.split("wood")[0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("jump e2", "no step is called jump"),
        ("contact e2 2", "a contact is 0"),
        ("lift e9", "e9"),
        ("lift e4", "no man stands on e4"),
        ("place e2 P", "e2 is occupied"),
        ("press green", "green is no side"),
        ("expect mvoe", "nothing is called mvoe"),
        ("expect lights e2 pink", "no colour pink"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1\nstart", "king"),
        ("control 5+\nstart", "increment must be a whole number"),
        ("lift", "too few or too many words"),
    ],
)
def test_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"# a comment\n{line}\n")
    number = 1 + len(line.splitlines())
    with pytest.raises(InputError, match=reason) as error:
        scenario.run(path, _boards("cpython"))
    assert str(error.value).startswith(f"{path}:{number}:")


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        scenario.run(tmp_path / "none.txt", _boards("cpython"))
