# SPDX-License-Identifier: GPL-3.0-or-later
"""What each button means in each state of the game, as one table. docs/buttons.md is written from it.

The state is that of one player: the same position is `think` for who has the move and `waiting` for the other.
"""

from micropython import const

from . import hands as hand
from .clock import NOBODY

PRESS = const(1)
ACTION = const(2)
LONG = const(3)

# (state, press, action, long action): what is done, a method of Dialogue; "": nothing but a short low tone
PLAYER = (
    # A position is set up by hand.
    ("placing", "place_on", "place_back", "place_leave"),
    # His menu before the game is open.
    ("before", "before_change", "before_next", "before_leave"),
    # The arbiter's menu is open.
    ("keys", "keys_step", "keys_field", ""),
    # His own menu is open.
    ("menu", "choose", "next_item", "close_menu"),
    # Both players are asked something.
    ("asked", "agree", "other_square", "not_bad"),
    # Both clocks are stopped.
    ("stopped", "go_on", "", ""),
    # A move is sealed in the dark.
    ("dark", "seal_move", "", ""),
    # Men are being set up.
    ("setup", "all_stand", "", "open_before"),
    # All stand, and no clock runs yet.
    ("ready", "press_clock", "next_control", "open_before"),
    # The game is over.
    ("ended", "", "", ""),
    # What a fallen flag or a resignation means is being proven.
    ("ruling", "", "", ""),
    # A claim was refused: both clocks stand.
    ("refused", "after_claim", "accept_draw", "open_menu"),
    # An illegal move is being put right.
    ("illegal", "accept_restored", "", "open_menu"),
    # The other one has the move.
    ("waiting", "press_clock", "", "open_menu"),
    # A pawn of his has reached the last rank.
    ("promote", "press_clock", "next_piece", "open_menu"),
    # A legal move of his stands.
    ("made", "press_clock", "offer_draw", "open_menu"),
    # He has claimed a draw with the move that he is going to make.
    ("claiming", "press_clock", "", "leave_claim"),
    # He has the move, and nothing is touched.
    ("think", "press_clock", "complain_or_adjust", "open_menu"),
    # He has the move, and a man is in the air or stands wrong.
    ("hand", "press_clock", "adjusted", "open_menu"),
)


def of(game, side):
    """Return the row of the state in which the game is for this side."""
    name = _name(game, side)
    for row in PLAYER:
        if row[0] == name:
            return row
    raise KeyError(name)


def _name(game, side):
    if game.menu:
        name = game.menu.state(side)
        if name:
            return name
    if game.dialogue.is_open(side):
        return "menu"
    if game.question.text:
        return "asked"
    if game.pause.by:
        return "stopped"
    if game.seal.is_dark():
        return "dark"
    if game.phase == game.SETUP:
        return "setup"
    if game.phase == game.ENDED:
        return "ended"
    if game.ruling.is_loss():
        return "ruling"
    if game.claims.halted:
        return "refused"
    if game.penalty.side != NOBODY:
        return "illegal"
    if game.offers_promotion(side):
        return "promote"
    if game.phase == game.READY:
        return "ready"
    if side != game.position.turn:
        return "waiting"
    if game.claims.kind:
        return "claiming"
    if game.may_press(side):
        return "made"
    return "think" if game.hands.state == hand.WAITING else "hand"
