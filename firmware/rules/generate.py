# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the legal moves of a position into a buffer.

Checks and pins are found once per position, so a written move is legal and is never tried out; only the king's steps,
castling and en passant ask the attack test. `men` is a slate, `out` a buffer with room for 256 moves.

In all kernels `own` is 0 for White and 8 for Black to move, and man ^ own is 1 to 6 for an own man and has bit 3 set
for an enemy; an empty square is 0. Square 64 is beyond the edge and holds what ends a line. Viper keeps the first two
locals in registers, makes a number of a comparison before it looks at it, and takes 12 bytes for a jump forward: so the
hottest come first, `a ^ b` stands for `a != b`, and a set of kinds is a number whose bits are looked up.
"""

import micropython
from micropython import const

_PAWN = const(1)
_KNIGHT = const(2)
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
_FIRST = const(104)
_STRIDE = const(112)
_SHEET = const(128)
_MARKED_WORD = const(25)
_SHEET_WORD = const(32)

# Directions, as bits, in which a square sees the pawns that attack it.
_WHITE_PAWNS = const(0x280)
_BLACK_PAWNS = const(0x820)

# Lanes of the slate, one for each direction.
_LANE = const(64)
_LINES = const(256)
_JUMPS = const(768)
_BACKWARDS = const(768)
_EAST = const(384)
_OTHER_SIDE = const(896)  # from a pawn's one capture to the other

# Sets of kinds, as bits: rook and queen, less 8 bishop and queen; pawn to queen and the edge; pawn to king; king;
# empty, rook and king.
_SLIDERS = const(0x30)
_OWN_MEN = const(0xBE)
_FOES = const(0x7E)
_BESIDE = const(0x40)
_CASTLING_MEN = const(0x51)

# Why castling is impossible: the right is lost, a man stands between, a square of the king is attacked.
_LOST = const(1)
_BLOCKED = const(2)
_ATTACKED = const(3)


@micropython.viper
def legal_moves(men: ptr8, out: ptr32) -> int:
    """Write all legal moves from the start of the buffer and return the count. Fills the work sheet."""
    own = int(men[_TURN]) << 3
    foe = own ^ 8
    king = int(men[_KINGS + (own >> 3)])
    words = ptr32(men)
    if words[_MARKED_WORD]:
        count = 16
        while count:
            count -= 1
            words[_SHEET_WORD + count] = 0
        words[_MARKED_WORD] = 0
    count = 0
    men[king] = 0  # a king does not hide the squares behind it
    men[64] = foe | 7  # an enemy ends a line beyond the edge
    steps = _FOES | 1 << foe
    pawns = _BLACK_PAWNS
    if own:
        pawns = _WHITE_PAWNS
    checks = 0
    lane = _LINES
    while lane ^ _JUMPS:
        to = int(men[lane + king])
        kind = int(men[to])
        if (steps >> (kind ^ foe)) & 1:
            if not int(is_attacked(men, to, foe)):
                move = king | to << 6
                if kind:
                    move |= _CAPTURE
                out[count] = move
                count += 1
        kinds = _SLIDERS - ((lane >> 3) & 8)
        if kind:
            kinds |= ((pawns >> (lane >> 6)) & 1) << 1
        while not men[to]:
            to = int(men[lane + to])
        pin = 0
        if not (int(men[to]) ^ own) & 8:
            pin = _SHEET + to
            kinds &= _SLIDERS | 8
            to = int(men[lane + to])
            while not men[to]:
                to = int(men[lane + to])
        if (kinds >> (int(men[to]) ^ foe)) & 1:
            words[_MARKED_WORD] = 1
            if pin:
                men[pin] = 15 ^ 1 << ((lane >> 6) & 3)
            else:
                checks += 1
                while to ^ king:
                    men[_SHEET + to] = 1
                    to = int(men[(lane ^ _BACKWARDS) + to])
        to = int(men[lane + (_JUMPS - _LINES) + king])
        if not int(men[to]) ^ foe ^ _KNIGHT:
            words[_MARKED_WORD] = 1
            checks += 1
            men[_SHEET + to] = 1
        lane += _LANE
    men[king] = own | _KING
    men[64] = own | 7  # now neither empty nor an enemy
    if checks > 1:
        return count
    if not checks:
        wing = 2
        while wing:
            wing -= 1
            to = (king & 56) + 6 - (wing << 2)
            # Most often a man stands where the king would go.
            if (_CASTLING_MEN >> (men[to] & 7)) & 1:
                if not int(castling_obstacle(men, wing)):
                    out[count] = king | to << 6 | _CASTLING
                    count += 1
    kept = count
    ahead = 4 * _LANE ^ own * 96
    flip = own * 7
    square = -1
    while True:
        kind = 0
        while not (_OWN_MEN >> kind) & 1:
            square += 1
            kind = int(men[square]) ^ own
        pin = int(men[_SHEET + square])
        if not kind ^ _PAWN:
            rank = (square ^ flip) >> 3
            move = square
            if not rank ^ 6:
                move |= _QUEEN << 12
            while True:
                to = int(men[ahead + square])
                if not pin & 1:
                    while not men[to]:
                        out[count] = move | to << 6
                        count += 1
                        to = int(men[ahead + to])
                        if rank ^ 1:
                            to = 64
                        rank = 6
                lane = ahead ^ _LANE
                while True:
                    to = int(men[lane + square])
                    if men[to] and (int(men[to]) ^ own) & 8 and not (pin >> ((lane >> 6) & 3)) & 1:
                        out[count] = move | to << 6 | _CAPTURE
                        count += 1
                    if (lane ^ ahead) >> 8:
                        break
                    lane ^= _OTHER_SIDE
                if not (move >> 12) & 5:  # no promotion, or the knight was the last
                    break
                move -= 1 << 12  # the same again for rook, bishop and knight
            continue
        if kind > _KING:
            break  # the edge
        if pin and not kind ^ _KNIGHT:
            continue  # a knight never stays on the line
        lane = int(men[_FIRST + kind]) << 6
        last = lane + 8 * _LANE
        stride = int(men[_STRIDE + kind]) << 6
        while lane ^ last:
            if not pin or not (pin >> ((lane >> 6) & 3)) & 1:
                to = int(men[lane + square])
                while not men[to]:
                    out[count] = square | to << 6
                    count += 1
                    to = int(men[lane + to])
                    if not kind ^ _KNIGHT:
                        to = 64
                if (int(men[to]) ^ own) & 8:
                    out[count] = square | to << 6 | _CAPTURE
                    count += 1
            lane += stride
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
    if not men[_EP] & 64:
        count = int(en_passant_moves(men, out, count))
    return count


@micropython.viper
def is_attacked(men: ptr8, square: int, by: int) -> int:
    """Return 1 if a man of colour `by` (0 White, 8 Black) attacks the square, else 0.

    The man that stands on the square itself does not matter, and a pinned man attacks like any other.
    """
    to = 0
    pawns = _WHITE_PAWNS
    if by:
        pawns = _BLACK_PAWNS
    lane = _LINES
    while lane ^ _JUMPS:
        to = int(men[lane + (_JUMPS - _LINES) + square])
        if not int(men[to]) ^ by ^ _KNIGHT:
            return 1
        kinds = _SLIDERS - ((lane >> 3) & 8)
        to = int(men[lane + square])
        if men[to]:
            kinds |= _BESIDE | ((pawns >> (lane >> 6)) & 1) << 1
        while not men[to]:
            to = int(men[lane + to])
        if (kinds >> (int(men[to]) ^ by)) & 1:
            return 1
        lane += _LANE
    return 0


@micropython.viper
def castling_obstacle(men: ptr8, wing: int) -> int:
    """Return why a king that is not in check cannot castle to a wing (0 right, 1 left); 0 if he can."""
    own = int(men[_TURN]) << 3
    king = int(men[_KINGS + (own >> 3)])
    rook = int(men[_ROOKS + (own >> 2) + wing])
    if rook & 64:
        return _LOST
    to = (king & 56) + 6 - (wing << 2)
    goal = to - 1 + (wing << 1)
    # Both ways must be empty but for these two. Where the rook ends he shields nobody, or there would be check now.
    men[king] = 0
    men[rook] = 0
    obstacle = 0
    square = rook
    while not men[square]:
        if not goal ^ to and int(is_attacked(men, square, own ^ 8)):
            obstacle = _ATTACKED
        if square ^ goal:
            square += 1 - (int(square > goal) << 1)
        elif goal ^ to:
            square = king
            goal = to
        else:
            break
    if men[square]:
        obstacle = _BLOCKED
    men[rook] = own | _ROOK
    men[king] = own | _KING
    return obstacle


@micropython.viper
def en_passant_moves(men: ptr8, out: ptr32, count: int) -> int:
    """Append the legal en passant captures and return the new count."""
    to = int(men[_EP])
    if not to & 64:
        own = int(men[_TURN]) << 3
        pawn = own | _PAWN
        victim = to ^ 8
        # Two men leave one line at once, which no pin describes: try it out.
        men[victim] = 0
        men[to] = pawn
        lane = _EAST
        while True:
            square = int(men[lane + victim])
            if not int(men[square]) ^ pawn:
                men[square] = 0
                if not int(is_attacked(men, int(men[_KINGS + (own >> 3)]), own ^ 8)):
                    out[count] = square | to << 6 | _EN_PASSANT
                    count += 1
                men[square] = pawn
            if lane >> 9:
                break
            lane ^= _BACKWARDS
        men[to] = 0
        men[victim] = pawn ^ 8
    return count


@micropython.viper
def select(out: ptr32, count: int, square: int, shift: int) -> int:
    """Keep the moves from a square (shift 0), or those to it or that capture the man on it (6); return the count."""
    kept = 0
    index = 0
    while index ^ count:
        move = int(out[index])
        index += 1
        off = ((move >> shift) & 63) ^ square
        if not off * (off ^ (move >> 13 & shift << 1 & 8)):
            out[kept] = move
            kept += 1
    return kept
