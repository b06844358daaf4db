# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of commands share: a board that is plugged in."""

import pytest
from fakeboard import PluggedBoard


@pytest.fixture
def board():
    board = PluggedBoard()
    board.plug()
    yield board
    board.unplug()
