# SPDX-License-Identifier: GPL-3.0-or-later
"""Learns how a board is wired, from somebody who puts one man where the lights are."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import chess
import typer
from rich.live import Live
from rich.style import Style
from rich.text import Text

from ..errors import InputError
from .board import talk
from .keyboard import Keyboard
from .terminal import Port, plain, stdout, styled

if TYPE_CHECKING:
    from ..ask import Talk
    from ..calibration import Learned
    from ..margins import Hall, Switches

_LOOK_S = 0.03
_STEADY = 3  # looks that agree
_LIT = "606060"
_ASKED = 15 + 64  # placements, if nothing is odd


def calibrate(
    port: Port = None,
    out: Annotated[
        Path, typer.Option(help="Where the picture of the margins goes; the figures go beside it, as .json.")
    ] = Path("calibration.svg"),
) -> None:
    """Learn how a board is wired: put one man where the lights are. What is turned, mirrored or swapped is stored."""
    from .. import doctor, heatmap
    from ..compiler import load_board

    with talk(port) as board:
        if doctor.is_playing(board):
            raise InputError("a game is being played: finish it, then calibrate")
        was_turned = "turned=on" in str(board.ask("set", "-", "-")["text"])
        board.ask("set", "turned", "off")
        keyboard = Keyboard()
        try:
            parts = load_board(board.board.name).PARTS
            before = {kind: list(bytes.fromhex(board.test("map", kind))) for kind in ("sensors", "lights")}
            sitting = _Sitting(board, keyboard, _sensors(board, parts, before["sensors"]))
            learned = sitting.learn()
            found = [sitting.sensors.margin(learned.sensors.index(square)) for square in range(64)]
            was_turned = _store(board, keyboard, learned, before, sitting.sensors, was_turned)
        finally:
            board.test("end")
            board.ask("set", "turned", "on" if was_turned else "off")
        name = f"{board.board.name} {board.board.unique}"
        percents = [percent for percent, _ in found]
        stdout.print("\nHow far each square is from being misread, in percent:\n")
        stdout.print(_heat(percents))
        _write(out, heatmap.svg(percents, name))
        figures = {chess.square_name(at): {"margin": margin, **more} for at, (margin, more) in enumerate(found)}
        maps = {
            kind: [chess.square_name(square) for square in squares]
            for kind, squares in (("sensors", learned.sensors), ("lights", learned.lights))
        }
        text = {"board": board.board.name, "unique": board.board.unique, "squares": figures, "learned": maps}
        _write(out.with_suffix(".json"), json.dumps(text, indent=1))
        stdout.print(f"\nwritten: {plain(str(out))}, {plain(str(out.with_suffix('.json')))}")
    if learned.silent:
        names = " ".join(map(chess.square_name, learned.silent))
        stdout.print(f"[red]✗[/red] not felt: {names}\n  `touchmove doctor` says where to look", soft_wrap=True)
        raise typer.Exit(1)


@dataclass
class _Sitting:
    """One man, who is put here and there."""

    board: "Talk"
    keyboard: Keyboard
    sensors: "Switches | Hall"
    stuck: set[int] = field(default_factory=set)
    felt: list[int] = field(default_factory=list)  # squares where he was, as words or lights said
    last: int | None = None  # what the board saw last
    count: int = 0

    def learn(self) -> "Learned":
        from ..calibration import learn

        stdout.print("Take all men off the board, then press Enter.")
        self.keyboard.answer("", lambda: self.board.test("contacts"))
        self._dark()
        if settle := getattr(self.sensors, "settle", None):
            settle()
        self.stuck = self.sensors.closed()
        stdout.print("\nTake one man. Put him where you are told, then where the light is. Enter: nothing happens.\n")
        return learn(self.place, self.follow)

    def place(self, square: int) -> int | None:
        """Have the man put on a square that is named."""
        self._dark()
        return self._wait(f"put him on [bold]{chess.square_name(square)}[/bold]", square)

    def follow(self, light: int) -> int | None:
        """Have the man put where a light is."""
        self.board.test("lights", f"{(1 << light).to_bytes(8, 'little').hex()}:{_LIT}")
        return self._wait("put him where the light is", None)

    def _dark(self) -> None:
        self.board.test("lights", f"{'00' * 8}:000000")

    def _wait(self, wish: str, square: int | None) -> int | None:
        """Return the one square that closes and stays so; None if Enter is pressed."""
        self.count += 1
        steady, seen, is_away = 0, -1, False
        if not stdout.is_terminal:  # there is no picture
            stdout.print(f"{self.count}: {wish}")
            stdout.file.flush()
        with Live(console=stdout, auto_refresh=False, transient=True) as live:
            while True:
                closed = self.sensors.closed() - self.stuck
                is_away = is_away or not closed
                live.update(self._picture(wish, closed, square), refresh=True)
                now = next(iter(closed)) if len(closed) == 1 else -1
                steady = steady + 1 if now == seen else 0
                seen = now
                if now >= 0 and steady >= _STEADY and (is_away or now != self.last):
                    self.last = now
                    self.felt.append(now)
                    return now
                if self.keyboard.line(_LOOK_S) is not None:
                    return None

    def _picture(self, wish: str, closed: set[int], square: int | None) -> Text:
        text = Text()
        for rank in range(7, -1, -1):
            text.append(f"  {rank + 1}  ", "dim")
            for at in range(8 * rank, 8 * rank + 8):
                mark, style = ("●", "bold yellow") if at in closed else ("✓", "green") if at in self.felt else ("·", "")
                text.append("◎ " if at == square and at not in closed else f"{mark} ", style)
            text.append("\n")
        text.append("     a b c d e f g h\n", "dim")
        return text.append(f"  {self.count} of {max(self.count, _ASKED)}: ").append_text(styled(wish))


def _sensors(board: "Talk", parts: Any, squares: list[int]) -> "Switches | Hall":
    from ..margins import Hall, Switches

    part, data = parts["sensors"]
    if part != "hall":
        return Switches(board)
    return Hall(board, [squares[square] for square in data["order"]])


def _store(
    board: "Talk",
    keyboard: Keyboard,
    learned: "Learned",
    before: dict[str, list[int]],
    sensors: "Switches | Hall",
    was_turned: bool,
) -> bool:
    """Say what was found, and store it if that is wished; return whether the board is turned from now on."""
    from ..calibration import SAME, compose, describe, is_turned
    from ..margins import Hall, save

    if isinstance(sensors, Hall):
        save(board, sensors.limits(default=250))
        stdout.print("The thresholds of the Hall sensors are stored.")
    maps = {"sensors": learned.sensors, "lights": learned.lights}
    for kind, found in maps.items():
        stdout.print(f"The {kind} lie {describe(found)}.")
    if all(found == SAME for found in maps.values()):
        return False
    if is_turned(learned):
        stdout.print("So the board stands the other way round: its setting `turned` is on now.")
        return True
    if keyboard.answer("Store this on the board? \\[Y/n]", lambda: board.test("contacts")).lower().startswith("n"):
        return was_turned
    for kind, found in maps.items():
        squares = compose(found, before[kind])
        board.test("rewire", f"{kind}:{'' if squares == SAME else bytes(squares).hex()}")
    stdout.print("Stored: it holds from now on.")
    return False


def _heat(margins: list[int]) -> Text:
    from ..heatmap import colour, ink

    text = Text()
    for rank in range(7, -1, -1):
        text.append(f"  {rank + 1} ", "dim")
        for margin in margins[8 * rank : 8 * rank + 8]:
            red, green, blue = colour(margin)
            text.append(f"{margin:4} ", Style(color=ink(margin), bgcolor=f"rgb({red},{green},{blue})"))
        text.append("\n")
    return text.append("      a    b    c    d    e    f    g    h", "dim")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}): choose another place with --out") from error
