# SPDX-License-Identifier: GPL-3.0-or-later
"""The dice that choose what hands do when it must be the same every time, in whichever company a test runs.

Left to itself Hypothesis now and then draws a number that stands in the code of a loaded module, so that examples
change with the tests that run beside this one.
"""

from random import Random

from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import PrimitiveProvider


class Dice(PrimitiveProvider):
    """Seeded, and fair but for what is asked of a boolean. Whole numbers with both bounds are all that hands need."""

    def __init__(self, data: ConjectureData | None) -> None:
        super().__init__(data)
        self._random = Random(0)

    def draw_boolean(self, p: float = 0.5) -> bool:
        return self._random.random() < p

    def draw_integer(self, min_value: int, max_value: int, **_: object) -> int:
        return self._random.randint(min_value, max_value)

    def draw_float(self, **_: object) -> float:
        raise NotImplementedError

    def draw_string(self, *_: object, **__: object) -> str:
        raise NotImplementedError

    def draw_bytes(self, *_: object, **__: object) -> bytes:
        raise NotImplementedError
