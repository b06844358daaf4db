# SPDX-License-Identifier: GPL-3.0-or-later
"""The sheet of the squares: the board seen from above, or from below as it is soldered, and what lies where."""

from .modules import Module
from .svg import Drawing

SIDE = 82.0  # of a square
TOP = 168.0  # of the eighth rank
BUTTONS = -1  # the row of buttons, counted as a rank
FILES = "abcdefgh"
_GAP = 34.0  # between the first rank and the row of buttons
_LABEL = 54.0  # wide
_AWAY = 26.0  # of a label from the board
_MARGIN = 36.0  # beyond the labels of the ranks


class Grid:
    """Where squares are. `way` is -1 seen from below: files run the other way, ranks do not."""

    def __init__(self, drawing: Drawing, module: Module, is_below: bool, labels_at_h: bool) -> None:
        self.way = -1 if is_below else 1
        self.top = TOP
        self._drawing = drawing
        self._module = module
        self._is_right = labels_at_h != is_below
        beside = _MARGIN + _LABEL + _AWAY
        self.left = drawing.width - 8 * SIDE - beside if self._is_right else beside
        self.right = self.left + 8 * SIDE

    @property
    def label_x(self) -> float:
        """Where the rows reach their labels."""
        return self.right + _AWAY if self._is_right else self.left - _AWAY

    def x(self, file: int, inside: float) -> float:
        """Return what lies `inside` units from that edge of a file that is nearer to the a-file."""
        return self.left + file * SIDE + inside if self.way > 0 else self.right - file * SIDE - inside

    def y(self, rank: int, inside: float) -> float:
        """Return what lies `inside` units below the upper edge of a rank, or of the row of buttons."""
        return self.top + (7 - rank) * SIDE + inside + (_GAP if rank == BUTTONS else 0)

    def label_file(self, x: float, gpio: int) -> None:
        """Say above the board which pin a column goes to."""
        self._label(x - _LABEL / 2, self.top - 52, gpio)

    def label_rank(self, y: float, gpio: int) -> None:
        """Say beside the board which pin a row goes to."""
        self._label(self.label_x if self._is_right else self.label_x - _LABEL, y - 16, gpio)

    def _label(self, left: float, top: float, gpio: int) -> None:
        pin = self._module.pin(gpio)
        with self._drawing.group("part label", gpio=gpio):
            self._drawing.box(left, top, _LABEL, 32, "box", 4)
            self._drawing.text(left + _LABEL / 2, top + 14, pin.name, "bold middle")
            self._drawing.text(left + _LABEL / 2, top + 26, f"pin {pin.number}", "pin middle")


def draw_squares(drawing: Drawing, grid: Grid) -> None:
    """Draw the bare board; a1 is marked."""
    for square in range(64):
        file, rank = square & 7, square >> 3
        left = min(grid.x(file, 0), grid.x(file, SIDE))
        drawing.box(left, grid.y(rank, 0), SIDE, SIDE, "pale" if (file + rank) % 2 else "dark")
    drawing.box(grid.left, grid.top, 8 * SIDE, 8 * SIDE, "edge")
    drawing.box(min(grid.x(0, 0), grid.x(0, SIDE)), grid.y(0, 0), SIDE, SIDE, "corner")


def name_squares(drawing: Drawing, grid: Grid) -> None:
    """Write the names of the squares, and whose side is where."""
    for square in range(64):
        file, rank = square & 7, square >> 3
        x, y = grid.x(file, 37), grid.y(rank, 14)
        kind = "square middle"
        if square == 0:
            drawing.box(x - 12, y - 9.5, 24, 12.5, "flag", 3)
            kind += " inverse"
        drawing.text(x, y, FILES[file] + str(rank + 1), kind, square=square)
    x = grid.x(3, 53)  # between two columns
    drawing.text(x, grid.top - 62, "Black's side", "bold middle")
    drawing.text(x, grid.y(0, SIDE) + 16, "White's side", "bold middle")
