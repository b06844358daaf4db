# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at a board with somebody's hands and eyes."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import chess
import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from .board import talk
from .keyboard import Keyboard
from .terminal import Port, plain, stdout

if TYPE_CHECKING:
    from ..ask import Talk
    from ..contacts import Contacts
    from ..doctor import Finding

_LOOK_S = 0.04
_STEP_S = 0.1  # of the light that runs


def doctor(
    port: Port = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only what the board says of itself: nothing to do with hands.")
    ] = False,
) -> None:
    """Find out what is wrong with a board: it is asked, then its sensors, lights, faces and buttons are tried."""
    from .. import doctor as doctors
    from ..compiler import load_board

    found: list[Finding] = []

    def tell(findings: "list[Finding]") -> None:
        for finding in findings:
            found.append(finding)
            _print(finding)

    with talk(port) as board:
        tell(doctors.state(board))
        if doctors.is_playing(board) and not quick:
            stdout.print("\nA game is being played: sensors, lights, faces and buttons are tried when it is over.")
        elif not quick:
            try:
                _examine(board, load_board(board.board.name).PARTS, Keyboard(), tell)
            finally:
                board.test("end")
    bad = sum(not finding.is_good for finding in found)
    stdout.print(f"\n{bad} {'thing is' if bad == 1 else 'things are'} wrong" if bad else "\nnothing is wrong")
    if bad:
        raise typer.Exit(1)


def _examine(
    board: "Talk", parts: Mapping[str, Any], keyboard: Keyboard, tell: "Callable[[list[Finding]], None]"
) -> None:
    from .. import doctor as doctors

    panel = doctors.panel(board, parts)
    board.test("lights", f"{doctors.EVERY}:000000")  # the game lets go
    stdout.print("\n[bold]Sensors.[/bold] Take all men off. Then put one man on every square, in any order.")
    contacts = _watch(board, keyboard, _sensors_picture, lambda seen: all(map(seen.has_changed, range(64))))
    tell(doctors.sensors(contacts, panel))
    stdout.print("\n[bold]Lights.[/bold]")
    for how, levels in doctors.colours(parts).items():
        dark = _ask_for_squares(board, keyboard, how, levels)
        tell(doctors.lights(dark, how, panel))
    with Live(console=stdout, auto_refresh=False, transient=True) as live:
        for square in range(64):
            board.test("lights", f"{(1 << square).to_bytes(8, 'little').hex()}:{doctors.WHITE}")
            live.update(Text(f"now {chess.square_name(square)}"), refresh=True)
            time.sleep(_STEP_S)
    question = "Did one light run from a1 to h1, then rank by rank up to h8? \\[Y/n]"
    if keyboard.answer(question, lambda: board.test("contacts")).lower().startswith("n"):
        tell([doctors.Finding("lights", "they lie under other squares", "`touchmove calibrate` finds out which")])
    board.test("lights", f"{doctors.EVERY}:000000")
    stdout.print("\n[bold]Faces.[/bold]")
    board.test("faces", doctors.EIGHTS)
    question = "Do both faces show 88:88? \\[Y, or those that do not: white, black, both]"
    said = keyboard.answer(question, lambda: board.test("contacts")).lower()
    tell(doctors.faces([side for side in ("white", "black") if said in (side, "both", "n", "no")], parts))
    if "buzzer" in parts:
        stdout.print("\n[bold]Buzzer.[/bold]")
        board.test("tone", "880")
        heard = keyboard.answer("Do you hear a tone? \\[Y/n]", lambda: board.test("contacts"))
        board.test("tone", "0")
        if heard.lower().startswith("n"):
            tell([doctors.Finding("buzzer", "it is silent", "a passive one is needed; look at its wires and its turn")])
        else:
            tell([doctors.Finding("buzzer", "it sounds")])
    stdout.print("\n[bold]Buttons.[/bold] Press each of them.")
    contacts = _watch(
        board, keyboard, _buttons_picture, lambda seen: all(seen.presses) and not any(map(seen.is_down, range(5)))
    )
    tell(doctors.buttons(contacts, panel))


def _watch(
    board: "Talk",
    keyboard: Keyboard,
    picture: "Callable[[Contacts], RenderableType]",
    is_done: "Callable[[Contacts], bool]",
) -> "Contacts":
    """Show contacts as they are until all has been seen, or Enter is pressed."""
    from ..contacts import Contacts

    contacts = Contacts()
    board.test("contacts")  # what was pressed before does not count
    with Live(console=stdout, auto_refresh=False) as live:
        while True:
            contacts.see(board.test("contacts"))
            live.update(Group(picture(contacts), Text("Enter: that is all", style="dim")), refresh=True)
            if is_done(contacts) or keyboard.line(_LOOK_S) is not None:
                live.update(picture(contacts), refresh=True)
                break
    if not stdout.is_terminal:
        stdout.print()
    return contacts


def _sensors_picture(contacts: "Contacts") -> Text:
    """Draw the squares: a man, an empty square that has seen one, and one that has not."""
    text = Text()
    for rank in range(7, -1, -1):
        text.append(f"  {rank + 1}  ", "dim")
        for square in range(8 * rank, 8 * rank + 8):
            if contacts.is_closed(square):
                text.append("● ", "bold green" if contacts.has_changed(square) else "bold yellow")
            else:
                text.append(
                    "✓ " if contacts.has_changed(square) else "· ", "green" if contacts.has_changed(square) else ""
                )
        text.append("\n")
    seen = sum(map(contacts.has_changed, range(64)))
    text.append("     a b c d e f g h", "dim").append(f"    {seen} of 64")
    return text


def _buttons_picture(contacts: "Contacts") -> Text:
    from ..contacts import BUTTONS

    text = Text()
    for index, name in enumerate(BUTTONS):
        down = contacts.is_down(index)
        count = contacts.presses[index]
        text.append(f"  {'●' if down else '✓' if count else '·'} ", "bold green" if down else "green" if count else "")
        text.append(f"{name:16}").append(f"{count:4} {'press' if count == 1 else 'presses'}\n", "dim")
    text.rstrip()
    return text


def _ask_for_squares(board: "Talk", keyboard: Keyboard, how: str, levels: str) -> list[int]:
    """Light all squares; return those that somebody says do not glow so."""
    from ..doctor import EVERY, squares
    from ..errors import InputError

    board.test("lights", f"{EVERY}:{levels}")
    while True:
        question = f"Do all 64 squares {how}? \\[Y, or those that do not: e4 g5, all]"
        said = keyboard.answer(question, lambda: board.test("contacts"))
        if said.lower() in ("", "y", "yes"):
            return []
        try:
            return squares("all" if said.lower() in ("n", "no") else said)
        except InputError as error:
            stdout.print(plain(str(error)))


def _print(finding: "Finding") -> None:
    mark = "[green]✓[/green]" if finding.is_good else "[red]✗[/red]"
    stdout.print(f"{mark} {plain(f'{finding.part:9}')} {plain(finding.text)}", soft_wrap=True)
    if finding.advice:
        stdout.print(f"            [bold]{plain(finding.advice)}[/bold]", soft_wrap=True)
