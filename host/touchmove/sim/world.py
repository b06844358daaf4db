# SPDX-License-Identifier: GPL-3.0-or-later
"""The wooden world: real men on real squares, a tray beside the board, and buttons that fingers hold down.

It knows which man stands where; the board under it senses only where any man stands.
"""

import chess


class World:
    """`squares`: piece letter by square; `buttons`: those held down, as in `body`."""

    def __init__(self) -> None:
        self.squares: dict[int, str] = {}
        self.tray: list[str] = []
        self.buttons = 0
        self.set_up(chess.STARTING_FEN)

    def set_up(self, fen: str) -> None:
        """Put the men of a position on the board; the rest of a set, and a spare queen each, lie in the tray."""
        board = chess.Board(fen, chess960=True)
        self.squares = {square: piece.symbol() for square, piece in board.piece_map().items()}
        self.tray = list("PPPPPPPPNNBBRRQQKppppppppnnbbrrqqk")
        for letter in self.squares.values():
            if letter in self.tray:
                self.tray.remove(letter)

    def occupied(self) -> bytes:
        """Return what sensors see: eight bytes, one a rank, bit 0 the a-file."""
        ranks = bytearray(8)
        for square in self.squares:
            ranks[square >> 3] |= 1 << (square & 7)
        return bytes(ranks)

    def lift(self, square: int) -> str:
        """Take the man off a square into the hand; ValueError if there is none."""
        if square not in self.squares:
            raise ValueError(f"no man stands on {chess.square_name(square)}")
        return self.squares.pop(square)

    def place(self, letter: str, square: int) -> None:
        """Put a man from the hand on a square; ValueError if one stands there."""
        if square in self.squares:
            raise ValueError(f"{chess.square_name(square)} is occupied")
        self.squares[square] = letter

    def drop(self, letter: str) -> None:
        """Put a man from the hand into the tray."""
        self.tray.append(letter)

    def take(self, letter: str) -> str:
        """Take a man out of the tray into the hand; from somewhere else in the room if the tray has none."""
        if letter in self.tray:
            self.tray.remove(letter)
        return letter

    def hold(self, button: int) -> None:
        self.buttons |= button

    def release(self, button: int) -> None:
        self.buttons &= ~button
