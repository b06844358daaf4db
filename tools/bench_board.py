# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the firmware against its budgets: its size, and on the emulated chip scans and a step with nothing to do.

A step is all that the loop does from one wait to the next. A ticker times them that never waits.

    PICO_UF2=/path/to/image.uf2 python tools/bench_board.py
"""

import os
from statistics import median

import flashed
from budget import KB, tell

from touchmove import compiler, install
from touchmove.sim.body import PRESS
from touchmove.sim.world import World

STEPS = 500

# A ticker that times the loop from one wait to the next, and knows when nothing was due in between.
TIMED = """
import gc, time
from array import array
class Timed:
    def __init__(self, count):
        self.took_us = array("i", bytes(4 * count))  # a list that grows would leave gaps
        self.at = 0
        self.is_idle = False
        self.began = 0
    def wait(self, ms):
        now = time.ticks_us()
        if self.is_idle:
            self.took_us[self.at] = time.ticks_diff(now, self.began)
            self.at += 1
        parts["link"].is_called = self.at == len(self.took_us)
        is_cleaned = app.litter == app.cleaned
        is_due = app.passed_ms + 2 >= app.wanted_ms or app.unfaced or app.sending or app.urgent
        self.is_idle = self.began and is_cleaned and not is_due  # in its first step the loop collects garbage
        self.began = time.ticks_us()
        return 2
def let(ms):
    for _ in range(0, ms, 2):
        app.step(2)
def idle(count):
    gc.disable()
    timed = Timed(count)
    main.run(app, dict(parts, ticker=timed))
    print(*timed.took_us)
"""


def size() -> None:
    sizes = compiler.sizes()
    in_flash = sizes.pop(compiler.IN_FLASH)
    tell(f".mpy that a chip loads; {in_flash:,} bytes more stay in its flash", sum(sizes.values()), 80 * KB, "bytes")


def scan(uf2: str, board: str, driver: str, budget_us: int) -> None:
    """Time a scan with a man on each square, without what timing costs; the settling of rows is told apart."""
    part, data = compiler.load_board(board).PARTS["sensors"]
    settling_us = len(data.get("rows", ())) * data["settle_us"]
    with flashed.bench(uf2, board) as bench:
        bench.run(f"from drivers.sensors_{part} import {driver}\nraw = bytearray(9)")
        bench.run(f"sensors = {driver}(**PARTS['sensors'][1])")
        bench.chip.sense(b"\xff" * 8, 0)
        took_us = bench.measure("lambda: sensors.scan_into(raw)") - bench.measure("lambda: None")
    besides = f", besides {settling_us} µs of settling" if settling_us else ""
    tell(f"a scan of {board}{besides}", took_us - settling_us, budget_us, "µs")


def idle_step(uf2: str) -> None:
    """Time what the loop does while a game is running and nothing is due, outside garbage collection."""
    men = World().occupied()
    chip = flashed.ready(uf2)
    chip.sense(men, 0)
    with chip.running(), install.repl(chip.port) as transport:
        bench = flashed.Bench(chip, transport)
        bench.run(flashed.APP + TIMED)
        bench.run("app.command('new', ('60', '-', 'club'))\nlet(500)")
        for buttons in (PRESS[1], 0):
            chip.sense(men, buttons)
            bench.run("let(100)")
        assert bench.run("print(app.game.clock.running)").strip() == "0", "White's time runs"
        took_us = sorted(map(int, bench.run(f"idle({STEPS})").split()))
    chip.close()
    tell(f"a step of the loop with nothing to do, median of {STEPS}", median(took_us), 1000, "µs")
    tell("the same, at worst", took_us[-1], 1000, "µs")


def report(uf2: str) -> None:
    size()
    scan(uf2, "pico_reed", "Matrix", 100)
    scan(uf2, "pico_hall", "Hall", 6000)
    idle_step(uf2)


if __name__ == "__main__":
    report(os.environ["PICO_UF2"])
