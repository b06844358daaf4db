# SPDX-License-Identifier: GPL-3.0-or-later
"""Men who are knocked over, and how players set them up again: as the board asks, and as they know besides."""

import re
from random import Random

import chess

from . import picture
from .player import Player

_PATIENCE_MS = 1500  # the board complains after 1.2 s
_GLANCE_MS = 50
_REACH = 2  # squares: so far away a hand knocks men over
_NAMED = re.compile(r"[PnbrqH]([A-Hbd])([1-8])")  # a man and his square, on a face


class Fallen:
    def __init__(self, player: Player, random: Random) -> None:
        self.player = player
        self.random = random

    def knock(self, near: int, boards: list[chess.Board]) -> None:
        """Knock over some men near a square, and set them up again.

        boards: the positions that the board may take for the one on the wood. No man comes to lie where a legal move
        could have put one: nobody could tell that from the move.
        """
        player, random, wood = self.player, self.random, self.player.world.squares
        wanted = dict(wood)
        legal = {move.to_square for board in boards for move in board.legal_moves}
        around = [square for square in wood if chess.square_distance(square, near) <= _REACH]
        fallen = random.sample(around, min(len(around), random.choice((1, 1, 2, 2, 3))))
        letters = []
        for square in fallen:
            letters.append(player.lift(square))
            self._let(5, 60)
        for square, letter in zip(fallen, letters, strict=True):
            beside = set(chess.SquareSet(chess.BB_KING_ATTACKS[square])) - legal - {*wood, *fallen}
            if beside and letter not in "Kk" and random.random() < 0.5:
                player.place(letter, random.choice(sorted(beside)))
            else:
                player.world.drop(letter)
            self._let(5, 60)
        self._put_right(wanted, boards)

    def look(self) -> tuple[int | None, set[int]]:
        """Wait for the board to say something; return the square whose man the faces name, and those to fix."""
        player = self.player
        lit: set[int] = set()
        for _ in range(0, _PATIENCE_MS, _GLANCE_MS):
            lit |= {chess.parse_square(name) for name in picture.squares_of(player.lights, "magenta")}
            found = _NAMED.fullmatch(player.reads(True).strip())
            if found:
                return chess.parse_square(found[1].lower() + found[2]), lit
            player.let(_GLANCE_MS)
        return None, lit

    def could_end(self, boards: list[chess.Board], square: int | None = None) -> bool:
        """Return True if the wood looks like a move that ends the game, which would stand by itself.

        square: where another man is about to be put.
        """
        occupied = int(chess.SquareSet(self.player.world.squares))
        if square is not None:
            occupied |= chess.BB_SQUARES[square]
        return any(ends(board, move, occupied) for board in boards for move in list(board.legal_moves))

    def _put_right(self, wanted: dict[int, str], boards: list[chess.Board]) -> None:
        """Set the men up as they stood: first what the board asks for, then what one knows."""
        player, wood = self.player, self.player.world.squares
        while wood != wanted:
            named, lit = (None, set()) if self.could_end(boards) else self.look()
            amiss = [square for square in wood if wood[square] != wanted.get(square)]
            missing = [square for square in wanted if square not in wood]
            shown = [square for square in amiss if square in lit]
            if named in missing:
                self._fetch(wanted, named)
            elif shown or not missing:
                player.world.drop(player.lift((shown or amiss)[0]))
            else:
                self._fetch(wanted, self.random.choice(missing))
            self._let(150, 600)

    def _fetch(self, wanted: dict[int, str], square: int) -> None:
        """Take the man who belongs on a square from where he lies, and put him there."""
        player, wood, letter = self.player, self.player.world.squares, wanted[square]
        lies = [other for other in wood if wood[other] == letter and wanted.get(other) != letter]
        if lies:
            player.world.drop(player.lift(lies[0]))
            self._let(150, 500)
        player.place(letter, square)

    def _let(self, least_ms: int, most_ms: int) -> None:
        self.player.let(self.random.randint(least_ms, most_ms))


def ends(board: chess.Board, move: chess.Move, occupied: int | None = None) -> bool:
    """Return True if the move ends the game; with `occupied`, if it also leaves just these squares occupied."""
    board.push(move)
    found = (occupied is None or board.occupied == occupied) and board.is_game_over()
    board.pop()
    return found
