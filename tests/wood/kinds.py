# SPDX-License-Identifier: GPL-3.0-or-later
"""The board that the tests have: one of wood at a serial port, or an emulated one. Both look alike to a test.

name, port            which board it is (a file in boards/), and where
now_ms(), let(ms)     the time that its own is compared with; let so much of it pass
running()             within this, others may talk to the port
has_hands             somebody moves the men
set_up(fen), play(position, move), press(side), cut()       what hands do; cut: pull the plug, and put it in again
"""

import contextlib
import time
from random import Random

import chess

from touchmove.sim import segments
from touchmove.sim.body import ACTION, PRESS
from touchmove.sim.hands import BRISK, Lift, gesture
from touchmove.sim.world import World

_TAP_MS = 70


class Wood:
    """A board of wood, and perhaps a person who is told what to do."""

    patience_s = 60
    hands_s = 600

    def __init__(self, port, name, has_hands, say):
        self.port = port
        self.name = name
        self.has_hands = has_hands
        self._say = say

    def now_ms(self):
        return time.monotonic_ns() // 1_000_000

    def let(self, ms):
        time.sleep(ms / 1000)  # nobody else makes time pass for wood

    def running(self):
        return contextlib.nullcontext()

    def close(self):
        pass

    def set_up(self, fen):
        self._say(f"Put these men on the board:\n\n{chess.Board(fen)}\n")

    def press(self, side):
        self._say(f"{chess.COLOR_NAMES[side].capitalize()} presses the clock.")

    def play(self, position, move):
        chosen = f", chooses the {chess.piece_name(move.promotion)} with the action button" if move.promotion else ""
        side = chess.COLOR_NAMES[position.turn].capitalize()
        self._say(f"{side} plays {position.san(move)} ({move.uci()}){chosen} and presses the clock.")

    def cut(self):
        self._say("Pull the board's plug, and put it in again.")


class Emulated:
    """An emulated board with hands of its own."""

    patience_s = 600
    hands_s = 600
    name = "pico_reed"
    has_hands = True

    def __init__(self, chip):
        self.chip = chip
        self._world = World()
        self._random = Random(1)
        self._is_running = False

    @property
    def port(self):
        return self.chip.port

    def now_ms(self):
        return int(self.chip.now_ms)

    def let(self, ms):
        end_ms = self.chip.now_ms + ms
        while self.chip.now_ms < end_ms:
            if self._is_running:
                time.sleep(0.01)  # the chip's own thread makes time pass
            else:
                self.chip.advance(ms)

    @contextlib.contextmanager
    def running(self):
        with self.chip.running():
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False

    def close(self):
        self.chip.close()

    def set_up(self, fen):
        self._world.set_up(fen)
        self._sense(800)

    def press(self, side):
        self._tap(PRESS[0 if side else 1])

    def play(self, position, move):
        for step in gesture(position, move, self._random, pauses=BRISK):
            self.let(step.pause_ms)
            if isinstance(step, Lift):
                man = self._world.lift(step.square)
                if step.spare:
                    self._world.drop(man)
            else:
                self._world.place(self._world.take(step.letter), step.square)
            self._sense(60)
        side = 0 if position.turn else 1
        while move.promotion and self._reads(side) != f"{chess.piece_symbol(move.promotion)}?":
            self.let(100)
            if self._reads(side).endswith("?"):
                self._tap(ACTION[side])
        self.press(position.turn)

    def cut(self):
        self.chip.power_cycle()

    def _tap(self, button):
        self._world.hold(button)
        self._sense(_TAP_MS)
        self._world.release(button)
        self._sense(_TAP_MS)

    def _reads(self, side):
        return segments.text(self.chip.faces[side]).strip()

    def _sense(self, ms):
        self.chip.sense(self._world.occupied(), self._world.buttons)
        self.let(ms)
