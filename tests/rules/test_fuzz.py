# SPDX-License-Identifier: GPL-3.0-or-later
"""Run a short part of `make fuzz`: the same code, seeds that never change."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from fuzz import Fuzz


def test_random_play_differs_nowhere_from_python_chess():
    fuzz = Fuzz(1)
    for _ in range(12):
        fuzz.round()
    assert fuzz.positions > 1000


def test_no_mate_can_be_reached_where_the_wall_says_so():
    fuzz = Fuzz(2)
    while fuzz.exhausted < 20:
        fuzz.play_wall()
    assert fuzz.walls >= fuzz.exhausted
