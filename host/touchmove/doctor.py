# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out what is wrong with a board: what it says of itself, and what hands show of its sensors and lights.

Every finding says what is wrong, where, and what to do. Where that is depends on how the board is wired, which its data
say; a board that nobody here knows is told by squares alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import chess

from touchmove.firmware.link import table

from .ask import Talk
from .errors import InputError
from .record import Value

LEAST_FREE = 24_000  # bytes of the heap; below that a long game's arrays may not find room
LATE_MS = 1000
_FEW = 4  # squares; when more are closed for good, men have been left on the board
BUTTONS = ("White's press", "White's action", "Black's press", "Black's action", "the arbiter's")
EIGHTS = "7fff7f7f" * 2  # every segment of both faces, colons included
EVERY = "ff" * 8
COLOURS = {"red": "400000", "green": "004000", "blue": "000040", "white": "282828"}
_VERDICTS = {
    "stuck": "reads a man who is not there: take away what is magnetic near it; look for solder between its wires",
    "dead": "sees no man: its reed is broken or its diode the wrong way round, or the magnet is too weak",
    "flickers": "changes its mind: a cold solder joint, or a reed that lies too far from the magnet",
}


@dataclass(frozen=True)
class Finding:
    """part: what was looked at; advice: what to do, "" where nothing is wrong."""

    part: str
    text: str
    advice: str = ""

    @property
    def is_good(self) -> bool:
        return not self.advice


def is_playing(talk: Talk) -> bool:
    return _about(talk).get("playing") == "on"


def state(talk: Talk) -> list[Finding]:
    """Return what a board says of itself."""
    board, about = talk.board, _about(talk)
    health = talk.ask("health")
    found = [
        Finding("port", talk.where),
        Finding("board", f"{board.name} {board.unique}"),
        _firmware(board.firmware),
        Finding("image", f"{about['image']} on {about['machine']}"),
        _memory(health),
        _flash(int(about["free_kb"]), int(about["reserve_kb"])),
        _steps(int(health["late"])),
    ]
    for square in str(health["squares"]).split():
        verdict = str(talk.ask("sensor", square)["verdict"])
        advice = _VERDICTS.get(verdict, "it is played around until it has been seen to work: move a man there and away")
        found.append(Finding("sensors", f"{square} is not trusted ({verdict})", f"{square} {advice}"))
    if not health["squares"]:
        found.append(Finding("sensors", "no square has given reason for doubt since power-on"))
    if fault := talk.test("fault"):
        found.append(
            Finding("firmware", f"an exception was written down: …{fault}", "`touchmove log faulted` shows all of it")
        )
    return found


class Contacts:
    """What sensors and buttons were seen to do, from one look to the next."""

    def __init__(self) -> None:
        self.now = bytes(9)
        self.was_open = bytearray(8)
        self.was_closed = bytearray(8)
        self.presses = [0] * len(BUTTONS)
        self._beside: dict[int, int] = {}  # by square: those that were closed whenever it was

    def see(self, contacts: str) -> None:
        """Take what `test contacts` says: nine bytes as hex, the ranks and the buttons."""
        before, self.now = self.now, bytes.fromhex(contacts)
        closed = int.from_bytes(self.now[:8], "little")
        for rank in range(8):
            self.was_closed[rank] |= self.now[rank]
            self.was_open[rank] |= ~self.now[rank] & 0xFF
        for square in chess.scan_forward(closed if closed.bit_count() <= _FEW else 0):  # else men are cleared away
            self._beside[square] = self._beside.get(square, closed) & closed
        for index in range(len(BUTTONS)):
            self.presses[index] += bool(self.now[8] & ~before[8] & 1 << index)

    def is_closed(self, square: int) -> bool:
        return bool(self.now[square >> 3] >> (square & 7) & 1)

    def has_changed(self, square: int) -> bool:
        """Return True if a square has been seen both ways."""
        return bool((self.was_open[square >> 3] & self.was_closed[square >> 3]) >> (square & 7) & 1)

    def never(self, was: bytearray) -> list[int]:
        return [square for square in range(64) if not was[square >> 3] >> (square & 7) & 1]

    def twins(self) -> list[tuple[int, int]]:
        """Return pairs of squares that have always closed together, and are not closed all the time."""
        stuck = chess.SquareSet(self.never(self.was_open))
        pairs = set()
        for square, closed in self._beside.items():
            for other in chess.SquareSet(closed) - stuck - chess.SquareSet.from_square(square):
                if square not in stuck and self._beside[other] >> square & 1:
                    pairs.add((min(square, other), max(square, other)))
        return sorted(pairs)


def sensors(contacts: Contacts, parts: Mapping[str, Any], is_turned: bool = False) -> list[Finding]:
    """Return what is wrong with the sensors, after one man has been on every square. parts: of the board's data."""
    wires = _wires(parts, is_turned)
    if not any(map(contacts.has_changed, range(64))):
        return [Finding("sensors", "nothing has changed", f"look at the cable of the sensors, at {wires(0)} first")]
    found = list(_silent(contacts.never(contacts.was_closed), wires))
    stuck = contacts.never(contacts.was_open)
    if len(stuck) > _FEW:
        names = " ".join(map(chess.square_name, stuck))
        found.append(Finding("sensors", f"closed all the time: {names}", "take all men off, and try again"))
    for square in stuck if len(stuck) <= _FEW else ():
        text = f"{chess.square_name(square)} has been closed all the time"
        advice = f"take away what is magnetic near it; look for solder between {wires(square)}"
        found.append(Finding("sensors", text, advice))
    for one, other in contacts.twins():
        text = f"{chess.square_name(one)} and {chess.square_name(other)} always close together"
        found.append(Finding("sensors", text, f"look for solder or a wire between {wires(one)} and {wires(other)}"))
    return found or [Finding("sensors", "all 64 squares have been seen empty and occupied")]


def lights(dark: Iterable[int], colour: str, parts: Mapping[str, Any], is_turned: bool = False) -> list[Finding]:
    """Return what is wrong where these squares did not glow in a colour."""
    squares = sorted(set(dark))
    if not squares:
        return [Finding("lights", f"all 64 squares glow {colour}")]
    order = _under(parts["lights"][1].get("order", range(64)), is_turned)
    chain = [order.index(square) for square in squares]
    names = " ".join(map(chess.square_name, squares))
    if len(squares) == 64:
        advice = "look at the wire of their data pin, their 5 V and their ground"
    elif len(squares) > 1 and sorted(chain) == list(range(min(chain), 64)):
        before, first = (chess.square_name(order[min(chain) - 1]), chess.square_name(order[min(chain)]))
        advice = f"the chain ends after {before}: look at the wire from there to {first}, then change both lights"
    else:
        advice = f"change the light of {chess.square_name(squares[0])}" + (" and the others" if squares[1:] else "")
    return [Finding("lights", f"not {colour}: {names}", advice)]


def faces(wrong: Iterable[str], parts: Mapping[str, Any]) -> list[Finding]:
    """Return what is wrong where these faces (white, black) did not show every segment."""
    found = []
    part, data = parts["clockface"]
    for side in wrong:
        index = ("white", "black").index(side)
        if part == "tm1637":
            clk, dio = data["faces"][index]
            where = f"CLK to GP{clk}, DIO to GP{dio}, its 3.3 V and its ground"
        elif "addresses" in data:
            where = f"SDA, SCL, 3.3 V and ground, and its address, which must be 0x{data['addresses'][index]:02x}"
        else:
            where = "its wires"
        found.append(Finding("faces", f"{side.capitalize()}'s face does not show 88:88", f"look at {where}"))
    return found or [Finding("faces", "both show every segment")]


def buttons(contacts: Contacts, parts: Mapping[str, Any]) -> list[Finding]:
    """Return what is wrong with the buttons, after each has been pressed."""
    found = []
    for index, name in enumerate(BUTTONS):
        if not contacts.presses[index]:
            found.append(Finding("buttons", f"{name} button was not heard", f"look at {_button_wires(parts, index)}"))
        elif contacts.now[8] >> index & 1:
            found.append(Finding("buttons", f"{name} button is still down", "look whether it sticks, or is bridged"))
    return found or [Finding("buttons", "all five are heard")]


def squares(words: str) -> list[int]:
    """Return the squares that are named; `all` for every one. InputError if that is no square."""
    if words.strip().lower() == "all":
        return list(range(64))
    try:
        return [chess.parse_square(word) for word in words.replace(",", " ").lower().split()]
    except ValueError as error:
        raise InputError(f"{words.strip()}: squares are written as e4 g5, or all") from error


def _about(talk: Talk) -> dict[str, str]:
    return dict(word.split("=", 1) for word in talk.test("about").split(";"))


def _firmware(version: str) -> Finding:
    text = f"{version}, protocol {table.PROTOCOL}"
    if version == table.FIRMWARE:
        return Finding("firmware", text)
    return Finding("firmware", f"{text}; this program carries {table.FIRMWARE}", "run `touchmove update`")


def _memory(health: Mapping[str, Value]) -> Finding:
    free, used = int(health["free"]), int(health["used"])
    advice = "switch it off and on; if it stays so, report it with `touchmove log`" if free < LEAST_FREE else ""
    return Finding("memory", f"{free:,} of {free + used:,} bytes are free", advice)


def _flash(free_kb: int, reserve_kb: int) -> Finding:
    advice = "connect it with `touchmove run`: what is kept there makes room" if free_kb < reserve_kb else ""
    return Finding("flash", f"{free_kb:,} KB are free, {reserve_kb} may be needed by a long game", advice)


def _steps(late_ms: int) -> Finding:
    advice = "report it with `touchmove log`: presses may be seen late" if late_ms >= LATE_MS else ""
    return Finding("loop", f"at most {late_ms} ms late since power-on", advice)


def _silent(missing: Sequence[int], wires: Callable[[int], str]) -> Iterable[Finding]:
    """Yield findings about squares that never closed: ranks, files, then single ones."""
    left = chess.SquareSet(missing)
    for kind, names, lines in (("rank", "12345678", chess.BB_RANKS), ("file", "abcdefgh", chess.BB_FILES)):
        for name, line in zip(names, lines, strict=True):
            if line & int(left) == line:
                left -= line
                first = chess.lsb(line)
                yield Finding("sensors", f"no square of the {kind} {name} has closed", f"look at {wires(first)} there")
    for square in left:
        name = chess.square_name(square)
        advice = f"try a stronger magnet; then look at its reed, its diode and {wires(square)}"
        yield Finding("sensors", f"{name} has not closed", advice)


def _under(order: Iterable[int], is_turned: bool) -> list[int]:
    """Return the square under which each part lies, as the board stands."""
    return [63 - square if is_turned else square for square in order]


def _wires(parts: Mapping[str, Any], is_turned: bool) -> Callable[[int], str]:
    """Return a function that names the wires of a square's sensor."""
    part, data = parts["sensors"]
    where = _under(range(64), is_turned)
    if "rows" in data and "columns" in data:
        rows, columns = data["rows"], data["columns"]
        return lambda square: f"the wires to GP{rows[where[square] >> 3]} (row) and GP{columns[where[square] & 7]}"
    if "order" in data:
        order = _under(data["order"], is_turned)
        return lambda square: f"sensor {order.index(square)} of the {part}"
    return lambda square: f"the wires of {chess.square_name(square)}"


def _button_wires(parts: Mapping[str, Any], index: int) -> str:
    part, data = parts.get("buttons", parts["sensors"])
    if "pins" in data:
        return f"its wires, to GP{data['pins'][index]} and ground"
    if len(data.get("rows", ())) == 9:
        return f"its wires, to GP{data['rows'][8]} (row) and GP{data['columns'][index]}, and at its diode"
    return f"its wires to the {part}"
