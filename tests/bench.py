# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware's app on a bench: all its drivers are small classes with the real contract, and time is a number."""

from pathlib import Path

import chess

from app import App
from drivers.journal_files import Files
from drivers.settings_file import File
from link import frame
from touchmove.sim.body import ACTION, PRESS
from touchmove.sim.world import World


class Board:
    NAME = "bench"
    LIGHTS_MA = 2000
    LIGHT_MA = 20


class Sensors:
    poll_ms = 0

    def __init__(self, world: World) -> None:
        self.world = world
        self.stuck: dict[int, int] = {}  # squares whose contact reads so, whatever happens there

    def scan_into(self, raw: bytearray) -> None:
        raw[:8] = self.world.occupied()
        for square, closed in self.stuck.items():
            raw[square >> 3] = raw[square >> 3] & ~(1 << (square & 7)) | closed << (square & 7)
        raw[8] = self.world.buttons


class Lights:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def show(self, frame: bytearray) -> None:
        self.frames.append(bytes(frame))


class Faces:
    def __init__(self) -> None:
        self.cells = [bytes(4), bytes(4)]

    def show(self, side: int, cells: bytearray) -> None:
        self.cells[side] = bytes(cells)

    def send(self) -> bool:
        return False


class Port:
    """A cable on which the host's bytes wait in `inward`; what the board wrote is in `outward`."""

    def __init__(self) -> None:
        self.inward = bytearray()
        self.outward = bytearray()

    def read_into(self, buf: bytearray) -> int:
        count = min(len(buf), len(self.inward))
        buf[:count] = self.inward[:count]
        del self.inward[:count]
        return count

    def write(self, line: bytes) -> None:
        self.outward += line


class Identity:
    unique = "bench"


class Bench:
    """`limit_ms`: no step is longer, whatever the app allows."""

    def __init__(self, flash: Path, world: World | None = None, limit_ms: int = 1 << 30) -> None:
        self.world = world or World()
        self.sensors = Sensors(self.world)
        self.lights, self.faces, self.port = Lights(), Faces(), Port()
        self.journal = Files(str(flash), 0)
        self.limit_ms = limit_ms
        self.app = App(
            Board,
            {
                "sensors": self.sensors,
                "lights": self.lights,
                "clockface": self.faces,
                "link": self.port,
                "journal": self.journal,
                "settings": File(str(flash) + ".settings"),
                "identity": Identity(),
            },
        )
        self.wait_ms = self.app.step(0)

    def let(self, ms: int) -> None:
        """Let time pass, beginning with a look at what has changed."""
        self.wait_ms = self.app.step(0)
        while ms > 0:
            elapsed_ms = min(ms, self.limit_ms, max(self.wait_ms, 1))
            self.wait_ms = self.app.step(elapsed_ms)
            ms -= elapsed_ms

    def set_up(self, fen: str = chess.STARTING_FEN, control: str = "5+3", profile: str = "record") -> None:
        self.app.game.new(control, fen, profile)
        self.world.set_up(fen)
        self.let(500)

    def press(self, side: chess.Color, buttons: tuple[int, int] = PRESS, held_ms: int = 60) -> None:
        self.world.hold(buttons[0 if side else 1])
        self.let(held_ms)
        self.world.release(buttons[0 if side else 1])
        self.let(60)

    def action(self, side: chess.Color, held_ms: int = 60) -> None:
        self.press(side, ACTION, held_ms)

    def lift(self, name: str) -> None:
        self.world.lift(chess.parse_square(name))
        self.let(40)

    def place(self, name: str, letter: str = "P") -> None:
        self.world.place(letter, chess.parse_square(name))
        self.let(40)

    def records(self) -> list[tuple[str, tuple[int | str, ...]]]:
        """Return name and values of all records, those that wait to be written included."""
        lines = [self.journal.read(number) for number in range(1, self.journal.synced + 1)] + self.journal.waiting
        decoded = [frame.decode(line) for line in lines]
        assert all(decoded), "every line that is written can be read"
        return [(message[2], message[3]) for message in decoded]

    def moves(self) -> list[str]:
        return [values[2] for name, values in self.records() if name == "moved"]
