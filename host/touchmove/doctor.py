# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out what is wrong with a board: what it says of itself, and what hands show of its sensors and lights.

Every finding says what is wrong, where, and what to do. Where that is depends on how the board is wired: see `panel`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import chess

from touchmove.firmware.link import table

from .ask import Talk
from .contacts import BUTTONS, FEW, FIRST_BUTTON, Contacts
from .errors import InputError
from .panel import ONE_COLOUR, Line, Panel
from .record import Value

LEAST_FREE = 24_000  # bytes of the heap; below that a long game's arrays may not find room
LATE_MS = 1000
EIGHTS = "7fff7f7f" * 2  # every segment of both faces, colons included
EVERY = "ff" * 8
WHITE = "282828"
COLOURS = {"glow red": "400000", "glow green": "004000", "glow blue": "000040", "glow white": WHITE}
_MEN_FIRST = "take all men off; if it stays so,"
_LIGHT_WIRES = {
    "ws2812": "the wire of their data pin, their 5 V and their ground",
    "max7219": "CLK, DIN and LOAD of their chip behind the buffer, its 5 V and its ground",
    "ht16k33": "SDA and SCL of their chip, its supply and its ground",
}
_VERDICTS = {
    "stuck": "reads a man who is not there: take away what is magnetic near it; look for solder between its wires",
    "dead": "sees no man: what lies under it is broken or the wrong way round, or the magnet is too weak",
    "flickers": "changes its mind: a cold solder joint, or a sensor that lies too far from the magnet",
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
        found.append(_fault(fault))
    return found


def panel(talk: Talk, parts: Mapping[str, Any]) -> Panel:
    """Return where a board's sensors and lights lie: as its data say, as it was calibrated, and as it stands."""
    is_turned = "turned=on" in str(talk.ask("set", "-", "-")["text"])
    kinds = ("sensors", "lights") if "maps" in parts else ()
    return Panel(parts, {kind: bytes.fromhex(talk.test("map", kind)) for kind in kinds}, is_turned)


def colours(parts: Mapping[str, Any]) -> dict[str, str]:
    """Return what lights are to do, and the level of red, green and blue for it."""
    return {"glow": WHITE} if parts["lights"][0] in ONE_COLOUR else COLOURS


def sensors(contacts: Contacts, panel: Panel) -> list[Finding]:
    """Return what is wrong with the sensors, after one man has been on every square."""
    found = list(_stuck(contacts.stuck, panel))
    if contacts.stuck & chess.BB_ALL == chess.BB_ALL:
        return found
    if not any(map(contacts.has_changed, range(64))):
        advice = f"look at the cable of the sensors, at {panel.sensor(0)} first"
        return [*found, Finding("sensors", "nothing has changed", advice)]
    found += _silent(~contacts.was_closed & chess.BB_ALL, panel)
    found += _grounded(contacts, panel)
    found += _joined(contacts.twins(), panel)
    return found or [Finding("sensors", "all 64 squares have been seen empty and occupied")]


def lights(dark: Iterable[int], how: str, panel: Panel) -> list[Finding]:
    """Return what is wrong where these squares did not do what COLOURS names."""
    squares = sorted(set(dark))
    if not squares:
        return [Finding("lights", f"all 64 squares {how}")]
    order = panel.lights()
    chain = [order.index(square) for square in squares]
    names = " ".join(map(chess.square_name, squares))
    if len(squares) == 64:
        advice = f"look at {_LIGHT_WIRES.get(panel.parts['lights'][0], 'their wires')}"
    elif panel.light(0):
        advice = f"look at what is soldered to {', '.join(map(panel.light, chain))}"
    elif len(squares) > 1 and sorted(chain) == list(range(min(chain), 64)):
        before, first = (chess.square_name(order[min(chain) - 1]), chess.square_name(order[min(chain)]))
        advice = f"the chain ends after {before}: look at the wire from there to {first}, then change both lights"
    else:
        advice = f"change the light of {chess.square_name(squares[0])}" + (" and the others" if squares[1:] else "")
    return [Finding("lights", f"do not {how}: {names}", advice)]


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


def buttons(contacts: Contacts, panel: Panel) -> list[Finding]:
    """Return what is wrong with the buttons, after each has been pressed."""
    found = []
    for index, name in enumerate(BUTTONS):
        bit = 1 << FIRST_BUTTON + index
        line = next((line for line in _faulty(contacts.stuck, panel) if line.bits & bit), None)
        if line:
            text, advice = f"reads as pressed, like all of {line.name}", f"look whether {line.fault}"
        elif contacts.is_down(index):
            text, advice = "is still down", "look whether it sticks, is bridged, or, with four legs, sits turned by 90°"
        elif not contacts.presses[index]:
            text, advice = "was not heard", f"look at {panel.button(index)}"
        else:
            continue
        found.append(Finding("buttons", f"{name} button {text}", advice))
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


def _fault(text: str) -> Finding:
    """text: the end of the last exception that was written down."""
    lost = re.search(r"(?:OSError: )?([A-Z]\w+: .* is lost: .*)", text)
    if lost:
        return Finding("parts", lost[1], "look at its wires and its supply; it is used again as soon as it answers")
    return Finding("firmware", f"an exception was written down: …{text}", "`touchmove log faulted` shows all of it")


def _faulty(stuck: int, panel: Panel) -> list[Line]:
    """Return the lines of which all is closed for good, buttons as well, and which may be to blame."""
    return [line for line in panel.lines if line.fault and line.bits & stuck == line.bits]


def _stuck(stuck: int, panel: Panel) -> Iterator[Finding]:
    """Yield findings about squares that are closed all the time: all, lines, then single ones.

    A column that lies at ground closes what hangs on it, at every row. Nothing does that to a row: while it is driven
    each column is low through its own switch only.
    """
    if stuck & chess.BB_ALL == chess.BB_ALL:
        yield Finding("sensors", "all 64 squares are closed all the time", f"{_MEN_FIRST} {panel.fault}")
        return
    left = stuck & chess.BB_ALL
    lines = [line for line in _faulty(stuck, panel) if line.squares]
    for line in lines if panel.is_matrix or len(lines) == 1 else ():  # a chip may have a rank, and so may men
        left &= ~line.bits
        text, advice = f"every square of {line.name} is closed all the time", f"look whether {line.fault}"
        is_certain = panel.is_matrix and line.bits != line.squares  # men close no button
        yield Finding("sensors", text, advice if is_certain else f"{_MEN_FIRST} {advice}")
    if left.bit_count() > FEW:
        names = " ".join(map(chess.square_name, chess.scan_forward(left)))
        row = next((line for line in panel.rows if line.bits & left == line.bits), None)
        advice = "take all men off, and try again" if panel.is_matrix else f"{_MEN_FIRST} {panel.fault}"
        advice += f" (no wire closes all of {row.name}: men do)" if row else ""
        yield Finding("sensors", f"closed all the time: {names}", advice)
        return
    for square in chess.scan_forward(left):
        text = f"{chess.square_name(square)} has been closed all the time"
        yield Finding("sensors", text, f"take away what is magnetic near it; {panel.bridge(square)}")


def _silent(missing: int, panel: Panel) -> Iterator[Finding]:
    """Yield findings about squares that never closed: lines, then single ones."""
    left = missing
    for line in panel.lines:
        if line.squares & left and line.squares & missing == line.squares:
            left &= ~line.squares
            yield Finding("sensors", f"no square of {line.name} has closed", f"look at {line.where}")
    for square in chess.scan_forward(left):
        advice = f"try a stronger magnet; then look at {panel.switch} and {panel.sensor(square)}"
        yield Finding("sensors", f"{chess.square_name(square)} has not closed", advice)


def _joined(pairs: Iterable[tuple[int, int]], panel: Panel) -> Iterator[Finding]:
    """Yield findings about squares that always close together: two rows or two columns, then single pairs."""
    left = set(pairs)
    for one, other in (*combinations(panel.rows, 2), *combinations(panel.columns, 2)):
        joined = {pair for pair in left if all(any(1 << at & line.bits for at in pair) for line in (one, other))}
        if len(joined) == 8:
            left -= joined
            wires = " and ".join(line.where.replace("its", "the", 1) for line in (one, other))
            yield Finding(
                "sensors", f"{one.name} and {other.name} always close together", f"look for solder between {wires}"
            )
    for pair in sorted(left):
        names, wires = (" and ".join(map(says, pair)) for says in (chess.square_name, panel.sensor))
        yield Finding("sensors", f"{names} always close together", f"look for solder or a wire between {wires}")


def _grounded(contacts: Contacts, panel: Panel) -> Iterator[Finding]:
    """Yield a finding about a row that lies at ground: a man there pulls his column low, whichever row is driven."""
    stuck = contacts.stuck & chess.BB_ALL
    closed = {squares | stuck for squares in contacts.eights}
    columns = (column for column in panel.columns if column.squares & ~stuck)
    column = next((column for column in columns if column.squares | stuck in closed), None)
    rows = [row for row in panel.rows if not contacts.has_closed_almost_alone(row.squares & ~stuck)]
    if not column or not rows:
        return
    who, wire = f"a man on {rows[0].name}", f"{rows[0].where},"
    if rows[1:]:  # not all have been tried
        who, wire = "a man", "the row wire of his square"
    yield Finding("sensors", f"{who} closes all of {column.name}", f"look whether {wire} touches ground")
