# SPDX-License-Identifier: GPL-3.0-or-later
"""Which wires and chips lie under which square: as a board's data say, as it was calibrated, and as it stands.

Of a board without wires it has names of squares only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import chess

from .contacts import FIRST_BUTTON
from .wiring import inputs

SAME = range(64)


class Line(NamedTuple):
    """What hangs on one wire or chip: a bit for every square, and from the 64th on for every button.

    fault: what closes all of it for good; "" where only men do.
    """

    bits: int
    where: str
    fault: str = ""

    @property
    def squares(self) -> int:
        return self.bits & chess.BB_ALL

    @property
    def name(self) -> str:
        """What it is on the board as it stands: a wire of the ranks lies under a file if the panel is turned by 90°."""
        if not self.squares:
            return "the buttons"
        for kind, names, lines in (("rank", "12345678", chess.BB_RANKS), ("file", "abcdefgh", chess.BB_FILES)):
            if self.squares in lines:
                return f"the {kind} {names[lines.index(self.squares)]}"
        return " ".join(map(chess.square_name, chess.scan_forward(self.squares)))


class _Chips(NamedTuple):
    """Sensors each at an input of a chip. Of its name in the wiring the first word is the chip, the second the pin."""

    inputs: inputs.Inputs
    pin: str
    chip: str
    fault: str = ""


_CHIPS = {
    "hc165": _Chips(inputs.HC165, "input {}", "chip {} of the 74HC165 chain", "the resistors of {} lack 3.3 V"),
    "mcp23017": _Chips(inputs.MCP23017, "pin GP{}", "the MCP23017 at {}"),
    "hall": _Chips(inputs.HALL, "input {}", "multiplexer {}, a CD74HC4067"),
}
ONE_COLOUR = {"max7219": inputs.MAX7219, "ht16k33": inputs.HT16K33}  # lights that are lit or dark


class Panel:
    """A board's parts, and where they lie.

    maps: by kind (sensors, lights), under which square what the driver calls square n lies, where its data are wrong
    (firmware/drivers/mapped.py). A board that is turned turns what the map says, not what stands before the map.
    """

    def __init__(
        self, parts: Mapping[str, Any], maps: Mapping[str, Sequence[int]] | None = None, is_turned: bool = False
    ) -> None:
        """parts: of the board's data, the part and its data by kind."""
        self.parts = parts
        self._maps = maps or {}
        self._is_turned = is_turned
        self._part, self._data = parts["sensors"]
        self._under = self._lie("sensors")
        self._chips = _CHIPS.get(self._part)
        self.is_matrix = "rows" in self._data and "columns" in self._data
        self.rows = list(self._rows()) if self.is_matrix else []
        self.columns = list(self._columns()) if self.is_matrix else []
        chips = list(self._each_chip(self._chips)) if self._chips else []
        self.lines = self.rows + self.columns or chips + _ranks_and_files()

    def sensor(self, square: int) -> str:
        """Say where the wires of a square's sensor go."""
        at = self._under.index(square)
        if self.is_matrix:
            return f"the wires to GP{self._data['rows'][at >> 3]} (row) and GP{self._data['columns'][at & 7]}"
        return self._input(at) or f"the wires of {chess.square_name(square)}"

    @property
    def switch(self) -> str:
        """What there is at a square besides wires."""
        return "its reed, its diode" if self.is_matrix else "its sensor" if self._part == "hall" else "its reed"

    def bridge(self, square: int) -> str:
        """Say what to do about a sensor that is closed for good."""
        if self._part == "hall":
            return f"run `touchmove calibrate`; if it stays so, change the sensor at {self.sensor(square)}"
        return f"look for solder between {self.sensor(square)}{'' if self.is_matrix else ' and ground'}"

    @property
    def fault(self) -> str:
        """What to do if all squares are closed for good."""
        if self.is_matrix:
            pins = " ".join(f"GP{pin}" for pin in self._data["columns"])
            return f"look whether the column wires, or their resistors' other ends, touch ground: {pins}"
        if self._part == "hall":
            return "run `touchmove calibrate`: it learns what the sensors read at rest"
        if self._part == "hc165":
            return "look whether the resistors at the inputs lack 3.3 V"
        return "look at the supply and the ground of the sensors"

    def button(self, index: int) -> str:
        """Say where the wires of a button go."""
        part, data = self.parts.get("buttons", self.parts["sensors"])
        if "pins" in data:
            return f"its wires, to GP{data['pins'][index]} and ground"
        if len(data.get("rows", ())) == 9:
            return f"its wires, to GP{data['rows'][8]} (row) and GP{data['columns'][index]}, and at its diode"
        where = self._input(FIRST_BUTTON + index)
        return f"its wires, to {where} and ground" if where else f"its wires to the {part}"

    def lights(self) -> list[int]:
        """Return the square of each light, in the order of their own numbers."""
        under = self._lie("lights")
        return [under[square] for square in self.parts["lights"][1].get("order", SAME)]

    def light(self, number: int) -> str:
        """Say between which lines of its chip a light is, "" if it is one of a chain."""
        part, data = self.parts["lights"]
        return ONE_COLOUR[part].name(data, number) if part in ONE_COLOUR else ""

    def _lie(self, kind: str) -> list[int]:
        """Return under which square what a board's data call square 0, 1, … lies."""
        squares = self._maps.get(kind, SAME)
        driver = reversed(SAME) if self.parts[kind][1].get("turned") else SAME  # its own squares
        return [63 - squares[square] if self._is_turned else squares[square] for square in driver]

    def _rows(self) -> Iterator[Line]:
        for rank, pin in enumerate(self._data["rows"][:8]):
            yield Line(_bits(self._under[8 * rank : 8 * rank + 8]), f"its row wire, to GP{pin}")

    def _columns(self) -> Iterator[Line]:
        n_buttons = 5 if len(self._data["rows"]) == 9 else 0
        for file, pin in enumerate(self._data["columns"]):
            bits = _bits(self._under[file::8]) | (1 << FIRST_BUTTON + file if file < n_buttons else 0)
            where = f"its column wire, to GP{pin}"
            yield Line(bits, where, f"{where}, touches ground")

    def _each_chip(self, chips: _Chips) -> Iterator[Line]:
        bits: dict[str, int] = {}
        for number, at in enumerate(self._data["order"]):
            chip = chips.inputs.name(self._data, number).split()[0]
            bits[chip] = bits.get(chip, 0) | (_bits([at if at > 63 else self._under[at]]) if at < 255 else 0)
        for chip, its in bits.items():
            where = chips.chip.format(chip)
            yield Line(its, f"{where}, and the ground of its sensors", chips.fault.format(where))

    def _input(self, at: int) -> str:
        """Name the input of a chip at which something hangs, as the board's data number it; "" if it is at none."""
        if not self._chips or at not in self._data["order"]:
            return ""
        chip, pin = self._chips.inputs.name(self._data, list(self._data["order"]).index(at)).split()
        return f"{self._chips.pin.format(pin)} of {self._chips.chip.format(chip)}"


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _ranks_and_files() -> list[Line]:
    return [Line(bits, "its wires") for bits in (*chess.BB_RANKS, *chess.BB_FILES)]
