# SPDX-License-Identifier: GPL-3.0-or-later
"""A wooden board on a desk: its time is real time, and hands may reach for it from any thread.

One thread owns body and world. Whoever wants to touch them posts a gesture, and whoever wants to see them gets a view.
A body that dies leaves the wood where it is; `restart` gives the board another.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import TouchmoveError
from .body import Body, Dark
from .world import World

_BEAT_S = 0.02
_GESTURE_S = 0.04  # what a hand does lasts as long, or the board would take it for a bouncing contact

Gesture = Callable[[World], None]


@dataclass(frozen=True)
class View:
    """What a person at the desk sees. `faces`: for each side four cells of segments; `lights`: as in `Body`.

    `tone`: hertz that the buzzer sounds, 0 for silence.
    `cuts`: how often the power was cut so far; `problem`: what the board died of, empty while it lives.
    """

    squares: dict[int, str]
    tray: tuple[str, ...]
    buttons: int
    lights: bytes
    faces: tuple[bytes, bytes]
    is_on: bool
    cuts: int
    problem: str
    tone: int


class Desk:
    """`on_view` is called from the desk's thread whenever it looks different."""

    def __init__(self, make_body: Callable[[], Body], world: World | None = None) -> None:
        """make_body: called again after each power cut. world: the wood that stands on this board already."""
        self._make_body = make_body
        self._body = make_body()
        self._cuts = 0
        self._problem = ""
        self._world = world or World()
        self._gestures: queue.SimpleQueue[tuple[float, Gesture | None]] = queue.SimpleQueue()
        self._now = 0.0  # the moment up to which board time has passed
        self._felt = 0.0  # the moment of the last gesture
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._shown = False
        self.on_view: Callable[[View], None] = lambda view: None
        self.view = self._look()

    @property
    def port(self) -> str:
        """Where the board's serial port is now, empty while it has no power."""
        return self._body.port

    def start(self) -> None:
        self.post(lambda world: None)  # the board sees the wood
        self._thread.start()

    def post(self, gesture: Gesture) -> None:
        """Have a gesture done as of this moment; one that the wood does not allow is left undone."""
        self._gestures.put((time.monotonic(), gesture))

    def restart(self) -> None:
        """Cut the power and give it back at once; what men and fingers do meanwhile, the board does not see."""
        self.post(lambda world: self._restart())

    def close(self) -> None:
        """Switch the board off and leave the desk."""
        self._gestures.put((time.monotonic(), None))
        if self._thread.is_alive():
            self._thread.join()
        self._body.close()

    def _run(self) -> None:
        self._now = time.monotonic()
        is_wanted = True
        while is_wanted:
            try:
                is_wanted = self._do_gestures()
            except TouchmoveError as error:
                self._problem = str(error)
                self._switch_off()

    def _restart(self) -> None:
        self._cuts += 1
        self._problem = ""
        self._switch_off()
        self._body = self._make_body()
        self._now = time.monotonic()  # the board has not lived through the time without power

    def _switch_off(self) -> None:
        self._body.close()
        self._body = Dark()
        self._show(self._look())

    def _do_gestures(self) -> bool:
        """Do what was posted, or wait a beat; return False when it is time to leave."""
        try:
            at, gesture = self._gestures.get(timeout=_BEAT_S)
        except queue.Empty:
            self._let_pass(time.monotonic())
            return True
        if gesture is None:
            return False
        # A stalled computer hands over in a moment what hands did one after the other: board time keeps it apart.
        self._let_pass(max(at, self._felt + _GESTURE_S))
        self._felt = self._now
        try:
            gesture(self._world)
        except ValueError:
            self._shown = False  # the wood was not as that hand thought: let it look again
        self._body.sense(self._world.occupied(), self._world.buttons)
        self._show(self._look())
        return True

    def _let_pass(self, until: float) -> None:
        ms = max(0, int((until - self._now) * 1000))
        self._now += ms / 1000
        while ms > 0:
            ms -= self._body.advance(ms)
            self._show(self._look())

    def _look(self) -> View:
        body, world = self._body, self._world
        return View(
            squares=dict(world.squares),
            tray=tuple(world.tray),
            buttons=world.buttons,
            lights=body.lights,
            faces=(body.faces[0], body.faces[1]),
            is_on=bool(body.port),
            cuts=self._cuts,
            problem=self._problem,
            tone=body.tones[-1] if body.tones else 0,
        )

    def _show(self, view: View) -> None:
        if view != self.view or not self._shown:
            self._shown = True
            self.view = view
            self.on_view(view)
