# SPDX-License-Identifier: GPL-3.0-or-later
"""What eyes see of a board, as text: colours by their names, and both boards side by side."""

from collections.abc import Mapping, Sequence

import chess

from . import segments

# As a person would name them; a dimmed light keeps its colour, so only the proportions count.
COLOURS = {
    "green": (0, 150, 30),
    "red": (190, 10, 0),
    "blue": (0, 60, 200),
    "white": (110, 110, 110),
    "dim": (40, 40, 24),
    "amber": (200, 90, 0),
    "magenta": (190, 0, 120),
    "trace": (24, 24, 40),
}


def colour(red: int, green: int, blue: int) -> str:
    """Return the name of the nearest colour, empty for a dark light."""
    most = max(red, green, blue)
    if not most:
        return ""

    def distance(name: str) -> float:
        known = COLOURS[name]
        scale = max(known)
        return sum((a / most - b / scale) ** 2 for a, b in zip((red, green, blue), known, strict=True))

    return min(COLOURS, key=distance)


def squares_of(lights: bytes, wanted: str) -> set[str]:
    """Return the names of the squares that are lit in this colour."""
    return {name for name, seen in lit(lights).items() if seen == wanted}


def lit(lights: bytes) -> dict[str, str]:
    """Return the colour of every lit square by its name."""
    seen = {chess.square_name(square): colour(*lights[square * 3 : square * 3 + 3]) for square in range(64)}
    return {name: found for name, found in seen.items() if found}


def draw(
    wood: Mapping[int, str], board: chess.Board, lights: bytes, faces: Sequence[bytes], hand: Sequence[str]
) -> str:
    """Draw the wood and the game side by side; a light under a square is the first letter of its colour."""
    lit_squares = lit(lights)
    lines = [f"     {'wood':<27}{'game':<23}{'to move: ' + ('white' if board.turn else 'black')}"]
    for rank in range(7, -1, -1):
        left = right = ""
        for file in range(8):
            square = chess.square(file, rank)
            mark = lit_squares.get(chess.square_name(square), " ")[0]
            left += f"{wood.get(square, '.')}{mark} "
            right += f"{board.piece_at(square) or '.'} "
        lines.append(f"  {rank + 1}  {left}  {right}")
    lines.append("     a  b  c  d  e  f  g  h    a b c d e f g h")
    shown = " | ".join(segments.text(cells) for cells in faces)
    lines.append(f"  in the hand: {' '.join(hand) or 'nothing'}    faces: {shown}")
    lines.append(f"  lights: {', '.join(f'{name} {found}' for name, found in sorted(lit_squares.items())) or 'none'}")
    return "\n".join(lines)
