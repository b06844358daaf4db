# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware's app with parts of which nothing comes but what a script puts there."""

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
        self.games = self
        self.waiting = []
        self.synced = 0
        self.damage = ""
        self.is_untidy = False
        self.faults = 0

    def scan_into(self, raw):
        for row in range(9):
            raw[row] = self.contacts[row]

    def show(self, frame):
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
        return iter(())


class Face:
    def show(self, side, cells):
        pass

    def send(self):
        return False


def sit_down():
    """Return an app, and what all its parts are, with `contacts` as in the array."""
    quiet = Quiet()
    parts = dict.fromkeys(("sensors", "lights", "journal", "link", "settings", "identity"), quiet)
    parts["clockface"] = Face()
    return App(Board, parts), quiet
