# SPDX-License-Identifier: GPL-3.0-or-later
"""On MicroPython the drivers do what they do on CPython, and take no memory for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
SCRIPT = ROOT / "tests" / "micropython" / "scan_heap.py"


def run(program, variable, *folders):
    path = os.pathsep.join(str(ROOT / folder) for folder in folders)
    done = subprocess.run([program, SCRIPT], env={**os.environ, variable: path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_scans_and_frames_allocate_nothing_and_are_the_same_on_both():
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    expected = run(sys.executable, "PYTHONPATH", "firmware", "host/touchmove/cpython")
    assert len(expected) == 6
    assert len(set(expected)) == 6, "no two parts say the same"
    assert run(MICROPYTHON, "MICROPYPATH", "firmware") == expected
