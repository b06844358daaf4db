# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the loop with the heap locked: steps in which nothing happens, and contacts that chatter, must not allocate."""

import micropython

from app import App


class Board:
    NAME = "bench"
    LIGHTS_MA = 400
    LIGHT_MA = 20


class Quiet:
    """Sensors, lights, faces, link, journal and identity in one, of which nothing comes."""

    poll_ms = 3
    id = unique = "quiet"

    def __init__(self):
        self.contacts = bytearray(b"\xff\xff\x00\x00\x00\x00\xff\xff\x00")
        self.waiting = []
        self.synced = 0
        self.damage = ""
        self.is_untidy = False
        self.faults = 0

    def scan_into(self, raw):
        for row in range(9):
            raw[row] = self.contacts[row]

    def show(self, *frame):
        pass

    def send(self):
        return False

    def read_into(self, buf):
        return 0

    def append(self, line, begins=False):
        self.faults += b"faulted" in line
        self.synced += 1

    def load(self):
        return ""

    def last(self):
        return self.synced

    def sync(self):
        pass

    def game(self, mark, after, count):
        return ()


quiet = Quiet()
app = App(Board, dict.fromkeys(("sensors", "lights", "clockface", "journal", "link", "settings", "identity"), quiet))


def let(ms):
    for _ in range(ms // 5):
        app.step(5)


let(500)
quiet.contacts[8] = 4  # Black presses: White's time runs
let(50)
quiet.contacts[8] = 0
let(500 - app.game.clock.left_ms[0] % 5)
assert app.game.phase == app.game.PLAYING
while app.unfaced or app.wanted_ms - app.passed_ms < 900:  # a second of the clock has just been drawn
    app.step(5)
micropython.heap_lock()
try:
    for step in range(160):
        quiet.contacts[1] = 0xFF ^ 1 << (step >> 1 & 7) if step & 1 else 0xFF  # each too seldom to be named
        app.step(5)
finally:
    micropython.heap_unlock()
assert not quiet.faults
print("ok")
