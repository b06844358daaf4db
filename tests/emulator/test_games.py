# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole games, and every scenario with a special move, on emulated boards as a user has them: `make emulated`.

The firmware is put there over the emulated USB. Each takes minutes, so all are played only when they are asked for.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

if not os.environ.get("EMULATED_GAMES"):
    pytest.skip("takes an hour: `make emulated`", allow_module_level=True)

SCENARIOS = Path(__file__).parents[1] / "scenarios"
SPECIAL = sorted(
    file
    for file in SCENARIOS.glob("*.txt")
    if any(kind in file.stem for kind in ("castling", "en_passant", "promotion", "chess960_rook"))
)


@pytest.fixture(scope="session")
def touchmove(uf2, tmp_path_factory):
    """Run a command with `--emulate`; the first one installs the firmware."""
    cache = tmp_path_factory.mktemp("cache")

    def run(*arguments):
        command = [sys.executable, "-m", "touchmove", *map(str, arguments), "--emulate", "--uf2", uf2]
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "COLUMNS": "120", "NO_COLOR": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    return run


def test_three_games(touchmove, tmp_path):
    code, said = touchmove("simulate", Path(__file__).with_name("three.pgn"), "--out", tmp_path / "out.pgn")
    assert code == 0, said
    assert said.startswith("3 games, 126 plies, 0 differ, ")


@pytest.mark.parametrize("file", SPECIAL, ids=lambda file: file.stem)
def test_scenario(touchmove, file):
    code, said = touchmove("scenario", file)
    assert code == 0, said
