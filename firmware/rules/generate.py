# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the legal moves of a position into a buffer.

Checks and pins are found once per position, so a written move is legal and is never tried out; only the king's steps,
castling and en passant ask the attack test. `men` is a slate, `out` a buffer with room for 256 moves, `table` is NEXT.

In all kernels `own` is 0 for White and 8 for Black to move, and man ^ own is 1 to 6 for an own man and has bit 3 set
for an enemy; an empty square is 0. Square 64 is beyond the edge and holds what ends a line. The hottest pointers come
first as arguments: viper keeps three in registers.
"""

import micropython
from micropython import const

from .attack import is_attacked
from .compass import NEXT
from .viper import ptr8, ptr32

_PAWN = const(1)
_KNIGHT = const(2)
_BISHOP = const(3)
_ROOK = const(4)
_QUEEN = const(5)
_KING = const(6)

_CAPTURE = const(0x8000)
_EN_PASSANT = const(0x18000)  # with CAPTURE
_CASTLING = const(0x20000)

# Bytes of the slate, see slate.py.
_TURN = const(65)
_KINGS = const(66)
_ROOKS = const(68)
_EP = const(72)
_MARKED = const(81)
_SHEET = const(128)

# Directions, as bits, in which a king sees the pawns that check it.
_WHITE_PAWNS = const(0x28)
_BLACK_PAWNS = const(0x82)

# Why castling is impossible: the right is lost, a man stands between, a square of the king is attacked.
_LOST = const(1)
_BLOCKED = const(2)
_ATTACKED = const(3)


@micropython.viper
def legal_moves(men: ptr8, out: ptr32, table: ptr8) -> int:
    """Write all legal moves from the start of the buffer and return the count."""
    own = int(men[_TURN]) << 3
    checks = int(survey(men, table))
    men[64] = own | 7  # beyond the edge: neither empty nor an enemy
    count = 0
    king = int(men[_KINGS + (own >> 3)])
    men[king] = 0  # a king does not hide the squares behind it
    for direction in range(8):
        to = int(table[(direction << 6) + king])
        man = int(men[to])
        if man == 0 or (man ^ own) & 8:
            if int(is_attacked(men, to, own ^ 8)) == 0:
                if man:
                    man = _CAPTURE
                out[count] = king | (to << 6) | man
                count += 1
    men[king] = own | _KING
    if checks > 1:
        return count
    if checks == 0:
        for wing in range(2):
            if men[_ROOKS + (own >> 2) + wing] & 64 == 0 and int(castling_obstacle(men, wing)) == 0:
                out[count] = king | ((king & 56) + 6 - (wing << 2)) << 6 | _CASTLING
                count += 1
    kept = count
    back = own >> 1
    for square in range(64):
        kind = int(men[square]) ^ own
        if kind and kind < _KING:
            pin = int(men[_SHEET + square])
            if kind == _PAWN:
                start = count
                lane = back << 6
                to = int(table[lane + square])
                if men[to] == 0 and pin < 2:
                    out[count] = square | (to << 6)
                    count += 1
                    if square >> 3 == 1 + back + (back >> 2):
                        to = int(table[lane + to])
                        if men[to] == 0:
                            out[count] = square | (to << 6)
                            count += 1
                for lean in range(1, 9, 6):
                    lane = lean ^ back
                    to = int(table[(lane << 6) + square])
                    man = int(men[to])
                    if man and (man ^ own) & 8 and (pin == 0 or pin == 1 + (lane & 3)):
                        out[count] = square | (to << 6) | _CAPTURE
                        count += 1
                if square >> 3 == 6 - back - (back >> 2):
                    # Each move so far becomes four.
                    last = count
                    while start < last:
                        move = int(out[start])
                        out[start] = move | _KNIGHT << 12
                        start += 1
                        for kind in range(_BISHOP, _KING):
                            out[count] = move | kind << 12
                            count += 1
            else:
                direction = 0
                stride = 2
                if kind == _BISHOP:
                    direction = 1
                elif kind == _QUEEN:
                    stride = 1
                elif kind == _KNIGHT:
                    direction = 8
                    stride = 1
                    if pin:
                        pin = 9  # no direction keeps a knight on the line
                last = direction | 7
                while direction <= last:
                    if pin == 0 or pin == 1 + (direction & 3):
                        lane = direction << 6
                        to = int(table[lane + square])
                        while men[to] == 0:
                            out[count] = square | (to << 6)
                            count += 1
                            to = int(table[lane + to])
                            if kind == _KNIGHT:
                                to = 64
                        if (int(men[to]) ^ own) & 8:
                            out[count] = square | (to << 6) | _CAPTURE
                            count += 1
                    direction += stride
    if checks:
        # What does not meet the check is crossed out.
        last = count
        count = kept
        while kept < last:
            move = int(out[kept])
            kept += 1
            if men[_SHEET + ((move >> 6) & 63)]:
                out[count] = move
                count += 1
    if men[_EP] & 64 == 0:
        count = int(en_passant_moves(men, out, count))
    return count


@micropython.viper
def survey(men: ptr8, table: ptr8) -> int:
    """Fill the work sheet for the side to move and return how many men give check."""
    by = 8 - (int(men[_TURN]) << 3)
    king = int(men[_KINGS + men[_TURN]])
    pawns = _WHITE_PAWNS
    if by:
        pawns = _BLACK_PAWNS
    if men[_MARKED]:
        for square in range(_SHEET, _SHEET + 64):
            men[square] = 0
    men[64] = by | 7  # the edge ends a line as an enemy's man does
    checks = 0
    marked = 0
    for direction in range(8):
        lane = direction << 6
        first = int(table[lane + king])
        to = first
        shield = 0
        while True:
            kind = int(men[to])
            if kind:
                kind ^= by
                if kind & 8 == 0:
                    if kind == _QUEEN or kind == _ROOK - (direction & 1):
                        if shield:
                            men[shield] = 1 + (direction & 3)
                            marked = 1
                        else:
                            checks += 1
                            men[_SHEET + to] = 1
                            while first != to:
                                men[_SHEET + first] = 1
                                first = int(table[lane + first])
                    elif to == first and kind == _PAWN and (pawns >> direction) & 1:
                        checks += 1
                        men[_SHEET + to] = 1
                    break
                if shield:
                    break
                shield = _SHEET + to
            to = int(table[lane + to])
        to = int(table[lane + 512 + king])
        if men[to] == by | _KNIGHT:
            checks += 1
            men[_SHEET + to] = 1
    men[_MARKED] = marked | checks
    return checks


@micropython.viper
def castling_obstacle(men: ptr8, wing: int) -> int:
    """Return why a king that is not in check cannot castle to a wing (0 right, 1 left); 0 if he can."""
    side = int(men[_TURN])
    own = side << 3
    king = int(men[_KINGS + side])
    rook = int(men[_ROOKS + side * 2 + wing])
    if rook == 64:
        return _LOST
    king_to = (king & 56) + 6 - (wing << 2)
    rook_to = (king & 56) + 5 - (wing << 1)
    # The king's way ends beside the rook's, so both together are one run of squares.
    low = king
    high = rook
    if wing:
        low = rook
        high = king
    if king_to > high:
        high = king_to
    if king_to < low:
        low = king_to
    if rook_to < low:
        low = rook_to
    if rook_to > high:
        high = rook_to
    while low <= high:
        if men[low] and low != king and low != rook:
            return _BLOCKED
        low += 1
    step = 1
    if king_to < king:
        step = -1
    obstacle = 0
    men[king] = 0
    square = king
    while square != king_to:
        square += step
        if square == king_to:
            men[rook] = 0
            men[rook_to] = own | _ROOK
        if int(is_attacked(men, square, own ^ 8)):
            obstacle = _ATTACKED
    if king == king_to:
        men[rook] = 0
        men[rook_to] = own | _ROOK
        obstacle = int(is_attacked(men, king_to, own ^ 8)) * _ATTACKED
    men[rook_to] = 0
    men[rook] = own | _ROOK
    men[king] = own | _KING
    return obstacle


@micropython.viper
def en_passant_moves(men: ptr8, out: ptr32, count: int) -> int:
    """Append the legal en passant captures and return the new count."""
    table = ptr8(NEXT)
    to = int(men[_EP])
    if to & 64 == 0:
        side = int(men[_TURN])
        own = side << 3
        for lean in range(3, 6, 2):
            square = int(table[((lean ^ (side << 2)) << 6) + to])
            if men[square] == own | _PAWN:
                # Two men leave one line at once, which no pin describes: try it out.
                men[square] = 0
                men[to ^ 8] = 0
                men[to] = own | _PAWN
                if int(is_attacked(men, int(men[_KINGS + side]), own ^ 8)) == 0:
                    out[count] = square | (to << 6) | _EN_PASSANT
                    count += 1
                men[to] = 0
                men[to ^ 8] = own ^ 8 | _PAWN
                men[square] = own | _PAWN
    return count


@micropython.viper
def select(out: ptr32, count: int, square: int, shift: int) -> int:
    """Keep the moves from a square (shift 0), or those to it or that capture the man on it (6); return the count."""
    kept = 0
    for index in range(count):
        move = int(out[index])
        at = (move >> shift) & 63
        if at == square or (shift and (move & _EN_PASSANT) == _EN_PASSANT and at ^ 8 == square):
            out[kept] = move
            kept += 1
    return kept
