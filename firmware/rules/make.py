# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a move on a slate, take it back, and count how often the position has stood.

All trust the move. What a move destroys is kept in a ring: the oldest entry is forgotten, taking back needs no thought.
"""

import micropython
from micropython import const

from .generate import en_passant_moves
from .viper import ptr8, ptr32

_PAWN = const(1)
_ROOK = const(4)
_KING = const(6)

_CAPTURE = const(0x8000)
_EN_PASSANT = const(0x10000)
_CASTLING = const(0x20000)

# Bytes of the slate and of an entry of its ring, see slate.py.
_TURN = const(65)
_KINGS = const(66)
_ROOKS = const(68)
_EP = const(72)
_CLOCK = const(73)
_NUMBER = const(75)
_TOP = const(77)
_END = const(79)
_SPARE = const(192)
_RING = const(256)
_ENTRY = const(12)
_VALID = const(11)


@micropython.viper
def make(men: ptr8, move: int):
    """Make a move and remember what it destroys."""
    slot = int(men[_TOP]) | (int(men[_TOP + 1]) << 8)
    if slot == int(men[_END]) | (int(men[_END + 1]) << 8):
        slot = _RING
    else:
        slot += _ENTRY
    men[_TOP] = slot & 255
    men[_TOP + 1] = slot >> 8
    square = move & 63
    to = (move >> 6) & 63
    side = int(men[_TURN])
    man = int(men[square])
    kind = man & 7
    taken = 0
    clock = int(men[_CLOCK]) | (int(men[_CLOCK + 1]) << 8)
    men[slot] = men[_ROOKS]
    men[slot + 1] = men[_ROOKS + 1]
    men[slot + 2] = men[_ROOKS + 2]
    men[slot + 3] = men[_ROOKS + 3]
    men[slot + 4] = men[_EP]
    men[slot + 5] = clock & 255
    men[slot + 6] = clock >> 8
    men[slot + 8] = move & 255
    men[slot + 9] = (move >> 8) & 255
    men[slot + 10] = move >> 16
    men[slot + _VALID] = 1
    men[_EP] = 64
    clock += 1
    men[square] = 0
    if move & _CASTLING:
        men[int(men[_ROOKS + side * 2 + ((to & 4) >> 2 ^ 1)])] = 0
        men[(to & 56) + 3 + ((to & 4) >> 1)] = man ^ (_KING ^ _ROOK)
    elif move & _CAPTURE:
        victim = to
        if move & _EN_PASSANT:
            victim = to ^ 8
        taken = int(men[victim])
        men[victim] = 0
        clock = 0
    men[slot + 7] = taken
    men[to] = man
    if kind == _PAWN:
        clock = 0
        kind = (move >> 12) & 7
        if kind:
            men[to] = (side << 3) | kind
            kind = _PAWN
        elif square ^ to == 16:
            men[_EP] = (square + to) >> 1
    elif kind == _KING:
        men[_KINGS + side] = to
        men[_ROOKS + side * 2] = 64
        men[_ROOKS + side * 2 + 1] = 64
    if kind == _ROOK or (taken & 7) == _ROOK:
        for index in range(_ROOKS, _ROOKS + 4):
            rook = int(men[index])
            if rook == square or rook == to:
                men[index] = 64
    men[_CLOCK] = clock & 255
    men[_CLOCK + 1] = clock >> 8
    men[_TURN] = side ^ 1
    if side:
        number = int(men[_NUMBER]) + 1
        men[_NUMBER] = number & 255
        if number >> 8:
            men[_NUMBER + 1] = men[_NUMBER + 1] + 1


@micropython.viper
def unmake(men: ptr8) -> int:
    """Take back the last move made and return it, or return -1 if none is kept."""
    slot = int(men[_TOP]) | (int(men[_TOP + 1]) << 8)
    if men[slot + _VALID] == 0:
        return -1
    men[slot + _VALID] = 0
    men[_ROOKS] = men[slot]
    men[_ROOKS + 1] = men[slot + 1]
    men[_ROOKS + 2] = men[slot + 2]
    men[_ROOKS + 3] = men[slot + 3]
    men[_EP] = men[slot + 4]
    men[_CLOCK] = men[slot + 5]
    men[_CLOCK + 1] = men[slot + 6]
    taken = int(men[slot + 7])
    move = int(men[slot + 8]) | (int(men[slot + 9]) << 8) | (int(men[slot + 10]) << 16)
    if slot == _RING:
        slot = int(men[_END]) | (int(men[_END + 1]) << 8)
    else:
        slot -= _ENTRY
    men[_TOP] = slot & 255
    men[_TOP + 1] = slot >> 8
    square = move & 63
    to = (move >> 6) & 63
    side = int(men[_TURN]) ^ 1
    men[_TURN] = side
    if side:
        number = int(men[_NUMBER])
        if number == 0:
            men[_NUMBER + 1] = men[_NUMBER + 1] - 1
        men[_NUMBER] = (number - 1) & 255
    man = int(men[to])
    if move & 0x7000:
        man = (side << 3) | _PAWN
    if move & _CASTLING:
        men[to] = 0
        men[(to & 56) + 3 + ((to & 4) >> 1)] = 0
        men[int(men[_ROOKS + side * 2 + ((to & 4) >> 2 ^ 1)])] = (side << 3) | _ROOK
    elif move & _EN_PASSANT:
        men[to] = 0
        men[to ^ 8] = taken
    else:
        men[to] = taken
    men[square] = man
    if man & 7 == _KING:
        men[_KINGS + side] = square
    return move


@micropython.viper
def repetitions(men: ptr8, out: ptr32) -> int:
    """Return how often the position has stood in the moves kept, this time included. Overwrites `moves`.

    The positions themselves are compared, so nothing can be taken for what it is not. Looking back over moves without
    capture or pawn, only the squares that differ from now are counted: no differing square is the same position.
    """
    slot = int(men[_TOP]) | (int(men[_TOP + 1]) << 8)
    for square in range(64):
        men[_SPARE + square] = men[square]
    count = 1
    differ = 0
    plies = int(men[_CLOCK]) | (int(men[_CLOCK + 1]) << 8)
    same_side = 0
    while plies and men[slot + _VALID]:
        for index in range(4):
            if men[slot + index] != men[_ROOKS + index]:
                return count  # a right that is lost does not come back
        square = int(men[slot + 8]) & 63
        to = int(men[slot + 8]) >> 6 | (int(men[slot + 9]) & 15) << 2
        if men[_SPARE + square] != men[square]:
            differ -= 1
        if men[_SPARE + to] != men[to]:
            differ -= 1
        men[_SPARE + square] = men[_SPARE + to]
        men[_SPARE + to] = 0
        if men[_SPARE + square] != men[square]:
            differ += 1
        if men[_SPARE + to] != men[to]:
            differ += 1
        if same_side and differ == 0:
            # Only the first position of the stretch can have had an en passant square; the board is the same as now.
            men[_EP] = men[slot + 4]
            if men[_EP] == 64 or int(en_passant_moves(men, out, 0)) == 0:
                count += 1
            men[_EP] = 64
        same_side ^= 1
        plies -= 1
        if slot == _RING:
            slot = int(men[_END]) | (int(men[_END + 1]) << 8)
        else:
            slot -= _ENTRY
    return count
