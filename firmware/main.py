# SPDX-License-Identifier: GPL-3.0-or-later
"""The composition root: pick the board, build its parts, run the loop. The only importer of drivers and boards.

The PARTS of a board say for every kind which part it has and the data of that part: kind `lights` with part `ws2812` is
the class WS2812 of drivers/lights_ws2812.py, called with the data as keywords. Where the data have a `bus`, that is the
kind of a part which is built before and handed over.
"""

import gc
import select
import sys

import micropython

import heap

# From the bottom up, collecting between: what loading a large module leaves behind would scatter a small heap, and with
# many gaps memory takes long to find.
LAYERS = "rules.helpmate", "play.hands", "play.lights", "play.dialogue", "app"
_MORE_MS = 500  # after a Ctrl-C so long for what a program that wants the prompt sends next


def load():
    """Import the firmware; return its App."""
    for name in LAYERS:
        module = __import__(name)
        gc.collect()
    return module.App


def build(parts):
    """Return the drivers of a board by kind."""
    built = {}
    shared = [data["bus"] for part, data in parts.values() if "bus" in data]
    for kind in shared + list(parts):
        if kind not in built:
            built[kind] = _build_part(kind, parts[kind][0], dict(parts[kind][1]), built)
            if len(built) == len(parts) // 2:
                gc.collect()  # as between the layers
    return built


def _build_part(kind, part, data, built):
    if "bus" in data:
        data["bus"] = built[data["bus"]]
    module = __import__("drivers.%s_%s" % (kind, part), None, None, (part,))
    for name, made in module.__dict__.items():  # `dir` would try every name there is: 17 ms
        if name.lower() == part and isinstance(made, type):  # a module imported there may have that name too
            return made(**data)
    raise ImportError("drivers/%s_%s.py has no class for its part" % (kind, part))


def start(name):
    """Return the app of the board of this name, and its parts."""
    make_app = load()
    board = __import__("boards." + name, None, None, (name,))
    parts = build(board.PARTS)
    if "maps" in parts:
        for kind in ("sensors", "lights"):
            parts[kind] = parts["maps"].apply(kind, parts[kind])
    gc.collect()
    return make_app(board, parts), parts


def run(app, parts):
    """Run the board until somebody at the cable calls for the prompt.

    Ctrl-C interrupts nothing here: it is a byte like others, and the link knows a call by what goes with it. So a
    stray one costs nothing, and no step is left half done. A loop that hangs is the watchdog's business.
    """
    link, ticker, watchdog = parts["link"], parts["ticker"], parts["watchdog"]
    micropython.kbd_intr(-1)
    wait_ms = 0
    is_new = True
    while not link.is_called:
        wait_ms = app.step(ticker.wait(wait_ms))
        watchdog.feed()
        if app.is_ragged:  # here, where the locals of a step leave their gap as well
            app.is_ragged = False
            heap.fill()
        if is_new and wait_ms:  # all is shown that had to be
            is_new = False
            heap.collect()
    app.rest()
    watchdog.stop()


def is_followed():
    """Return True if more comes after a Ctrl-C."""
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    return bool(poll.poll(_MORE_MS))


def main(board, loaded=None):
    """Run the board of this name, until somebody calls for the prompt. loaded: is called when all is imported."""
    try:
        app, parts = start(board)
    except KeyboardInterrupt:
        if is_followed():
            raise
        import machine

        machine.reset()
    if loaded:
        loaded()
    run(app, parts)
