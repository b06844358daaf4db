# SPDX-License-Identifier: GPL-3.0-or-later
"""How far each square is from being misread, in percent, and what switches and Hall sensors are watched by.

A switch has all of its margin if it changes at once, and none if a change takes as long as one that counts as slow
(docs/sensing.md) or is not seen. A Hall sensor has none if noise reaches its threshold, which is half of what its man
does to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import chess

from .ask import Talk

_QUICK_MS, _SLOW_MS = 24, 60  # what debouncing takes, and what counts as slow
_LEAST = 60  # of it; less is no man
_CLEAR = 4  # times the noise, and more than that, is a man
_RESTS = 8  # looks at an empty board


class Sensors(Protocol):
    """What is watched: squares as the board calls them."""

    def closed(self) -> set[int]:
        """Look; return the squares on which something stands."""


@dataclass
class Switches:
    """Contacts, as the board reads them."""

    talk: Talk

    def closed(self) -> set[int]:
        contacts = bytes.fromhex(self.talk.test("contacts"))
        return {square for square in range(64) if contacts[square >> 3] >> (square & 7) & 1}

    def margin(self, square: int) -> tuple[int, dict[str, Any]]:
        """Return the margin of what the board calls a square, and the figures that it comes from."""
        counts = self.talk.ask("sensor", chess.square_name(square))
        figures = {name: int(counts[name]) for name in ("toggles", "bounces", "slow", "longest")}
        if not figures["toggles"]:
            return 0, figures
        left = (_SLOW_MS - figures["longest"]) * 100 // (_SLOW_MS - _QUICK_MS)
        return min(100, max(0, left)), figures


@dataclass
class Hall:
    """Levels of Hall sensors, by their own numbers. squares[n]: what the board calls the square of sensor n."""

    talk: Talk
    squares: Sequence[int]
    rest: list[int] = field(default_factory=list)
    noise: list[int] = field(default_factory=list)
    swing: list[int] = field(default_factory=lambda: [0] * 64)  # by the man, the most that was seen

    def settle(self) -> None:
        """Learn what an empty board reads."""
        looks = [self.levels() for _ in range(_RESTS)]
        self.rest = [sum(levels) // _RESTS for levels in zip(*looks, strict=True)]
        self.noise = [max(levels) - min(levels) for levels in zip(*looks, strict=True)]

    def levels(self) -> list[int]:
        return [int(level) for first in range(0, 64, 16) for level in self.talk.test("levels", str(first)).split(",")]

    def closed(self) -> set[int]:
        found = set()
        for number, level in enumerate(self.levels()):
            away = abs(level - self.rest[number])
            if away > max(_LEAST, _CLEAR * self.noise[number]):
                found.add(self.squares[number])
                self.swing[number] = max(self.swing[number], away)
        return found

    def limits(self, default: int) -> list[tuple[int, int]]:
        """Return rest and threshold of each sensor; default: the threshold of those that saw no man."""
        return [(rest, swing // 2 or default) for rest, swing in zip(self.rest, self.swing, strict=True)]

    def margin(self, square: int) -> tuple[int, dict[str, Any]]:
        number = self.squares.index(square)
        swing, noise = self.swing[number], self.noise[number]
        figures = {"sensor": number, "rest": self.rest[number], "noise": noise, "swing": swing, "threshold": swing // 2}
        return (max(0, 100 - 200 * noise // swing) if swing else 0), figures


def save(talk: Talk, limits: Sequence[tuple[int, int]]) -> None:
    """Have a board keep rest and threshold of its 64 Hall sensors; they hold at once."""
    for first in range(0, 64, 8):
        numbers = ",".join(f"{rest},{threshold}" for rest, threshold in limits[first : first + 8])
        talk.test("limits", f"{first}:{numbers}")
