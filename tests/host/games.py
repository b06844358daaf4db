# SPDX-License-Identifier: GPL-3.0-or-later
"""Records as a board writes them, for tests that need a game."""

import chess

from touchmove import record

EPOCH = 1_700_000_000
RUNNING = ("black", "white")


def started(fen=chess.STARTING_FEN, control="5+3", epoch=EPOCH):
    return ("started", 0, epoch, fen, control, "club", 300000, 300000)


def moved(ply, move, white=300000, black=300000):
    return ("moved", ply * 1000, ply, move, RUNNING[(ply - 1) % 2], white, black, (ply + 1) // 2, ply // 2, 0, 0)


def ended(result="1-0", reason="resignation"):
    return ("ended", 99000, result, reason, 250000, 250000)


def game(moves, **how):
    """Return the fields of the records of a game that is not ended; its clocks lose a second a ply."""
    clocks = [300000, 300000]
    fields = [started(**how)]
    for ply, move in enumerate(moves.split(), 1):
        clocks[(ply - 1) % 2] -= 1000
        fields.append(moved(ply, move, *clocks))
    return fields


def records(fields, first=1):
    return [record.make(seq, *values) for seq, values in enumerate(fields, first)]
