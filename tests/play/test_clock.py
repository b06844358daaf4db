# SPDX-License-Identifier: GPL-3.0-or-later
"""The clock: what runs off, what is credited, and that nothing is lost between."""

from hypothesis import given
from hypothesis import strategies as st

from play.clock import FOREVER, NOBODY, Clock


def make(control="5+3"):
    clock = Clock()
    clock.set(control)
    return clock


def test_D01_increment_is_credited_before_the_first_move():
    clock = make()
    assert clock.left_ms == [303000, 303000]
    clock.start(0)
    clock.run(10000)
    assert clock.left_ms[0] == 293000
    assert clock.press(0)
    assert clock.left_ms[0] == 296000


def test_R53_press_starts_the_other_and_only_the_running_side_can_press():
    clock = make()
    clock.start(0)
    assert not clock.press(1)
    assert clock.press(0)
    clock.run(1000)
    assert clock.left_ms == [306000, 302000]


def test_flag_falls_once_and_earns_nothing_more():
    clock = make("1s")
    clock.start(1)
    assert not clock.run(999)
    assert clock.run(1)
    assert not clock.run(1000)
    assert clock.left_ms == [1000, 0]
    clock.increment_ms = 5000
    clock.press(1)
    assert clock.left_ms[1] == 0


def test_face_rounds_up():
    clock = make("2s")
    assert clock.shown_s(0) == 2
    clock.start(0)
    clock.run(1)
    assert clock.shown_s(0) == 2
    clock.run(1000)
    assert clock.shown_s(0) == 1
    clock.run(998)
    assert clock.shown_s(0) == 1
    clock.run(1)
    assert clock.shown_s(0) == 0


def test_without_a_clock_nothing_runs():
    clock = make("-")
    clock.start(0)
    assert clock.running == NOBODY
    assert not clock.run(100000)
    assert clock.wait_ms() == FOREVER


@given(st.lists(st.tuples(st.integers(0, 400), st.booleans()), max_size=60))
def test_time_is_conserved(turns):
    clock = make("10s+1")
    clock.start(0)
    ran = credited = 0
    for elapsed_ms, pressed in turns:
        side = clock.running
        before = clock.left_ms[side]
        clock.run(elapsed_ms)
        ran += min(before, elapsed_ms)
        if pressed:
            credited += 1000 if clock.left_ms[side] else 0
            clock.press(side)
    assert sum(clock.left_ms) == 22000 - ran + credited


@given(st.lists(st.integers(0, 3000), max_size=20), st.integers(1, 40))
def test_a_long_step_equals_many_short_ones(steps, parts):
    long, short = make("5s"), make("5s")
    long.start(0)
    short.start(0)
    fell_long = fell_short = 0
    for step in steps:
        fell_long += long.run(step)
        for part in range(parts):
            fell_short += short.run(step * (part + 1) // parts - step * part // parts)
    assert long.left_ms == short.left_ms
    assert fell_long == fell_short


def test_wait_is_until_the_face_changes():
    clock = make("2s")
    clock.start(0)
    assert clock.wait_ms() == 1000
    clock.run(300)
    assert clock.wait_ms() == 700
    clock.run(700)
    assert clock.wait_ms() == 1000
