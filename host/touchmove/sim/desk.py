# SPDX-License-Identifier: GPL-3.0-or-later
"""A wooden board on a desk: its time is real time, and hands may reach for it from any thread.

One thread owns body and world. Whoever wants to touch them posts a gesture, and whoever wants to see them gets a view.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import TouchmoveError
from .body import Body
from .world import World

_BEAT_S = 0.02
_GESTURE_S = 0.04  # what a hand does lasts as long, or the board would take it for a bouncing contact

Gesture = Callable[[World], None]


@dataclass(frozen=True)
class View:
    """What a person at the desk sees. `faces`: for each side four cells of segments; `lights`: as in `Body`."""

    squares: dict[int, str]
    tray: tuple[str, ...]
    buttons: int
    lights: bytes
    faces: tuple[bytes, bytes]
    problem: str = ""


class Desk:
    """`on_view` is called from the desk's thread whenever it looks different."""

    def __init__(self, make_body: Callable[[], Body], world: World | None = None) -> None:
        """world: the wood that stands on this board already."""
        self._make_body = make_body
        self._body = make_body()
        self._world = world or World()
        self._gestures: queue.SimpleQueue[tuple[float, Gesture | None]] = queue.SimpleQueue()
        self._now = 0.0  # the moment up to which board time has passed
        self._felt = 0.0  # the moment of the last gesture
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._shown = False
        self.on_view: Callable[[View], None] = lambda view: None
        self.port = self._body.port
        self.view = self._look()

    def start(self) -> None:
        self._thread.start()

    def post(self, gesture: Gesture) -> None:
        """Have a gesture done as of this moment; one that the wood does not allow is left undone."""
        self._gestures.put((time.monotonic(), gesture))

    def close(self) -> None:
        """Switch the board off and leave the desk."""
        self._gestures.put((time.monotonic(), None))
        if self._thread.is_alive():
            self._thread.join()
        self._body.close()

    def _run(self) -> None:
        self._world.on_change = self._sense
        self._now = time.monotonic()
        try:
            self._sense()
            while self._do_gestures():
                pass
        except TouchmoveError as error:
            self._show(self._look(str(error)))

    def _do_gestures(self) -> bool:
        """Do what was posted, or wait a beat; return False when it is time to leave."""
        try:
            at, gesture = self._gestures.get(timeout=_BEAT_S)
        except queue.Empty:
            self._let_pass(time.monotonic())
            return True
        # A stalled computer hands over in a moment what hands did one after the other: board time keeps it apart.
        self._let_pass(max(at, self._felt + _GESTURE_S))
        self._felt = self._now
        if gesture is None:
            return False
        try:
            gesture(self._world)
        except ValueError:
            self._shown = False  # the wood was not as that hand thought: let it look again
        self._show(self._look())
        return True

    def _let_pass(self, until: float) -> None:
        ms = max(0, int((until - self._now) * 1000))
        self._now += ms / 1000
        while ms > 0:
            ms -= self._body.advance(ms)
            self._show(self._look())

    def _sense(self) -> None:
        self._body.sense(self._world.occupied(), self._world.buttons)

    def _look(self, problem: str = "") -> View:
        body, world = self._body, self._world
        faces = (body.faces[0], body.faces[1])
        return View(dict(world.squares), tuple(world.tray), world.buttons, body.lights, faces, problem)

    def _show(self, view: View) -> None:
        if view != self.view or not self._shown:
            self._shown = True
            self.view = view
            self.on_view(view)
