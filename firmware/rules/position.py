# SPDX-License-Identifier: GPL-3.0-or-later
"""A legal position of a game: what stands where, whose move it is, and what that side may do.

A Position is always legal: it begins as the start array and changes only by a checked Setup, by legal moves and by
taking them back. `board` is for reading.

    state byte  0     1..2   3..6                          7               8..9            10..11
                turn  kings  castling rooks, like Setup's  en passant, 64  halfmove clock  move number, low byte first
"""

from array import array

from micropython import const

from .attack import is_attacked
from .generate import en_passant_moves, legal_moves
from .make import make, undo_buffer, unmake
from .material import is_insufficient
from .piece import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from .setup import Setup

_BACK_RANK = (ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK)
_KEPT = const(1)  # byte of the undo buffer, see make.py


def move_buffer():
    """Return a new buffer that holds the moves of any position: 218 is the known most."""
    return array("i", [0] * 256)


class Position:
    """`moves[:n]` are the legal moves after `n = legal()`. `chess960` says how castling is written."""

    def __init__(self, depth=64):
        """Stand at the start array; the last `depth` moves (at most 255) can be taken back."""
        self.board = bytearray(64)
        self.moves = move_buffer()
        self.chess960 = False
        self._state = bytearray(12)
        self._duty = bytearray(65)
        self._undo = undo_buffer(depth)
        self.reset()

    def reset(self):
        """Go to the start array."""
        setup = Setup()
        for file in range(8):
            setup.board[file] = _BACK_RANK[file]
            setup.board[file + 8] = PAWN
            setup.board[file + 48] = PAWN | 8
            setup.board[file + 56] = _BACK_RANK[file] | 8
        setup.rooks[:] = bytes((7, 0, 63, 56))
        self.set_up(setup)

    def set_up(self, setup):
        """Become the position of a Setup. Raise ValueError, and change nothing, if it is none."""
        setup.check()
        self.board[:] = setup.board
        state = self._state
        state[0] = setup.turn
        state[1] = setup.board.find(bytes([KING]))
        state[2] = setup.board.find(bytes([KING | 8]))
        state[3:7] = setup.rooks
        state[7] = setup.ep_square
        state[8] = setup.halfmove_clock & 255
        state[9] = setup.halfmove_clock >> 8
        state[10] = setup.fullmove_number & 255
        state[11] = setup.fullmove_number >> 8
        self.chess960 = setup.chess960
        self._undo[_KEPT] = 0

    def copy_from(self, other):
        """Become a copy of another position, with nothing to take back."""
        self.board[:] = other.board
        self._state[:] = other._state
        self.chess960 = other.chess960
        self._undo[_KEPT] = 0

    @property
    def turn(self):
        """The side to move, 0 White, 1 Black."""
        return self._state[0]

    @property
    def ep_square(self):
        """The square that the last move's pawn crossed by a double step, whoever can use it; else NOWHERE."""
        return self._state[7]

    @property
    def halfmove_clock(self):
        """Moves of both sides since the last capture or pawn move."""
        return self._state[8] | self._state[9] << 8

    @property
    def fullmove_number(self):
        """The number of the move, 1 at the start, one more after each of Black's."""
        return self._state[10] | self._state[11] << 8

    def king(self, side):
        """Return the square of a side's king."""
        return self._state[1 + side]

    def rook_square(self, side, wing):
        """Return the rook with which a side may yet castle (wing 0 right of the king, 1 left), else NOWHERE."""
        return self._state[3 + side * 2 + wing]

    def legal(self):
        """Write the legal moves to `moves` and return their count. Does not allocate."""
        return legal_moves(self.board, self._state, self._duty, self.moves)

    def legal_into(self, moves):
        """Write the legal moves to another buffer made by `move_buffer`, return their count. Does not allocate."""
        return legal_moves(self.board, self._state, self._duty, moves)

    def is_legal(self, move):
        """Tell whether a move, of whatever origin, is legal here. Overwrites `moves`."""
        moves = self.moves
        for index in range(self.legal()):
            if moves[index] == move:
                return True
        return False

    def has_legal_en_passant(self):
        """Tell whether a pawn can be captured en passant. Overwrites `moves`."""
        return en_passant_moves(self.board, self._state, self.moves, 0) > 0

    def is_check(self):
        """Tell whether the side to move is in check."""
        state = self._state
        return is_attacked(self.board, state[1 + state[0]], 8 - (state[0] << 3)) == 1

    def push(self, move):
        """Make a legal move. Trusts its caller: any other int ruins the position."""
        make(self.board, self._state, self._undo, move)

    def pop(self):
        """Take back the last move and return it; raise IndexError if none is kept."""
        if self._undo[_KEPT] == 0:
            raise IndexError("no move to take back")
        return unmake(self.board, self._state, self._undo)

    def rook_from(self, move):
        """Return where the rook of a castling move stands; for the position before the move."""
        return self.rook_square(self.turn, 0 if move & 0x100 else 1)

    def rook_to(self, move):
        """Return where the rook of a castling move ends."""
        return (move >> 6 & 56) + (5 if move & 0x100 else 3)

    def en_passant_victim(self, move):
        """Return where the pawn stands that an en passant move captures."""
        return (move >> 6 & 63) ^ 8

    def outcome(self):
        """Return "checkmate", "stalemate", "insufficient" (dead by material) or None. Overwrites `moves`."""
        if self.legal() == 0:
            return "checkmate" if self.is_check() else "stalemate"
        return "insufficient" if is_insufficient(self.board) else None
