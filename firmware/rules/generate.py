# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the legal moves of a position into a buffer.

Checks and pins are found once per position, so a written move is legal and is never tried out; only the king's steps
and en passant ask the attack test. Arguments are the buffers of `Position`; `moves` must have room for 256.

`duty` is the work sheet, 65 bytes: under an own man 1 + the axis it is pinned to, on any other square 1 if a move to it
meets the check, 0 for neither. Byte 64 is 1 if any other is not 0.

In all kernels `own` is 0 for White and 8 for Black to move, and man ^ own is 1 to 6 for an own man, more than 8 for an
enemy, 0 or 8 for an empty square. The hottest pointers come first as typed arguments: viper keeps three in registers.
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

# Bytes of the state, see position.py.
_TURN = const(0)
_KINGS = const(1)
_ROOKS = const(3)
_EP = const(7)

# Directions, as bits, in which a king sees the pawns that check it.
_WHITE_PAWNS = const(0x28)
_BLACK_PAWNS = const(0x82)


@micropython.viper
def legal_moves(board, state, duty, moves) -> int:
    """Write all legal moves from the start of the buffer and return the count."""
    now = ptr8(state)
    side = int(now[_TURN])
    own = side << 3
    checks = int(survey(board, state, duty))
    count = int(king_moves(board, state, moves))
    if checks < 2:
        if checks == 0 and (now[_ROOKS + side * 2] & now[_ROOKS + side * 2 + 1]) < 64:
            count = int(castling_moves(board, state, moves, count))
        count = int(officer_moves(board, NEXT, duty, moves, own, checks, count))
        count = int(pawn_moves(board, NEXT, duty, moves, own, checks, count))
        if now[_EP] < 64:
            count = int(en_passant_moves(board, state, moves, count))
    return count


@micropython.viper
def survey(board, state, duty) -> int:
    """Fill the work sheet for the side to move and return how many men give check."""
    men = ptr8(board)
    now = ptr8(state)
    sheet = ptr8(duty)
    table = ptr8(NEXT)
    by = 8 - (now[_TURN] << 3)
    king = int(now[_KINGS + now[_TURN]])
    pawns = _WHITE_PAWNS
    if by:
        pawns = _BLACK_PAWNS
    if sheet[64]:
        for square in range(65):
            sheet[square] = 0
    checks = 0
    for direction in range(8):
        lane = direction << 6
        first = table[lane + king]
        to = first
        shield = 64
        while to < 64:
            kind = men[to]
            if kind:
                kind = kind ^ by
                if kind > 8:
                    if shield < 64:
                        break
                    shield = to
                else:
                    if kind == _QUEEN or kind == _ROOK - (direction & 1):
                        if shield < 64:
                            sheet[shield] = 1 + (direction & 3)
                            sheet[64] = 1
                        else:
                            checks += 1
                            sheet[to] = 1
                            while first != to:
                                sheet[first] = 1
                                first = table[lane + first]
                    elif to == first and kind == _PAWN and (pawns >> direction) & 1:
                        checks += 1
                        sheet[to] = 1
                    break
            to = table[lane + to]
    knight = by | _KNIGHT
    for direction in range(8, 16):
        to = table[(direction << 6) + king]
        if to < 64 and men[to] == knight:
            checks += 1
            sheet[to] = 1
    if checks:
        sheet[64] = 1
    return checks


@micropython.viper
def king_moves(board, state, moves) -> int:
    """Write the king's steps from the start of the buffer and return the count."""
    men = ptr8(board)
    now = ptr8(state)
    out = ptr32(moves)
    table = ptr8(NEXT)
    own = now[_TURN] << 3
    king = int(now[_KINGS + now[_TURN]])
    count = 0
    men[king] = 0  # a king does not hide the squares behind it
    for direction in range(8):
        to = table[(direction << 6) + king]
        if to < 64:
            man = men[to]
            if man == 0 or (man ^ own) > 8:
                if int(is_attacked(board, to, own ^ 8)) == 0:
                    move = king | (to << 6)
                    if man:
                        move |= _CAPTURE
                    out[count] = move
                    count += 1
    men[king] = own | _KING
    return count


@micropython.viper
def castling_moves(board, state, moves, count: int) -> int:
    """Append castling for a king that is not in check and return the new count."""
    men = ptr8(board)
    now = ptr8(state)
    out = ptr32(moves)
    side = int(now[_TURN])
    own = side << 3
    king = int(now[_KINGS + side])
    rank = king & 56
    for wing in range(2):
        rook = int(now[_ROOKS + side * 2 + wing])
        if rook < 64:
            king_to = rank + 6 - (wing << 2)
            rook_to = rank + 5 - (wing << 1)
            low = king
            high = king
            # The king's way ends beside the rook's, so both together are one run of squares.
            for end in range(3):
                square = rook
                if end == 1:
                    square = king_to
                elif end == 2:
                    square = rook_to
                if square < low:
                    low = square
                if square > high:
                    high = square
            free = 1
            men[king] = 0
            men[rook] = 0
            while low <= high:
                if men[low]:
                    free = 0
                low += 1
            men[rook] = own | _ROOK
            step = 1
            if king_to < king:
                step = -1
            square = king
            while free and square != king_to:
                square += step
                if square != king_to and int(is_attacked(board, square, own ^ 8)):
                    free = 0
            if free:
                men[rook] = 0
                men[rook_to] = own | _ROOK
                if int(is_attacked(board, king_to, own ^ 8)) == 0:
                    out[count] = king | (king_to << 6) | _CASTLING
                    count += 1
                men[rook_to] = 0
                men[rook] = own | _ROOK
            men[king] = own | _KING
    return count


@micropython.viper
def officer_moves(men: ptr8, table: ptr8, sheet: ptr8, out: ptr32, own: int, checks: int, count: int) -> int:
    """Append the moves of knights, bishops, rooks and queens under at most one check; return the new count."""
    for square in range(64):
        kind = men[square] ^ own
        if kind == _KNIGHT:
            if sheet[square] == 0:
                for jump in range(8, 16):
                    to = table[(jump << 6) + square]
                    if to < 64 and (checks == 0 or sheet[to]):
                        man = men[to]
                        if man == 0:
                            out[count] = square | (to << 6)
                            count += 1
                        elif (man ^ own) > 8:
                            out[count] = square | (to << 6) | _CAPTURE
                            count += 1
        elif kind >= _BISHOP and kind <= _QUEEN:
            pin = sheet[square]
            direction = 0
            stride = 2
            if kind == _BISHOP:
                direction = 1
            elif kind == _QUEEN:
                stride = 1
            while direction < 8:
                if pin == 0 or pin == 1 + (direction & 3):
                    lane = direction << 6
                    to = table[lane + square]
                    while to < 64:
                        man = men[to]
                        if man == 0:
                            if checks == 0 or sheet[to]:
                                out[count] = square | (to << 6)
                                count += 1
                            to = table[lane + to]
                        else:
                            if (man ^ own) > 8 and (checks == 0 or sheet[to]):
                                out[count] = square | (to << 6) | _CAPTURE
                                count += 1
                            to = 64
                direction += stride
    return count


@micropython.viper
def pawn_moves(men: ptr8, table: ptr8, sheet: ptr8, out: ptr32, own: int, checks: int, count: int) -> int:
    """Append the pawns' steps, captures and promotions, but not en passant; return the new count."""
    pawn = own | _PAWN
    back = own >> 1
    home = 1 + back + (own >> 3)  # rank index 1 or 6
    for square in range(8, 56):
        if men[square] == pawn:
            pin = sheet[square]
            for lean in range(7, 10):  # left, ahead, right as White sees them: 7, 0, 1
                direction = (lean & 7) ^ back
                if pin == 0 or pin == 1 + (direction & 3):
                    lane = direction << 6
                    to = table[lane + square]
                    move = 0
                    if lean == 8:
                        if men[to] == 0:
                            if checks == 0 or sheet[to]:
                                move = square | (to << 6)
                            if square >> 3 == home:
                                far = table[lane + to]
                                if men[far] == 0 and (checks == 0 or sheet[far]):
                                    out[count] = square | (far << 6)
                                    count += 1
                    elif to < 64 and (men[to] ^ own) > 8 and (checks == 0 or sheet[to]):
                        move = square | (to << 6) | _CAPTURE
                    if move:
                        if to >= 8 and to < 56:
                            out[count] = move
                            count += 1
                        else:
                            for kind in range(_KNIGHT, _KING):
                                out[count] = move | (kind << 12)
                                count += 1
    return count


@micropython.viper
def en_passant_moves(board, state, moves, count: int) -> int:
    """Append the legal en passant captures and return the new count."""
    men = ptr8(board)
    now = ptr8(state)
    out = ptr32(moves)
    table = ptr8(NEXT)
    to = int(now[_EP])
    if to < 64:
        side = int(now[_TURN])
        own = side << 3
        king = int(now[_KINGS + side])
        for lean in range(3, 6, 2):
            square = table[((lean ^ (side << 2)) << 6) + to]
            if square < 64 and men[square] == own | _PAWN:
                # Two men leave one line at once, which no pin describes: try it out.
                men[square] = 0
                men[to ^ 8] = 0
                men[to] = own | _PAWN
                if int(is_attacked(board, king, own ^ 8)) == 0:
                    out[count] = square | (to << 6) | _EN_PASSANT
                    count += 1
                men[to] = 0
                men[to ^ 8] = own ^ 8 | _PAWN
                men[square] = own | _PAWN
    return count
