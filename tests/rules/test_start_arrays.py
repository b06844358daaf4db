# SPDX-License-Identifier: GPL-3.0-or-later
"""R4: all 960 start arrays by number are those of python-chess, which follows Chess960's own numbering."""

import chess
import pytest

from rules import fen
from rules.position import Position
from rules.setup import array_setup


def test_R4_all_960_start_arrays():
    position = Position()
    for number in range(960):
        position.reset(number)
        board = chess.Board.from_chess960_pos(number)
        assert fen.dump(position) == board.fen(shredder=position.chess960)
        assert position.chess960 == (number != 518)


@pytest.mark.parametrize("number", [-1, 960])
def test_R4_there_are_no_others(number):
    with pytest.raises(ValueError, match=f"start array {number}: must be 0 to 959"):
        array_setup(number)
