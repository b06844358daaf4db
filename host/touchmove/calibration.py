# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out under which square each sensor and each light lies, with one man and somebody who follows the lights.

What is lit and what then closes tells only how lights and sensors lie to each other, so the man is first put where
words say: on the first rank and the a-file. They show how the matrix of the sensors lies; the lights, one after the
other, show theirs. Squares at which the lights do not lie as the others do are asked for by name once more, for it may
be their sensor that does not.

A map is a list: `map[n]` is the square under which the n-th lies, as the board calls it now.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import chess

from .errors import BoardError

EDGE = [*range(8), *range(8, 64, 8)]  # a1 to h1, a2 to a8
SAME = list(range(64))


def _at(file: int, rank: int) -> int:
    return 8 * rank + file


# How a panel may lie: name, and the square on which what belongs to a file and a rank then is.
SYMMETRIES: dict[str, Callable[[int, int], int]] = {
    "as they should": _at,
    "turned by 180°": lambda file, rank: _at(7 - file, 7 - rank),
    "mirrored, a to h": lambda file, rank: _at(7 - file, rank),
    "mirrored, 1 to 8": lambda file, rank: _at(file, 7 - rank),
    "turned by 90° to the left": lambda file, rank: _at(7 - rank, file),
    "turned by 90° to the right": lambda file, rank: _at(rank, 7 - file),
    "mirrored at the diagonal a1-h8": lambda file, rank: _at(rank, file),
    "mirrored at the diagonal h1-a8": lambda file, rank: _at(7 - rank, 7 - file),
}


@dataclass(frozen=True)
class Learned:
    """sensors[n], lights[n]: the square under which what the board calls square n lies. silent: squares not felt."""

    sensors: list[int]
    lights: list[int]
    silent: list[int]


def learn(place: Callable[[int], int | None], follow: Callable[[int], int | None]) -> Learned:
    """Learn both maps.

    place(square): have the man put on a square; follow(light): light what the board calls that square, and have him put
    there. Both return which square the board then sees, None if it sees none. BoardError: it cannot be made out.
    """
    read = _sensors(place)
    where = _inverse(read)
    followed = [follow(light) for light in SAME]
    way = _way([where.get(seen) if seen is not None else None for seen in followed])
    lights = [where.get(seen, way[light]) if seen is not None else way[light] for light, seen in enumerate(followed)]
    for square in sorted(
        {square for light in SAME for square in (lights[light], way[light]) if lights[light] != way[light]}
    ):
        read[square] = place(square)  # the lights lie otherwise there, or the sensors
    where = _inverse(read)
    lights = [where.get(seen, way[light]) if seen is not None else way[light] for light, seen in enumerate(followed)]
    silent = [square for square, seen in read.items() if seen is None]
    silent += [way[light] for light, seen in enumerate(followed) if seen is None]
    sensors = [where.get(number, -1) for number in SAME]
    _fill(sensors)
    if sorted(lights) != SAME:
        twice = next(square for square in SAME if lights.count(square) > 1)
        raise BoardError(
            f"two lights seem to lie under {chess.square_name(twice)}: a man stood beside his light; calibrate again"
        )
    return Learned(sensors, lights, sorted(set(silent)))


def describe(squares: Sequence[int]) -> str:
    """Say in words how a panel lies."""
    name, way = _nearest(squares)
    odd = [number for number in SAME if squares[number] != way[number]]
    if not odd:
        return name
    ranks, files = [square >> 3 for square in squares[::8]], [square & 7 for square in squares[:8]]
    if [_at(file, rank) for rank in ranks for file in files] == list(squares):
        moved = [str(rank + 1) for rank in range(8) if ranks[rank] != rank]
        moved += ["abcdefgh"[file] for file in range(8) if files[file] != file]
        return f"with {', '.join(moved[:-1])} and {moved[-1]} in each other's places"
    return f"{name}, but for {' '.join(chess.square_name(squares[number]) for number in odd)}"


def compose(learned: Sequence[int], before: Sequence[int]) -> list[int]:
    """Return the map of what the driver calls its squares: `before` it lay so, and that was found to lie as learned."""
    return [learned[square] for square in before]


def is_turned(learned: Learned) -> bool:
    """Return True if both panels lie the other way round: then the board does."""
    way = [63 - square for square in SAME]
    return learned.sensors == way and learned.lights == way


def _sensors(place: Callable[[int], int | None]) -> dict[int, int | None]:
    """Return for each square which one the board sees when a man is put there."""
    read = {square: place(square) for square in EDGE}
    first = [read[square] for square in EDGE[:8]]
    left = [read[0], *(read[square] for square in EDGE[8:])]
    for transposed in (False, True):
        files = _numbers(first, 3 if transposed else 0)
        ranks = _numbers(left, 0 if transposed else 3)
        if files is None or ranks is None or not _fits(first, left, files, ranks, transposed):
            continue
        for square in SAME:
            file, rank = files[square & 7], ranks[square >> 3]
            read.setdefault(square, 8 * file + rank if transposed else 8 * rank + file)
        return read
    return read | {square: place(square) for square in SAME if square not in read}


def _numbers(seen: Sequence[int | None], shift: int) -> list[int] | None:
    """Return the column (shift 0) or the row (3) of each that was seen, one that was not filled in if only it lacks."""
    numbers = [None if square is None else square >> shift & 7 for square in seen]
    lacking = set(range(8)) - {number for number in numbers if number is not None}
    if numbers.count(None) != len(lacking) or len(lacking) > 1:
        return None
    return [lacking.pop() if number is None else number for number in numbers]


def _fits(
    first: Sequence[int | None], left: Sequence[int | None], files: list[int], ranks: list[int], transposed: bool
) -> bool:
    """Return True if the first rank and the a-file lie in a matrix as these say."""

    def at(file: int, rank: int) -> int:
        return 8 * files[file] + ranks[rank] if transposed else 8 * ranks[rank] + files[file]

    return all(seen in (None, at(file, 0)) for file, seen in enumerate(first)) and all(
        seen in (None, at(0, rank)) for rank, seen in enumerate(left)
    )


def _inverse(read: dict[int, int | None]) -> dict[int, int]:
    """Return the square by what the board sees; BoardError if it sees the same twice."""
    where: dict[int, int] = {}
    for square, seen in read.items():
        if seen is None:
            continue
        if seen in where:
            names = f"{chess.square_name(where[seen])} and {chess.square_name(square)}"
            raise BoardError(
                f"{names} were felt by the same sensor: put the man on the middle of squares, and try again"
            )
        where[seen] = square
    return where


def _way(lights: Sequence[int | None]) -> list[int]:
    """Return the symmetry that most lights keep to, as a map."""
    return _nearest(lights)[1]


def _nearest(squares: Sequence[int | None]) -> tuple[str, list[int]]:
    ways = {name: [at(square & 7, square >> 3) for square in SAME] for name, at in SYMMETRIES.items()}
    return max(ways.items(), key=lambda way: sum(one == other for one, other in zip(way[1], squares, strict=True)))


def _fill(squares: list[int]) -> None:
    """Give those that were not found the squares that are left, their own first."""
    left = [square for square in SAME if square not in squares]
    for number in SAME:
        if squares[number] < 0:
            square = number if number in left else left[0]
            left.remove(square)
            squares[number] = square
