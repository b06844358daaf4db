# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of the chip: asleep until it is fed, fed once a step, and stopped by its enable bit."""

from types import SimpleNamespace


def test_it_begins_with_the_first_feeding_and_can_be_stopped(driver):
    done = []

    class WDT:
        def __init__(self, timeout):
            done.append(("begun", timeout))

        def feed(self):
            done.append("fed")

    registers = {}
    watchdog = driver("watchdog_rp2", machine=SimpleNamespace(WDT=WDT, mem32=registers)).RP2(8000, 0x4005B000)
    assert done == []
    watchdog.feed()
    watchdog.feed()
    assert done == [("begun", 8000), "fed", "fed"]
    watchdog.stop()
    assert registers == {0x4005B000: 1 << 30}, "the enable bit is cleared, and nothing else"
    watchdog.feed()
    assert done[3:] == [("begun", 8000), "fed"]
