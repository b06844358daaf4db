# SPDX-License-Identifier: GPL-3.0-or-later
"""A wooden board on a desk: its time is real time, and hands may reach for it from any thread.

The wood obeys hands at once, whoever posts a gesture; one thread owns the body, which feels what they did in the same
order. Whoever wants to see both gets a view. A body that is too slow for real time loses what it cannot keep up with.
A body that dies leaves the wood where it is; `restart` gives the board another.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..errors import TouchmoveError
from .body import Body, Dark
from .world import World

_BEAT_MS = 20
_GESTURE_MS = 40  # what a hand does lasts as long, or the board would take it for a bouncing contact
_PACE_MS = 1000  # so long the pace is measured

Gesture = Callable[[World], None]


@dataclass(frozen=True)
class View:
    """What a person at the desk sees. `faces`: for each side four cells of segments; `lights`: as in `Body`.

    `tone`: hertz that the buzzer sounds, 0 for silence.
    `cuts`: how often the power was cut so far; `problem`: what the board died of, empty while it lives.
    `pace_pct`: how fast board time passes, in percent of real time; 100 unless the body is too slow.
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
    pace_pct: int


class Desk:
    """`on_view` is called whenever it looks different, from the desk's thread or from the one that posts a gesture.

    `now_ms`: board time that has passed, also while there was no power.
    """

    def __init__(self, make_body: Callable[[], Body], world: World | None = None) -> None:
        """make_body: called again after each power cut. world: the wood that stands on this board already."""
        self._make_body = make_body
        self._body = make_body()
        self._cuts = 0
        self._problem = ""
        self._world = world or World()
        self._lock = threading.RLock()  # of the world, and of what is seen
        self._jobs: queue.SimpleQueue[tuple[float, Callable[[], None]]] = queue.SimpleQueue()
        self._sensed = (self._world.occupied(), self._world.buttons)  # what the board feels
        self._is_wanted = True
        self.now_ms = 0
        self._behind_ms = 0.0  # real time minus board time, as far as it will not be made up for
        self._felt_ms = -_GESTURE_MS  # the board time at which it felt something last
        self._pace_pct = 100
        self._measured = (0.0, 0.0)  # real time, and `_behind_ms`, when the pace was measured last
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._shown = False
        self.on_view: Callable[[View], None] = lambda view: None
        self.view = self._look()

    @property
    def port(self) -> str:
        """Where the board's serial port is now, empty while it has no power."""
        return self._body.port

    def start(self) -> None:
        self._keep_up()
        self.post(lambda world: None)  # the board sees the wood
        self._thread.start()

    def post(self, gesture: Gesture) -> None:
        """Do a gesture, which the board feels as of this moment; one that the wood does not allow is left undone."""
        with self._lock:
            try:
                gesture(self._world)
            except ValueError:
                self._shown = False  # the wood was not as that hand thought: let it look again
            self._do_later(partial(self._feel, self._world.occupied(), self._world.buttons))
            self._show()

    def restart(self) -> None:
        """Cut the power and give it back at once; what men and fingers do meanwhile, the board does not see."""
        self._do_later(self._restart)

    def close(self) -> None:
        """Switch the board off and leave the desk."""
        self._do_later(self._leave)
        if self._thread.is_alive():
            self._thread.join()
        self._body.close()

    def _run(self) -> None:
        while self._is_wanted:
            self._do_jobs()

    def _try(self, act: Callable[[], None]) -> None:
        """Do something to the body; if it dies of it, the board is off."""
        try:
            act()
        except TouchmoveError as error:
            self._problem = str(error)
            self._switch_off()

    def _do_later(self, job: Callable[[], None]) -> None:
        """Have the desk's thread do something as of this moment."""
        self._jobs.put((_real_ms(), job))

    def _leave(self) -> None:
        self._is_wanted = False

    def _feel(self, occupied: bytes, buttons: int) -> None:
        self._sensed = (occupied, buttons)
        self._body.sense(occupied, buttons)

    def _restart(self) -> None:
        self._cuts += 1
        self._problem = ""
        self._switch_off()
        self._body = self._make_body()
        self._body.sense(*self._sensed)
        self._keep_up()  # the board has not lived through the time without power

    def _keep_up(self) -> None:
        """Begin anew to compare board time with real time."""
        now_ms = _real_ms()
        self._behind_ms = now_ms - self.now_ms
        self._measured = (now_ms, self._behind_ms)

    def _switch_off(self) -> None:
        self._body.close()
        self._body = Dark()
        self._show()

    def _do_jobs(self) -> None:
        """Do what is next, or wait a beat."""
        try:
            until_ms = self.now_ms + self._behind_ms + _BEAT_MS
            at_ms, job = self._jobs.get(timeout=max(0.0, until_ms - _real_ms()) / 1000)
        except queue.Empty:
            self._try(lambda: self._let_pass(_real_ms() - self._behind_ms))
            return
        # A stalled computer hands over in a moment what hands did one after the other: board time keeps it apart.
        self._try(lambda: self._let_pass(max(at_ms - self._behind_ms, self._felt_ms + _GESTURE_MS)))
        self._felt_ms = self.now_ms
        self._try(job)
        self._show()

    def _let_pass(self, until_ms: float) -> None:
        """Let board time pass up to a moment of it."""
        left_ms = max(0, int(until_ms - self.now_ms))
        while left_ms > 0:
            passed_ms = self._body.advance(left_ms)
            left_ms -= passed_ms
            self.now_ms += passed_ms
            self._show()
        now_ms = _real_ms()
        self._behind_ms = max(self._behind_ms, now_ms - self.now_ms - _BEAT_MS)
        took_ms = now_ms - self._measured[0]
        if took_ms > _PACE_MS:
            self._pace_pct = round(100 * (1 - (self._behind_ms - self._measured[1]) / took_ms))
            self._measured = (now_ms, self._behind_ms)
            self._show()

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
            pace_pct=self._pace_pct,
        )

    def _show(self) -> None:
        with self._lock:
            view = self._look()
            if view != self.view or not self._shown:
                self._shown = True
                self.view = view
                self.on_view(view)


def _real_ms() -> float:
    return time.monotonic() * 1000
