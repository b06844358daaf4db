# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets tests import the firmware as a device does (`from rules.position import Position`), under CPython."""

import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT, ROOT / "firmware"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def pytest_addoption(parser):
    group = parser.getgroup("touchmove", "a board that is plugged in: tests/wood, docs/testing.md")
    group.addoption("--port", help="the serial port of the board; without it, tests/wood has an emulated one")
    group.addoption("--board", default="pico_reed", help="which board it is, a file in boards/ (default: pico_reed)")
    group.addoption("--hands", action="store_true", help="somebody moves its men, as the terminal asks")


settings.register_profile("untimed", deadline=None)  # how fast a machine is, `make bench` measures
settings.load_profile("untimed")
