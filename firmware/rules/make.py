# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a move on the buffers of `Position`, and take it back.

Both trust the move. What a move destroys is kept in a ring of entries of 16 bytes: the oldest is forgotten, and taking
back needs no thought. Entry 0 is the ring's own: the entry written last, how many are kept, how many there are.

    entry  0..11 the state before | 12 the man captured | 13..15 the move, low byte first
"""

import micropython
from micropython import const

from .viper import ptr8

_PAWN = const(1)
_ROOK = const(4)
_KING = const(6)

_CAPTURE = const(0x8000)
_EN_PASSANT = const(0x10000)
_CASTLING = const(0x20000)

# Bytes of the state, see position.py.
_TURN = const(0)
_KINGS = const(1)
_ROOKS = const(3)
_EP = const(7)
_CLOCK = const(8)
_NUMBER = const(10)
_STATE = const(12)

# Bytes of the ring's own entry.
_TOP = const(0)
_KEPT = const(1)
_DEPTH = const(2)


def undo_buffer(depth):
    """Return a ring for the last `depth` moves; raise ValueError if the kernels could not stay inside it."""
    if not 1 <= depth <= 255:
        raise ValueError(f"undo depth {depth}: must be 1 to 255")
    undo = bytearray(16 + 16 * depth)
    undo[_DEPTH] = depth
    return undo


@micropython.viper
def make(board, state, undo, move: int):
    """Make a move and remember what it destroys."""
    men = ptr8(board)
    now = ptr8(state)
    old = ptr8(undo)
    top = old[_TOP] + 1
    if top > old[_DEPTH]:
        top = 1
    old[_TOP] = top
    if old[_KEPT] < old[_DEPTH]:
        old[_KEPT] = old[_KEPT] + 1
    slot = top << 4
    for index in range(_STATE):
        old[slot + index] = now[index]
    square = move & 63
    to = (move >> 6) & 63
    side = int(now[_TURN])
    man = int(men[square])
    taken = 0
    now[_EP] = 64
    clock = (now[_CLOCK] | (now[_CLOCK + 1] << 8)) + 1
    if move & _CASTLING:
        rook = int(now[_ROOKS + side * 2 + ((to & 4) >> 2 ^ 1)])
        men[square] = 0
        men[rook] = 0
        men[to] = man
        men[(to & 56) + 3 + ((to & 4) >> 1)] = man ^ (_KING ^ _ROOK)
    else:
        if move & _CAPTURE:
            victim = to
            if move & _EN_PASSANT:
                victim = to ^ 8
            taken = int(men[victim])
            men[victim] = 0
            clock = 0
        men[square] = 0
        men[to] = man
        if man & 7 == _PAWN:
            clock = 0
            kind = (move >> 12) & 7
            if kind:
                men[to] = (side << 3) | kind
            elif square ^ to == 16:
                now[_EP] = (square + to) >> 1
    if man & 7 == _KING:
        now[_KINGS + side] = to
        now[_ROOKS + side * 2] = 64
        now[_ROOKS + side * 2 + 1] = 64
    for index in range(_ROOKS, _ROOKS + 4):
        rook = int(now[index])
        if rook == square or rook == to:
            now[index] = 64
    now[_CLOCK] = clock & 255
    now[_CLOCK + 1] = (clock >> 8) & 255
    now[_TURN] = side ^ 1
    if side:
        number = (now[_NUMBER] | (now[_NUMBER + 1] << 8)) + 1
        now[_NUMBER] = number & 255
        now[_NUMBER + 1] = (number >> 8) & 255
    old[slot + 12] = taken
    old[slot + 13] = move & 255
    old[slot + 14] = (move >> 8) & 255
    old[slot + 15] = move >> 16


@micropython.viper
def unmake(board, state, undo) -> int:
    """Take back the last move made and return it; there must be one kept."""
    men = ptr8(board)
    now = ptr8(state)
    old = ptr8(undo)
    top = int(old[_TOP])
    slot = top << 4
    old[_KEPT] = old[_KEPT] - 1
    top -= 1
    if top == 0:
        top = int(old[_DEPTH])
    old[_TOP] = top
    for index in range(_STATE):
        now[index] = old[slot + index]
    taken = int(old[slot + 12])
    move = int(old[slot + 13]) | (int(old[slot + 14]) << 8) | (int(old[slot + 15]) << 16)
    square = move & 63
    to = (move >> 6) & 63
    side = int(now[_TURN])
    man = int(men[to])
    if move & 0x7000:
        man = (side << 3) | _PAWN
    men[to] = 0
    if move & _CASTLING:
        men[(to & 56) + 3 + ((to & 4) >> 1)] = 0
        men[int(now[_ROOKS + side * 2 + ((to & 4) >> 2 ^ 1)])] = (side << 3) | _ROOK
    elif move & _EN_PASSANT:
        men[to ^ 8] = taken
    else:
        men[to] = taken
    men[square] = man
    return move
