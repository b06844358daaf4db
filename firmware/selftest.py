# SPDX-License-Identifier: GPL-3.0-or-later
"""The self-test: what sensors and buttons read, and what lights, faces and buzzer show when they are told to.

It is loaded when it is first asked for. While it shows something the game hears of no man, no press and no time; any
other command gives it back its board, and so does a touch when nothing was asked for in a while.
"""

import sys
from binascii import hexlify, unhexlify

from micropython import const

_QUIET_MS = const(10000)


class SelfTest:
    def __init__(self, app):
        self.app = app
        self.parts = None  # the app's own, while the self-test has its board
        self.asked_ms = 0
        self.pressed = 0  # buttons that were down since somebody looked

    def do(self, act, value):
        """Do an act of ACTS; return what there is to say about it. ValueError says why it cannot be done."""
        self.asked_ms = self.app.up_ms
        for name, function in ACTS:
            if name == act:
                try:
                    return function(self, value) or ""
                except OSError as error:
                    raise ValueError("%s: the part does not answer (%s)" % (act, error)) from None
        raise ValueError("no test %s: there are %s" % (act, ", ".join([name for name, _ in ACTS])))

    def begin(self):
        app = self.app
        if app.game.phase == app.game.PLAYING:
            raise ValueError("a game is being played: it has lights, faces and buzzer until it is over")
        if not self.parts:
            self.parts = app.parts
            app.parts = (app.parts[0], self.run, self.rest, self.rest) + app.parts[4:]
            app.unfaced = 0

    def end(self, value=""):
        """Give the game its board back, and tell it what has changed there."""
        if not self.parts:
            return
        app = self.app
        app.parts, self.parts = self.parts, None
        app.drawn[0] = app.faced[0] = -1
        app.changed = True
        app.wanted_ms = 0

    def run(self):
        """Let the app's time pass, which no game hears of."""
        app = self.app
        app.passed_ms = 0
        self.pressed |= app.debounce.stable[8]
        if app.up_ms - self.asked_ms >= _QUIET_MS:
            self.end()
            app.run()

    def rest(self):
        pass

    def about(self, value):
        app = self.app
        version = ".".join([str(number) for number in sys.implementation.version[:3]])
        machine = getattr(sys.implementation, "_machine", sys.platform)
        playing = app.game.phase == app.game.PLAYING
        kept = (app.journal.games.free_kb, app.journal.games.reserve_kb, "on" if playing else "off")
        return "image=%s %s;machine=%s;free_kb=%d;reserve_kb=%d;playing=%s" % (
            (sys.implementation.name, version, machine) + kept
        )

    def fault(self, value):
        """Return the end of the last exception that was written down."""
        return self.app.fault[-60:]

    def contacts(self, value):
        """Return nine bytes: the ranks, and the buttons that are down, or were, however shortly, while it shows."""
        raw = bytearray(self.app.debounce.raw)
        raw[8] |= self.pressed
        self.pressed = 0
        return hexlify(raw).decode()

    def lights(self, value):
        """value: the squares, eight bytes a rank each, and a colour: `ffffffffffffffff:ff0000`."""
        squares, _, colour = value.partition(":")
        squares, colour = unhexlify(squares), unhexlify(colour)
        if len(squares) != 8 or len(colour) != 3:
            raise ValueError("lights %s: 16 digits for squares and 6 for their colour" % value)
        self.begin()
        lights = self.app.lights
        total = 0
        for at in range(192):
            square = at // 3
            level = colour[at % 3] if squares[square >> 3] >> (square & 7) & 1 else 0
            lights.frame[at] = level
            total += level
        lights.fit(total)
        lights.shown[:] = lights.frame
        self.app.light_driver.show(lights.frame)

    def faces(self, value):
        """value: the segments of both sides, four cells each: `7fff7f7f7fff7f7f`."""
        cells = unhexlify(value)
        if len(cells) != 8:
            raise ValueError("faces %s: 16 digits for eight cells" % value)
        self.begin()
        app = self.app
        for side in (0, 1):
            app.shown[side][:] = cells[4 * side : 4 * side + 4]
            app.face_driver.show(side, app.shown[side])
        app.sending = True

    def map(self, value):
        """value: `sensors` or `lights`. Return the square of what its driver calls square 0, 1, …: 64 of two digits."""
        return hexlify(self._maps(value).get(value, bytes(range(64)))).decode()

    def rewire(self, value):
        """value: `sensors:` or `lights:` and what `map` is to be from now on; nothing: as the board's data say."""
        kind, _, squares = value.partition(":")
        squares = unhexlify(squares)
        self._maps(kind)
        if squares and sorted(squares) != list(range(64)):
            raise ValueError("map of %s: every square once" % kind)
        self.begin()
        app = self.app
        if app.settings.turned:
            raise ValueError("the board is turned: set turned off first")
        app.maps.save(kind, squares)
        sensors, lights = app.panel
        if kind == "sensors":
            part = app.maps.apply(kind, _bare(sensors))
            app.inputs[app.inputs.index(sensors)] = part
            app.panel = (part, lights)
        else:
            app.light_driver = app.maps.apply(kind, _bare(lights))
            app.panel = (sensors, app.light_driver)

    def levels(self, value):
        """value: the number of a sensor. Return what it and the next fifteen read, in the driver's own numbers."""
        first = int(value)
        return ",".join([str(level) for level in self._analogue().levels[first : first + 16]])

    def limits(self, value):
        """value: the number of a sensor, and for it and those that follow what it reads at rest and its threshold.

        They hold at once; with those of the last sensor all are kept.
        """
        first, _, words = value.partition(":")
        numbers = [int(word) for word in words.split(",")]
        sensors = self._analogue()
        for at in range(len(numbers)):
            sensors.limits[2 * int(first) + at] = numbers[at]
        if 2 * int(first) + len(numbers) == 128:
            lines = ["%d %d" % (sensors.limits[at], sensors.limits[at + 1]) for at in range(0, 128, 2)]
            type(self.app.store)(sensors.path).save("\n".join(lines))

    def _analogue(self):
        sensors = _bare(self.app.panel[0])
        if not hasattr(sensors, "levels"):
            raise ValueError("these sensors are switches: they have no levels")
        return sensors

    def _maps(self, kind):
        if kind not in ("sensors", "lights") or not self.app.maps:
            raise ValueError("no map of %s on this board: there are sensors, lights" % kind)
        return self.app.maps.maps

    def tone(self, value):
        """value: hertz, 0 for silence."""
        hertz = int(value)
        if hertz and not 100 <= hertz <= 10000:
            raise ValueError("tone %d: 100 to 10000 hertz, or 0" % hertz)
        self.begin()
        app = self.app
        if not app.buzzer:
            raise ValueError("this board has no buzzer")
        app.heard = hertz
        app.buzzer.sound(hertz)


def _bare(part):
    """Return the driver itself, without a map before it."""
    return getattr(part, "part", part)


ACTS = (
    ("about", SelfTest.about),
    ("fault", SelfTest.fault),
    ("contacts", SelfTest.contacts),
    ("lights", SelfTest.lights),
    ("faces", SelfTest.faces),
    ("tone", SelfTest.tone),
    ("map", SelfTest.map),
    ("rewire", SelfTest.rewire),
    ("levels", SelfTest.levels),
    ("limits", SelfTest.limits),
    ("end", SelfTest.end),
)
