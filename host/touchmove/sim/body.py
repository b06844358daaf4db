# SPDX-License-Identifier: GPL-3.0-or-later
"""A board seen from outside: what hands can touch and eyes can see. Process and emulated chip look alike from here.

Board time passes only through `advance`; whoever calls it decides how fast.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

WHITE_PRESS, WHITE_ACTION, BLACK_PRESS, BLACK_ACTION, ARBITER = 1, 2, 4, 8, 16
PRESS = (WHITE_PRESS, BLACK_PRESS)  # by side, 0 White, 1 Black
ACTION = (WHITE_ACTION, BLACK_ACTION)


class Body(Protocol):
    """`lights`: 192 bytes, square * 3 + red, green, blue; `faces`: for each side four cells of segments.

    `tones`: hertz of all that was heard so far, 0 for a silence after it.
    """

    @property
    def port(self) -> str: ...

    @property
    def lights(self) -> bytes: ...

    @property
    def faces(self) -> Sequence[bytes]: ...

    @property
    def tones(self) -> Sequence[int]: ...

    def sense(self, occupied: bytes, buttons: int) -> None:
        """Let the sensors see this now: eight bytes, one a rank, bit 0 the a-file; buttons held down."""

    def advance(self, ms: int) -> int:
        """Let at most `ms` milliseconds of board time pass; return at the first output how many have passed."""

    def close(self) -> None:
        """Switch the board off, as a cut cable would."""


@dataclass(frozen=True)
class Maker:
    """How bodies are made. make: from the folder that is the flash; patience_s: real time until any answer has come.

    is_slow: board time takes longer than real time.
    """

    make: Callable[[Path], Body]
    patience_s: float = 20
    is_slow: bool = False


class Dark:
    """A board without power: a body in which nothing happens."""

    port = ""

    def __init__(self) -> None:
        self.lights = bytes(192)
        self.faces = [bytes(4), bytes(4)]
        self.tones: list[int] = []

    def sense(self, occupied: bytes, buttons: int) -> None:
        pass

    def advance(self, ms: int) -> int:
        return ms

    def close(self) -> None:
        pass
