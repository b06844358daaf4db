# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a move on a slate, take it back, and count how often the position has stood.

All trust the move. What a move destroys is kept in a ring: the oldest entry is forgotten, taking back needs no thought.
"""

import micropython
from micropython import const

from .generate import en_passant_moves

_BACK = const(0x100000)  # a flag beside a move, see `play`

_PAWN = const(1)
_ROOK = const(4)
_KING = const(6)

_CAPTURE = const(0x8000)
_CASTLING = const(0x20000)

# Bytes of the slate, see slate.py.
_TURN = const(65)
_KINGS = const(66)
_ROOKS = const(68)
_EP = const(72)
_SPARE = const(192)
# Words of it, four bytes each.
_RIGHTS_WORD = const(17)
_STATE_WORD = const(18)
_NUMBER_WORD = const(19)
_TOP_WORD = const(20)
_END_WORD = const(21)
_NEWEST_WORD = const(22)
_SPARE_WORD = const(48)
_RING_WORD = const(320)
_ENTRY_WORDS = const(3)


@micropython.viper
def play(men: ptr8, move: int) -> int:
    """Make a move and return 0; with BACK take the last one back first and return that, or -1 if none is kept.

    BACK alone only takes back. One kernel for both: going from one move to the next is one call, and calls are dear.
    """
    words = ptr32(men)
    slot = int(words[_TOP_WORD])  # where the newest entry goes when it is no longer the newest
    side = int(men[_TURN])
    last = 0
    if move & _BACK:
        last = int(words[_NEWEST_WORD + 2])
        if not last:
            return -1
        move ^= _BACK
        side ^= 1
        words[_RIGHTS_WORD] = words[_NEWEST_WORD]
        state = int(words[_NEWEST_WORD + 1])
        square = last & 63
        to = (last >> 6) & 63
        man = int(men[to])
        men[to] = 0
        if last >> 12:
            men[to ^ ((last >> 13) & 8)] = state >> 24
            state &= 0xFFFFFF
            if last & 0x7000:
                man = (side << 3) | _PAWN
            elif last & _CASTLING:
                wing = ((to >> 2) & 1) ^ 1
                men[(to & 56) + 5 - (wing << 1)] = 0
                men[int(men[_ROOKS + (side << 1) + wing])] = man ^ (_KING ^ _ROOK)
        men[square] = man
        if not (man & 7) ^ _KING:
            men[_KINGS + side] = square
        if not move:
            words[_STATE_WORD] = state
            words[_NUMBER_WORD] = int(words[_NUMBER_WORD]) - side
            men[_TURN] = side
            if not slot ^ _RING_WORD:
                slot = int(words[_END_WORD])
            slot -= _ENTRY_WORDS
            words[_TOP_WORD] = slot
            words[_NEWEST_WORD] = words[slot]
            words[_NEWEST_WORD + 1] = words[slot + 1]
            words[_NEWEST_WORD + 2] = words[slot + 2]
            words[slot + 2] = 0
            return last
    else:
        words[slot] = words[_NEWEST_WORD]
        words[slot + 1] = words[_NEWEST_WORD + 1]
        words[slot + 2] = words[_NEWEST_WORD + 2]
        slot += _ENTRY_WORDS
        if not slot ^ int(words[_END_WORD]):
            slot = _RING_WORD
        words[_TOP_WORD] = slot
        words[_NEWEST_WORD] = words[_RIGHTS_WORD]
        state = int(words[_STATE_WORD])
        words[_NUMBER_WORD] = int(words[_NUMBER_WORD]) + side
        men[_TURN] = side ^ 1
    words[_NEWEST_WORD + 2] = move
    square = move & 63
    to = (move >> 6) & 63
    man = int(men[square])
    kinds = man
    men[square] = 0
    rest = (state | 255) + 65  # one more on the clock, no en passant square
    if move >> 15:
        if move & _CASTLING:
            wing = ((to >> 2) & 1) ^ 1
            men[int(men[_ROOKS + (side << 1) + wing])] = 0
            men[(to & 56) + 5 - (wing << 1)] = man ^ (_KING ^ _ROOK)
        else:
            victim = to ^ ((move >> 13) & 8)
            taken = int(men[victim])
            men[victim] = 0
            kinds |= taken
            state |= taken << 24
            rest = 64
    words[_NEWEST_WORD + 1] = state
    if not (man & 7) ^ _PAWN:
        rest = 64
        if not square ^ to ^ 16:
            rest = (square + to) >> 1
        if move & 0x7000:
            man = (side << 3) | (move >> 12) & 7
    men[to] = man
    words[_STATE_WORD] = rest
    if kinds & 4:
        # Rook, queen or king: rights may be lost.
        if not (man & 7) ^ _KING:
            men[_KINGS + side] = to
            men[_ROOKS + (side << 1)] = 64
            men[_ROOKS + (side << 1) + 1] = 64
        index = 4
        while index:
            index -= 1
            rook = int(men[_ROOKS + index])
            if not (rook ^ square) * (rook ^ to):
                men[_ROOKS + index] = 64
    return last


@micropython.viper
def repetitions(men: ptr8, out: ptr32) -> int:
    """Return how often the position has stood in the moves kept, this time included. Overwrites `moves`.

    The positions themselves are compared, so nothing can be taken for what it is not. Looking back over moves without
    capture or pawn, only the squares that differ from now are counted: no differing square is the same position.
    """
    words = ptr32(men)
    clock = int(words[_STATE_WORD]) >> 8
    plies = clock
    index = 16
    while index:
        index -= 1
        words[_SPARE_WORD + index] = words[index]
    count = 1
    slot = int(words[_TOP_WORD])
    entry = _NEWEST_WORD
    while plies:
        move = int(words[entry + 2])
        if not move or int(words[entry]) ^ int(words[_RIGHTS_WORD]):
            break  # a right that is lost does not come back
        men[_SPARE + (move & 63)] = men[_SPARE + ((move >> 6) & 63)]
        men[_SPARE + ((move >> 6) & 63)] = 0
        plies -= 1
        if not (clock - plies) & 1:
            index = 16
            while index:
                index -= 1
                if int(words[index]) ^ int(words[_SPARE_WORD + index]):
                    break
            else:
                # Only the first position of the stretch can have had an en passant square; the board is as now.
                men[_EP] = int(words[entry + 1]) & 255
                if not int(en_passant_moves(men, out, 0)):
                    count += 1
                men[_EP] = 64
        if not entry ^ int(words[_TOP_WORD]):
            break  # the oldest that is kept
        if not slot ^ _RING_WORD:
            slot = int(words[_END_WORD])
        slot -= _ENTRY_WORDS
        entry = slot
    return count
