# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `touchmove`: which commands there are, and how errors end it."""

import sys
from typing import Annotated

import typer

from . import __version__
from .commands import arbiter, calibrate, doctor, firmware, games, play, ports, rules, simulation, wiring
from .commands.terminal import plain, stderr, stdout
from .errors import TouchmoveError

app = typer.Typer(
    help="Touchmove: a wooden chessboard that knows the game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def touchmove(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        stdout.print(f"touchmove {__version__}")
        raise typer.Exit


for command in (
    play.run,
    play.new,
    play.resume,
    arbiter.arbiter,
    arbiter.seal,
    games.games,
    games.export,
    games.check,
    ports.ports,
    ports.log,
    doctor.doctor,
    calibrate.calibrate,
    firmware.flash,
    firmware.update,
    firmware.size,
    wiring.wiring,
    simulation.simulate,
    simulation.scenario,
    rules.perft,
):
    app.command()(command)
app.command("set")(play.set_board)


def main() -> None:
    try:
        app()
    except TouchmoveError as error:
        stderr.print(f"[red]touchmove:[/red] {plain(str(error), lines=True)}", soft_wrap=True)
        sys.exit(error.exit_code)
