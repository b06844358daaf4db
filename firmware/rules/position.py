# SPDX-License-Identifier: GPL-3.0-or-later
"""A legal position of a game: what stands where, whose move it is, and what that side may do.

A Position is always legal: it begins as the start array and changes only by a checked Setup, by legal moves and by
taking them back. `board` is for reading. Nothing here allocates but the constructor, `reset` and `set_up`.
"""

from array import array

from micropython import const

from . import slate as slates
from .generate import castling_obstacle, en_passant_moves, is_attacked, legal_moves, select
from .make import play, repetitions
from .material import can_mate
from .piece import KING, SIDES
from .setup import ORTHODOX, array_setup

# Bytes of the slate, see slate.py.
_TURN = const(65)
_KINGS = const(66)
_ROOKS = const(68)
_EP = const(72)
_CLOCK = const(73)
_NUMBER = const(76)
_TOP = const(80)
_NEWEST = const(88)
_SHEET = const(128)
_RING = const(1280)
_BACK = const(0x100000)

# Why castling is impossible, see `castling_obstacle`.
LOST = const(1)
BLOCKED = const(2)
ATTACKED = const(3)


def move_buffer():
    """Return a new buffer that holds the moves of any position: 218 is the known most."""
    return array("i", bytearray(1024))


class Position:
    """`moves[:n]` are the legal moves after `n = legal()`. `chess960` says how castling is written."""

    def __init__(self, depth=64):
        """Stand at the start array; the last `depth` moves can be taken back and are searched for repetitions."""
        self.slate = slates.new(depth)
        self.board = memoryview(self.slate)[:64]
        self.moves = move_buffer()
        self.chess960 = False
        self.reset()

    def reset(self, number=ORTHODOX):
        """Go to a start array, 0 to 959 in Chess960's numbering."""
        self.set_up(array_setup(number))

    def set_up(self, setup):
        """Become the position of a Setup. Raise ValueError, and change nothing, if it is none."""
        setup.check()
        slate = self.slate
        before = bytes(slate[:_TOP])
        slate[:64] = setup.board
        slate[_TURN] = setup.turn
        slate[_KINGS] = setup.board.find(bytes([KING]))
        slate[_KINGS + 1] = setup.board.find(bytes([KING | 8]))
        slate[_ROOKS:_EP] = setup.rooks
        slate[_EP] = setup.ep_square
        slate[_CLOCK:_NUMBER] = setup.halfmove_clock.to_bytes(3, "little")
        slate[_NUMBER:_TOP] = setup.fullmove_number.to_bytes(4, "little")
        if is_attacked(slate, slate[_KINGS + (setup.turn ^ 1)], setup.turn << 3):
            slate[:_TOP] = before
            raise ValueError(f"{SIDES[setup.turn ^ 1]} is in check, but {SIDES[setup.turn]} has the move")
        self.chess960 = setup.chess960
        self._forget()

    def copy_from(self, other):
        """Become a copy of another position, with nothing to take back."""
        slate = self.slate
        theirs = other.slate
        for index in range(_TOP):
            slate[index] = theirs[index]
        self.chess960 = other.chess960
        self._forget()

    def _forget(self):
        slate = self.slate
        for index in range(_NEWEST, _NEWEST + 12):
            slate[index] = 0

    @property
    def turn(self):
        """The side to move, 0 White, 1 Black."""
        return self.slate[_TURN]

    @property
    def ep_square(self):
        """The square that the last move's pawn crossed by a double step, whoever can use it; else NOWHERE."""
        return self.slate[_EP]

    @property
    def halfmove_clock(self):
        """Moves of both sides since the last capture or pawn move."""
        return self.slate[_CLOCK] | self.slate[_CLOCK + 1] << 8

    @property
    def fullmove_number(self):
        """The number of the move, 1 at the start, one more after each of Black's."""
        return self.slate[_NUMBER] | self.slate[_NUMBER + 1] << 8

    def king(self, side):
        """Return the square of a side's king."""
        return self.slate[_KINGS + side]

    def rook_square(self, side, wing):
        """Return the rook with which a side may yet castle (wing 0 right of the king, 1 left), else NOWHERE."""
        return self.slate[_ROOKS + side * 2 + wing]

    def legal(self):
        """Write the legal moves to `moves` and return their count."""
        return legal_moves(self.slate, self.moves)

    def legal_into(self, moves):
        """Write the legal moves to another buffer made by `move_buffer`, return their count."""
        return legal_moves(self.slate, moves)

    def legal_from(self, square):
        """Write the legal moves of the man on a square to `moves` and return their count."""
        return select(self.moves, self.legal(), square, 0)

    def legal_to(self, square):
        """Write the legal moves that end on a square, or capture what stands there, to `moves`; return their count."""
        return select(self.moves, self.legal(), square, 6)

    def is_legal(self, move):
        """Tell whether a move, of whatever origin, is legal here. Overwrites `moves`."""
        moves = self.moves
        for index in range(self.legal()):
            if moves[index] == move:
                return True
        return False

    def has_legal_en_passant(self):
        """Tell whether a pawn can be captured en passant. Overwrites `moves`."""
        return en_passant_moves(self.slate, self.moves, 0) > 0

    def is_check(self):
        """Tell whether the side to move is in check."""
        slate = self.slate
        return is_attacked(slate, slate[_KINGS + slate[_TURN]], 8 - (slate[_TURN] << 3)) == 1

    def checkers_into(self, squares):
        """Write the squares of the men that give check, as many as the buffer holds, and return how many were written.

        Overwrites `moves`. No move gives more than two checks; a position that was set up can have more.
        """
        slate = self.slate
        count = 0
        self.legal()
        for square in range(64):
            man = slate[square]
            if man and slate[_SHEET + square] and man >> 3 != slate[_TURN] and count < len(squares):
                squares[count] = square
                count += 1
        return count

    def castling(self, wing):
        """Return why the side to move cannot castle to a wing (0 right, 1 left): LOST, BLOCKED, ATTACKED; else 0."""
        obstacle = castling_obstacle(self.slate, wing)
        return obstacle or (ATTACKED if self.is_check() else 0)

    def push(self, move):
        """Make a legal move. Trusts its caller: any other int ruins the position."""
        play(self.slate, move)

    def pop(self):
        """Take back the last move and return it; raise IndexError if none is kept."""
        move = play(self.slate, _BACK)
        if move < 0:
            raise IndexError("no move to take back")
        return move

    def rook_from(self, move):
        """Return where the rook of a castling move stands; for the position before the move."""
        return self.rook_square(self.turn, 0 if move & 0x100 else 1)

    def rook_to(self, move):
        """Return where the rook of a castling move ends."""
        return (move >> 6 & 56) + (5 if move & 0x100 else 3)

    def en_passant_victim(self, move):
        """Return where the pawn stands that an en passant move captures."""
        return (move >> 6 & 63) ^ 8

    def outcome(self, counted=False):
        """Return how the position ends the game, or None. Overwrites `moves`.

        "checkmate", "stalemate", "insufficient" (dead by material), and with `counted` also "fivefold" (9.6.1) and
        "seventyfive" (9.6.2).
        """
        if self.legal() == 0:
            return "checkmate" if self.is_check() else "stalemate"
        if not can_mate(self.slate, 0) and not can_mate(self.slate, 8):
            return "insufficient"
        if counted:
            if self.repetitions() >= 5:
                return "fivefold"
            if self.halfmove_clock >= 150:
                return "seventyfive"
        return None

    def repetitions(self):
        """Return how often this position has stood among the moves kept, this time included. Overwrites `moves`."""
        return repetitions(self.slate, self.moves)

    def claim(self):
        """Return what the side to move can claim a draw by, "threefold" (9.2) or "fifty" (9.3), or None.

        Overwrites `moves`. Where the game is over nothing can be claimed: ask `outcome` first.
        """
        if self.repetitions() >= 3:
            return "threefold"
        return "fifty" if self.halfmove_clock >= 100 else None

    def claim_with(self, move):
        """Return what a legal move would give a right claim by: as `claim`, but None if it ends the game otherwise."""
        self.push(move)
        claim = None if self.outcome() else self.claim()
        self.pop()
        return claim
