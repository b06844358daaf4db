# SPDX-License-Identifier: GPL-3.0-or-later
"""Take a game up again from its records: after a power cut, or to look at what happened.

The records are all of the game, or its first and those from a checkpoint on; moves before that cannot be taken back.
"""

from rules import fen as fens
from rules import uci
from rules.square import parse

from . import checkpoint, claims
from . import profile as profiles
from .clock import NOBODY, SIDES
from .duty import ADJUST_MS
from .seal import AWAY, BLIND, SET_UP
from .sensed import ALL

_CLOCKED = (
    "checkpoint", "moved", "completed", "clocked", "taken_back", "flagged", "stopped", "continued", "ruled", "sealed",
    "reopened",
)  # fmt: skip


def fold(game, name, values):
    """Take one record, as read from the journal; call `resume` after the last one."""
    if name == "started":
        game.epoch_s = values[1]
        game.set_up(values[3], values[2], profiles.Profile(values[4]))
        game.phase = game.PLAYING
    elif name == "checkpoint":
        game.checked = values[1]
        if game.ply:  # what it tells has been read
            return
        checkpoint.take(game, values)
    elif name == "moved":
        if not game.take_back.kept:
            game.take_back.keep(game.clock.running)
        move = uci.parse(game.position, values[2])
        side = game.position.turn
        game.position.push(move)
        game.last_move = move
        game.ply = values[1]
        game.offer = game.offer if game.offer == side else NOBODY
        game.claims.made()
        game.uncompleted = side if values[3] == SIDES[side] else NOBODY
        game.duty.touch.reset()
        game.duty.adjusting_ms = game.hands.promotion = 0
        game.seal.clear()
    elif name == "completed":
        game.uncompleted = NOBODY
    elif name == "taken_back":
        game.take_back.take()
        game.ply = values[1]
        game.last_move = -1
        game.uncompleted = NOBODY
    elif name == "touched":
        game.duty.touch.take(values[2])
        if game.offer != game.position.turn:  # he has touched a man instead of answering
            game.offer = NOBODY
    elif name == "chosen":
        game.hands.promotion = uci.from_letter(values[2]) & 7
    elif name == "adjusting":
        game.duty.adjusting_ms = values[0] + ADJUST_MS  # until it lapses, if nobody touches a man
    elif name == "offered":
        game.offer = SIDES.index(values[1])
    elif name == "declined":
        game.offer = NOBODY
    elif name == "claimed":
        game.claims.side = SIDES.index(values[1])
        game.claims.kind = values[2] if values[2] != "none" else claims.NOTHING
    elif name == "refused":
        if values[2] in (claims.THREEFOLD, claims.FIFTY):
            game.claims.take(SIDES.index(values[1]), values[2], values[3])
    elif name == "illegal":
        game.penalty.side = SIDES.index(values[1])
        game.penalty.counts[game.penalty.side] = values[2]
        game.health.doubt()
    elif name == "masked":
        game.around.fold(values[1])
    elif name == "stopped":
        game.pause.clear()
        game.pause.by = values[1]
    elif name == "continued":
        game.pause.clear()
        game.seal.clear()
    elif name == "ruled":
        _rule(game, values[1], values[2], values[3])
    elif name == "sealed":
        game.pause.clear()
        game.pause.by = values[1]
        game.seal.state = AWAY
        game.seal.at_ms = values[0]
        game.seal.code = int(values[2], 16)
    elif name == "reopened":
        game.phase = game.PLAYING
        game.result = ""
        game.pause.by = values[1]
        game.pause.restoring = True
    elif name == "ended":
        game.phase = game.ENDED
        game.result = values[1]
        game.pause.clear()
        game.seal.clear()
    game.at_ms = values[0]
    if name in _CLOCKED:
        running, white_ms, black_ms, white_moves, black_moves, white_state, black_state = values[-7:]
        running = SIDES.index(running)
        if running != NOBODY:
            game.penalty.side = NOBODY
            game.claims.halted = False
        game.clock.at_ms = values[0]
        game.clock.restore(white_ms, black_ms, running, white_moves, black_moves, white_state, black_state)
        if name in ("stopped", "ruled", "sealed", "reopened"):
            game.pause.next = SIDES.index(values[-8])
        if name in ("moved", "checkpoint") or (name in ("clocked", "ruled") and not game.take_back.kept):
            game.take_back.keep(game.pause.next if game.pause.by else running)


def _rule(game, act, side, value):
    """Take an act of the arbiter; what it did to the clocks is in its record."""
    counts = game.penalty.counts
    if act in ("illegal", "hands"):
        counts[SIDES.index(side)] += 1
    elif act == "waive":
        counts[SIDES.index(side)] -= 1
        game.pause.restoring = game.pause.restoring or game.penalty.side == SIDES.index(side)
        game.penalty.side = NOBODY
    elif act == "must":
        game.duty.touch.rule(parse(value))
    elif act == "back":
        while game.ply > int(value):
            game.take_back.take()
            game.ply -= 1
        _stand_anew(game)
    elif act == "position":
        fens.load(game.position, value)
        game.take_back.clear()
        _stand_anew(game)
    elif act == "adjourn":
        game.seal.away()
    elif act == "seal":
        game.pause.clear()
        game.seal.state = BLIND
    elif act == "resume":
        game.seal.state = SET_UP
        game.pause.restoring = True


def _stand_anew(game):
    game.last_move = -1
    game.uncompleted = game.offer = game.penalty.side = NOBODY
    game.claims.clear()
    game.pause.restoring = True


def resume(game):
    """Go on with a folded game from its position; what differs on the wood comes in as lifts and places."""
    if game.phase == game.ENDED:
        game.clock.stop()
    else:
        game.record("resumed", game.clock.left_ms[0], game.clock.left_ms[1])
    settle(game)


def settle(game):
    """Let a folded game begin where its records end, with the men as they should stand."""
    for square in range(64):
        game.hands.sensed.occupied[square] = 1 if game.position.board[square] else 0
    game.check = game.position.is_check()
    chosen = game.hands.promotion
    game.hands.settle()
    game.hands.promotion = chosen
    game.hands.sensed.dark = ALL
    game.duty.adjusting_ms = ADJUST_MS if game.duty.adjusting_ms > game.at_ms else 0
    if game.phase == game.PLAYING and game.claims.is_due():  # the power went before it was decided
        game.claims.decide()
