# SPDX-License-Identifier: GPL-3.0-or-later
"""Fallen flags whose order nobody knows, as a board that lost its journal has them, and what is waived after a loss."""

import pytest

from play.clock import NOBODY
from play.game import Game
from rules import fen as fens


def playing(control, profile):
    """Return a game that has begun, and its records."""
    records = []
    game = Game(lambda name, *values: records.append((name, *values)))
    game.new(control, fens.START, profile)
    for square in range(64):
        if game.position.board[square]:
            game.place(square)
    game.run(400)
    game.press(1)
    return game, records


def let_both_fall(game):
    game.clock.restore(0, 0, 0)
    assert game.clock.first == NOBODY
    game.run(1)


@pytest.mark.parametrize("profile", ["club", "tournament both=draw"])
def test_R33_D09_unknown_order_in_the_last_period_is_a_draw(profile):
    game, records = playing("5", profile)
    let_both_fall(game)
    if game.phase == game.PLAYING:
        game.flags.call("white")
    assert records[-1][:3] == ("ended", "1/2-1/2", "time")


@pytest.mark.parametrize("profile", ["club", "tournament"])
def test_R33_D09_unknown_order_before_it_lets_the_game_go_on(profile):
    game, records = playing("40/90,30", profile)
    let_both_fall(game)
    if not game.pause.by:
        game.flags.call("black")
    assert game.phase == game.PLAYING
    assert game.pause.by
    assert records[-1][0] == "stopped"
    assert game.pause.go_on("arbiter")
    assert game.is_open()


def test_R58_waiving_the_illegal_move_that_lost_takes_no_time():
    game, records = playing("10", "tournament")
    game.arbiter.command("illegal", "white", "")
    assert game.clock.left_ms[1] == 660_000
    game.arbiter.command("illegal", "white", "")
    while game.phase == game.PLAYING:
        game.run(1)
    assert records[-1][:3] == ("ended", "0-1", "illegal")
    game.arbiter.command("reopen", "none", "")
    game.arbiter.command("waive", "white", "")
    assert game.clock.left_ms[1] == 660_000
    assert game.penalty.counts[0] == 1
