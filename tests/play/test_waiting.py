# SPDX-License-Identifier: GPL-3.0-or-later
"""A press that waits for a late sensor while something else happens to the game: the board must come to rest."""

import chess
from sitting import Sitting


def test_men_that_stand_wrong_make_it_a_set_up_again(tmp_path):
    sitting = Sitting(tmp_path / "journal", chess.STARTING_FEN, "90+30", "beginner")
    sitting.lift(chess.A1)
    sitting.place(chess.F6, "R")
    sitting.lift(chess.B1)
    sitting.place(chess.A1, "N")
    sitting.wait(900)
    assert sitting.game.phase == sitting.game.READY
    sitting.press(chess.WHITE)
    assert sitting.game.presses.waiting
    sitting.wait(500)
    assert sitting.game.phase == sitting.game.SETUP
    assert not sitting.game.presses.waiting
    sitting.wait(1000)
    assert sitting.bench.app.wait_ms > 0, "nothing is due"
