# SPDX-License-Identifier: GPL-3.0-or-later
"""The desk as pages share it: their hands, the men in the air, and the wood that stays when all have left.

A man in the air belongs to nobody: any page may put him down, so a page that is closed takes no man with it. A gesture
that the wood does not allow changes nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

from ..errors import PortError
from ..lock import Lock
from ..sim import picture, segments, wood
from ..sim.body import ARBITER, BLACK_ACTION, BLACK_PRESS, WHITE_ACTION, WHITE_PRESS, Body
from ..sim.desk import Desk, Gesture, View
from ..sim.world import World

BUTTONS = {
    "white press": WHITE_PRESS,
    "white action": WHITE_ACTION,
    "black press": BLACK_PRESS,
    "black action": BLACK_ACTION,
    "arbiter": ARBITER,
}
_KEY_LENGTH = 40


class Table:
    """`seen`: what the `desk` topic says now (see `messages`)."""

    def __init__(self, folder: Path, make: Callable[[Path], Body], look: str = "tm1637", chip: str = "") -> None:
        """folder: the board's flash, and the wood beside it; BusyError if another program plays on it.

        make: called with it at each power-on. look: the part that its clock faces are to look like, as boards/ names
        it. chip: which one is emulated, "" if the firmware runs without.
        """
        self._look = look
        self._chip = chip
        self._kind = "emulated" if chip else "simulated"
        option = "--emulate" if chip else "--sim"
        self._lock = Lock(
            folder,
            f"the {self._kind} board in {folder} is in use by another `touchmove run {option}`: end that, use its "
            "page, or set TOUCHMOVE_HOME to another folder, which is another board with games of its own",
        )
        self._file = folder / "wood.json"
        self._saved: tuple[dict[int, str], list[str]] | None = None
        self._hand: dict[str, str] = {}  # men in the air: letter by the key that a page gave
        self._watcher: Callable[[dict[str, Any]], None] = lambda desk: None
        try:
            self.desk = Desk(lambda: make(folder), wood.load(self._file))
        except BaseException:
            self._lock.close()
            raise
        self.desk.on_view = self._see
        self.seen = self._describe(self.desk.view)

    @property
    def port(self) -> str:
        """Where the board's serial port is now; another one after each power cut. PortError while it is off."""
        if port := self.desk.port:
            return port
        if self.desk.view.problem:
            raise PortError(f"the {self._kind} board is off: switch it on, on its page")
        raise PortError(f"the {self._kind} board is being switched on")

    def start(self) -> None:
        self.desk.start()

    def close(self) -> None:
        self.desk.close()
        self._lock.close()

    def watch(self, watcher: Callable[[dict[str, Any]], None]) -> None:
        """Hand `seen` to the watcher whenever it changes, in the thread that changed it."""
        self._watcher = watcher

    def lift(self, square: str, key: str) -> None:
        at = chess.parse_square(square)

        def gesture(world: World) -> None:
            self._check_new(key)
            self._hand[key] = world.lift(at)

        self.desk.post(gesture)

    def take(self, letter: str, key: str) -> None:
        """Take a man out of the tray."""

        def gesture(world: World) -> None:
            self._check_new(key)
            if letter not in world.tray:
                raise ValueError(f"no {letter} in the tray")
            self._hand[key] = world.take(letter)

        self.desk.post(gesture)

    def place(self, square: str, key: str) -> None:
        at = chess.parse_square(square)

        def gesture(world: World) -> None:
            world.place(self._in_hand(key), at)
            del self._hand[key]

        self.desk.post(gesture)

    def drop(self, key: str) -> None:
        """Put a man from the air into the tray."""

        def gesture(world: World) -> None:
            world.drop(self._in_hand(key))
            del self._hand[key]

        self.desk.post(gesture)

    def set_up(self, fen: str = chess.STARTING_FEN) -> None:
        """Put all men where a position has them, the array if none is named."""

        def gesture(world: World) -> None:
            self._hand.clear()
            world.set_up(fen)

        self.desk.post(gesture)

    def cut_power(self) -> None:
        """Switch the board off and on again; the men stay where they are, in the air as well."""
        self.desk.restart()

    def hold(self, button: str) -> None:
        self.desk.post(_held(BUTTONS[button]))

    def release(self, button: str) -> None:
        self.desk.post(_released(BUTTONS[button]))

    def _see(self, view: View) -> None:
        # Who is in the air when the power goes lies beside the board when it comes back.
        now = (view.squares, [*view.tray, *self._hand.values()])
        if now != self._saved:
            wood.save(self._file, *now)
            self._saved = now
        self.seen = self._describe(view)
        self._watcher(self.seen)

    def _check_new(self, key: str) -> None:
        if key in self._hand or len(key) > _KEY_LENGTH:
            raise ValueError(f"not a new key: {key[:_KEY_LENGTH]}")

    def _in_hand(self, key: str) -> str:
        if key not in self._hand:
            raise ValueError(f"nobody in the air is called {key}")
        return self._hand[key]

    def _describe(self, view: View) -> dict[str, Any]:
        return {
            "squares": "".join(view.squares.get(square, ".") for square in range(64)),
            "tray": "".join(sorted(view.tray)),
            "hand": list(self._hand.items()),
            "buttons": [name for name, bit in BUTTONS.items() if view.buttons & bit],
            "lights": view.lights.hex(),
            "colours": picture.lit(view.lights),
            "faces": [list(cells) for cells in view.faces],
            "look": self._look,
            "reads": [segments.text(cells) for cells in view.faces],
            "on": view.is_on,
            "cuts": view.cuts,
            "problem": view.problem,
            "tone": view.tone,
            "chip": self._chip,
            "pace_pct": view.pace_pct,
        }


def _held(bit: int) -> Gesture:
    return lambda world: world.hold(bit)


def _released(bit: int) -> Gesture:
    return lambda world: world.release(bit)
