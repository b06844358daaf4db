# SPDX-License-Identifier: GPL-3.0-or-later
"""What sensors and buttons were seen to do, from one look to the next."""

import chess

BUTTONS = ("White's press", "White's action", "Black's press", "Black's action", "the arbiter's")
FIRST_BUTTON = 64  # its bit, beyond those of the squares
FEW = 4  # squares; when more are closed for good, men have been left on the board
_CONTACTS = (1 << 72) - 1


class Contacts:
    """A bit for every square, and from FIRST_BUTTON on for every button, as `panel.Line` has them."""

    def __init__(self) -> None:
        self.now = 0
        self.was_open = 0
        self.was_closed = 0
        self.presses = [0] * len(BUTTONS)
        self.eights: set[int] = set()  # squares that closed at once, where they are eight or a few more
        self._beside: dict[int, int] = {}  # by square: those that were closed whenever it was

    def see(self, contacts: str) -> None:
        """Take what `test contacts` says: nine bytes as hex, the ranks and the buttons."""
        before, self.now = self.now, int.from_bytes(bytes.fromhex(contacts), "little")
        closed = self.now & chess.BB_ALL
        self.was_closed |= self.now
        self.was_open |= ~self.now & _CONTACTS
        if (before & chess.BB_ALL).bit_count() <= FEW and 8 <= closed.bit_count() <= 8 + FEW:
            self.eights.add(closed)
        for square in chess.scan_forward(closed if closed.bit_count() <= FEW else 0):  # else men are cleared away
            self._beside[square] = self._beside.get(square, closed) & closed
        for index in range(len(BUTTONS)):
            self.presses[index] += bool(self.now & ~before & 1 << FIRST_BUTTON + index)

    @property
    def stuck(self) -> int:
        """What has been closed all the time."""
        return self.was_closed & ~self.was_open

    def is_closed(self, square: int) -> bool:
        return bool(self.now >> square & 1)

    def is_down(self, index: int) -> bool:
        """Return True if a button of BUTTONS is."""
        return bool(self.now >> FIRST_BUTTON + index & 1)

    def has_changed(self, square: int) -> bool:
        """Return True if a square has been seen both ways."""
        return bool((self.was_open & self.was_closed) >> square & 1)

    def has_closed_almost_alone(self, squares: int) -> bool:
        """Return True if one of these squares has been closed while no more than a few were."""
        return any(squares >> square & 1 for square in self._beside)

    def twins(self) -> list[tuple[int, int]]:
        """Return pairs of squares that have always closed together, and are not closed all the time."""
        stuck = chess.SquareSet(self.stuck & chess.BB_ALL)
        pairs = set()
        for square, closed in self._beside.items():
            for other in chess.SquareSet(closed) - stuck - chess.SquareSet.from_square(square):
                if square not in stuck and self._beside[other] >> square & 1:
                    pairs.add((min(square, other), max(square, other)))
        return sorted(pairs)
