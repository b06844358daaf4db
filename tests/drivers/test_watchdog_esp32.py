# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of ESP32: asleep until it is fed, fed once a step, and put off where it cannot be stopped."""

from types import SimpleNamespace

import pytest


@pytest.fixture
def timers():
    """What was done: times that were set, and feedings."""
    return []


@pytest.fixture
def watchdog(driver, timers):
    class WDT:
        def __init__(self, timeout):
            timers.append(timeout)

        def feed(self):
            timers.append("fed")

    return driver("watchdog_esp32", machine=SimpleNamespace(WDT=WDT)).ESP32(timeout_ms=8000)


def test_it_begins_with_the_first_feeding(watchdog, timers):
    assert timers == []
    watchdog.feed()
    watchdog.feed()
    assert timers == [8000, "fed", "fed"]


def test_the_prompt_has_days_and_the_next_game_its_watchdog(watchdog, timers):
    watchdog.feed()
    timers.clear()
    watchdog.stop()
    longest_ms, fed = timers
    assert fed == "fed"
    assert longest_ms > 10 * 24 * 3600 * 1000
    assert longest_ms * 2 < 1 << 32, "ESP-IDF counts half milliseconds in 32 bits"
    timers.clear()
    watchdog.feed()
    assert timers == [8000, "fed"]


def test_one_that_never_began_is_left_asleep(watchdog, timers):
    watchdog.stop()
    assert timers == []
