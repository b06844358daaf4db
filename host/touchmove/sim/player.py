# SPDX-License-Identifier: GPL-3.0-or-later
"""Two players at a board: hands on the wood, fingers on the buttons, eyes on the faces, and a computer on the cable.

All of it in board time, as fast as it goes. What the computer knows comes over the serial port and from nowhere else.
"""

import time
from collections.abc import Callable
from random import Random
from types import TracebackType

import chess
import serial

from .. import mirror
from ..compiler import with_long_names
from ..conversation import Answered, Conversation, Greeted, Mismatched, Recorded
from ..errors import BoardError
from ..record import Value
from . import segments
from .body import ACTION, ARBITER, PRESS, Body
from .hands import Lift, Pass, Place, Step
from .reeds import Reeds
from .world import World

CHIP_MS = 120  # of hands and fingers at a chip, which is deaf for up to 80 ms: docs/sensing.md
_TAP_MS = 70
_LONG_MS = 900
_LOOKS, _LOOK_MS = 16, 30


class Player:
    def __init__(
        self,
        body: Body,
        random: Random,
        world: World | None = None,
        bounce_ms: int = 0,
        patience_s: float = 20,
        stuck: dict[int, bool] | None = None,
        is_slow: bool = False,
    ) -> None:
        """world: the wood that stands on this board already; bounce_ms: of its reeds; stuck: those that are.

        patience_s: real time for a board that should answer at once; an emulated chip takes longer.
        is_slow: it is a chip: faces follow a press late, cell by cell, so players look until they keep still, and take
        their time with buttons.
        """
        self.body = body
        self.random = random
        self.world = world or World()
        self.reeds = Reeds(random, bounce_ms)
        self.reeds.stuck.update(stuck or {})
        self.reeds.settle(self.world.occupied())
        self._patience_s = patience_s
        self._is_slow = is_slow
        self._tap_ms = CHIP_MS if is_slow else _TAP_MS
        self.mirror = mirror.Mirror()
        self.moved: list[str] = []  # every move that came over the cable, those that were taken back later among them
        self.now_ms = 0  # board time since the players sat down
        self._answers: dict[int, Answered] = {}
        self._last = 0  # number of the last record that came
        self._greeted = False
        self._conversation = Conversation(lambda unique, journal: 0)
        self._glances = 0  # at the cable while no board time passed; each counts as a millisecond there
        self._listened_ms = 0
        self._serial = serial.serial_for_url(body.port, timeout=0)
        self._told: tuple[bytes, int] | None = None
        self.turned = False  # the panel lies under the wood with its first rank at Black's side
        self.let(50)
        self.wait_for(lambda: self._greeted, "hello")

    def __enter__(self) -> "Player":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._serial.close()
        self.body.close()

    @property
    def game(self) -> mirror.Game | None:
        """The game as the computer knows it."""
        return self.mirror.game

    def let(self, ms: int) -> None:
        """Let board time pass, and the computer listen."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._sense()
            edge_ms = self.reeds.next_ms()
            until_ms = end_ms if edge_ms is None else min(end_ms, edge_ms)
            self.now_ms += self.body.advance(until_ms - self.now_ms)
        self._sense()
        self.listen()

    def listen(self) -> None:
        """Take what has come over the cable."""
        before_ms, self._listened_ms = self._listened_ms, self.now_ms + self._glances
        waited = self._conversation.step(self._listened_ms - before_ms)
        for event in waited + self._conversation.feed(self._serial.read(4096)):
            match event:
                case Recorded(record):
                    self.mirror.take(record)
                    self._last = record.seq
                    self._conversation.kept(record.seq)
                    if record.name == "moved":
                        self.moved.append(record["move"])
                    if record.name == "faulted":
                        raise BoardError(f"the firmware caught an exception: {with_long_names(record['text'])}")
                case Answered(id):
                    self._answers[id] = event
                case Greeted():
                    self._greeted = True
                case Mismatched(text):
                    raise BoardError(text)
        if data := self._conversation.outgoing():
            self._serial.write(data)

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Let the cable work, without board time, until the condition holds; BoardError if it never does."""
        deadline = time.monotonic() + self._patience_s
        while not condition():
            if time.monotonic() > deadline:
                raise BoardError(f"the board did not answer in {self._patience_s:.0f} s: waiting for {what}")
            self.body.advance(0)
            self._glances += 1
            self.listen()

    def command(self, name: str, *values: str) -> dict[str, Value]:
        """Have the computer send a command, return what was answered; BoardError says why the board refused."""
        id = self._conversation.command(name, *values)
        self.listen()
        self.wait_for(lambda: id in self._answers, name)
        answer = self._answers.pop(id)
        if answer.error:
            raise BoardError(f"{name}: {answer.error}")
        return answer.fields

    def catch_up(self) -> None:
        """Wait until the computer has every record that the board has written."""
        last = int(self.command("health")["last"])
        self.wait_for(lambda: self._last >= last, "its records")

    def set_up(self, fen: str) -> None:
        """Put the men of a position on the board."""
        self.world.set_up(fen)
        self.reeds.settle(self.world.occupied())

    def lift(self, square: int, unseen: bool = False) -> str:
        """Take a man into the hand."""
        letter = self.world.lift(square)
        if not unseen:
            self.reeds.change(self.now_ms, square, False)
        return letter

    def place(self, letter: str, square: int, unseen: bool = False, late_ms: int = 0) -> None:
        """Put a man down, from the hand or from the tray."""
        self.world.place(self.world.take(letter), square)
        if not unseen:
            self.reeds.change(self.now_ms, square, True, late_ms)

    def perform(self, step: Step) -> None:
        """Let the pause of a step pass, then do it."""
        self.let(step.pause_ms)
        match step:
            case Lift(_, square, spare, unseen):
                letter = self.lift(square, unseen)
                if spare:
                    self.world.drop(letter)
            case Place(_, square, letter, unseen, late_ms):
                self.place(letter, square, unseen, late_ms)
            case Pass(_, square, closed):
                self.reeds.change(self.now_ms, square, closed)

    def tap(self, button: int, long: bool = False) -> None:
        self.world.hold(button)
        self.let(_LONG_MS if long else self._tap_ms)
        self.world.release(button)
        self.let(self._tap_ms)

    def press(self, side: chess.Color) -> None:
        self.tap(PRESS[0 if side else 1])

    def action(self, side: chess.Color, long: bool = False) -> None:
        self.tap(ACTION[0 if side else 1], long)

    def arbiter(self, long: bool = False) -> None:
        self.tap(ARBITER, long)

    def step(self, side: chess.Color, long: bool = False) -> None:
        """Press a player's action button, and look at what his face then says."""
        before = self.reads(side)
        self.action(side, long)
        for _ in range(_LOOKS if self._is_slow else 0):
            now = self.reads(side)
            self.let(_LOOK_MS)
            if before != now == self.reads(side):
                return

    @property
    def lights(self) -> bytes:
        """What glows under each square, as in `Body`."""
        lights = self.body.lights
        return b"".join(lights[at : at + 3] for at in range(189, -1, -3)) if self.turned else lights

    def reads(self, side: chess.Color) -> str:
        """Return what stands on a player's face."""
        return segments.text(self.body.faces[0 if side else 1])

    def choose(self, side: chess.Color, item: str) -> None:
        """Open a player's menu, step to an item by looking at the face, and choose it."""
        self.step(side, long=True)
        for _ in range(12):
            if segments.looks_like(self.body.faces[0 if side else 1], item):
                self.press(side)
                return
            self.step(side)
        raise BoardError(f"no {item} in the menu: the face shows {self.reads(side)}")

    def _sense(self) -> None:
        """Tell the board what its sensors see, if that has changed."""
        ranks = self.reeds.sensed(self.now_ms)
        if self.turned:
            ranks = bytes(int(f"{rank:08b}"[::-1], 2) for rank in reversed(ranks))
        seen = (ranks, self.world.buttons)
        if seen != self._told:
            self._told = seen
            self.body.sense(*seen)
