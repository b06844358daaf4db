# SPDX-License-Identifier: GPL-3.0-or-later
"""The ticker against a clock that wraps: no millisecond is lost, and none is slept too long."""

import pytest
from bench import Bench

PERIOD = 1 << 30


class Time:
    """Stands for the module `time`. `slept` is what was asked for."""

    def __init__(self, now_ms):
        self.now_ms = now_ms
        self.slept = []

    def ticks_ms(self):
        return self.now_ms % PERIOD

    def ticks_diff(self, a, b):
        return (a - b + PERIOD // 2) % PERIOD - PERIOD // 2

    def sleep_ms(self, ms):
        self.slept.append(ms)
        self.now_ms += ms


@pytest.fixture
def time():
    return Time(PERIOD - 3)  # wraps within the test


@pytest.fixture
def ticker(driver, time):
    return driver("ticker_machine", time=time).Machine()


def test_sleeps_what_is_left_of_the_wait(ticker, time):
    time.now_ms += 2  # the step took 2 ms
    assert ticker.wait(5) == 5
    assert time.slept == [3]


def test_does_not_sleep_when_late(ticker, time):
    time.now_ms += 9
    assert ticker.wait(5) == 9
    assert ticker.wait(0) == 0
    assert time.slept == []


def test_elapsed_adds_up_to_all_time(ticker, time):
    began = time.now_ms
    total = 0
    for work_ms, wait_ms in ((0, 5), (2, 1), (7, 3), (1, 0), (0, 1000)):
        time.now_ms += work_ms
        total += ticker.wait(wait_ms)
    assert total == time.now_ms - began


def test_a_game_goes_on_while_the_ticks_wrap(ticker, time, tmp_path):
    """D11: the count of ticks begins anew every 12.4 days; the player whose time runs neither gains nor loses by it."""
    bench = Bench(tmp_path / "journal")
    bench.set_up(control="5")
    time.now_ms = 2 * PERIOD - 20_000
    ticker.wait(0)
    wait_ms = 0
    bench.world.hold(4)  # Black starts White's clock
    began_ms = time.now_ms
    while time.now_ms < began_ms + 60_000:
        wait_ms = bench.app.step(ticker.wait(min(wait_ms, 100)))
    started_ms = next(values[0] for name, values in bench.records() if name == "clocked")
    white_ms, black_ms = bench.app.game.clock.left_ms
    assert black_ms == 300_000
    assert white_ms == 300_000 - (bench.app.game.at_ms - started_ms)
    assert abs(300_000 - white_ms - (time.now_ms - began_ms)) < 200  # the debounce of the press, and the last step
