# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of the layers finds what it is there to find, and nothing in this tree."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import layers  # noqa: E402  (a program, not part of a package)


def test_this_tree():
    assert list(layers.violations()) == []


@pytest.mark.parametrize(
    ("file", "source", "problem"),
    [
        ("firmware/rules/a.py", "import time", "rules may not import time"),
        ("firmware/rules/a.py", "from play.clock import Clock", "rules may not import play.clock.Clock"),
        ("firmware/rules/a.py", "def f():\n    from machine import Pin", "rules may not import machine.Pin"),
        ("firmware/rules/a.py", "from ..app import App", "rules may not import ...app.App"),
        ("firmware/play/a.py", "import link.frame", "play may not import link.frame"),
        ("firmware/play/a.py", "print(1)", "play may not use print"),
        ("firmware/play/a.py", "f = open", "play may not use open"),
        ("firmware/link/a.py", "import rules", "link may not import rules"),
        ("firmware/app.py", "import drivers.matrix", "app may not import drivers.matrix"),
        ("firmware/app.py", "x = __import__('boards.sim')", "app may not use __import__"),
        ("firmware/drivers/a.py", "from rules import square", "drivers may not import rules.square"),
        ("boards/a.py", "from machine import Pin", "boards may not import machine.Pin"),
        ("host/touchmove/a.py", "from touchmove.firmware.rules import move", "touchmove.firmware.rules.move"),
        ("host/touchmove/web/a.py", "from ..firmware import play", "touchmove.firmware.play"),
        ("host/touchmove/a.py", "from boards import sim", "boards.sim"),
    ],
)
def test_finds(tmp_path, file, source, problem):
    write(tmp_path, file, source)
    (found,) = layers.violations(tmp_path)
    assert found.startswith(file) and problem in found


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("firmware/rules/a.py", "import micropython\nfrom array import array\nfrom .square import name"),
        ("firmware/play/a.py", "from rules.move import Move\nfrom . import clock"),
        ("firmware/app.py", "from play import game\nfrom link import frame\nfrom rules.square import name"),
        ("firmware/drivers/a.py", "import machine, time\nfrom .viper import ptr8"),
        ("firmware/main.py", "import app, time\nimport drivers.matrix\nboard = __import__('boards.sim')"),
        ("host/touchmove/a.py", "import time\nfrom touchmove.firmware.link import frame\nfrom .errors import X"),
    ],
)
def test_allows(tmp_path, file, source):
    write(tmp_path, file, source)
    assert list(layers.violations(tmp_path)) == []


def write(root, file, source):
    path = root / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
