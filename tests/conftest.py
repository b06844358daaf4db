# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets tests import the firmware as a device does (`from rules.position import Position`), under CPython."""

import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT, ROOT / "firmware"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

settings.register_profile("untimed", deadline=None)  # how fast a machine is, `make bench` measures
settings.load_profile("untimed")
