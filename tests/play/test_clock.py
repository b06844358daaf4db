# SPDX-License-Identifier: GPL-3.0-or-later
"""The clock: what runs off, what is credited and when, and that nothing is lost between.

A driver hands in time that has passed, so a counter of ticks that wraps (D11) is the driver's to get right.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.clock import FOREVER, NOBODY, Clock
from play.control import PRESETS

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
MINUTE = 60000


def ms(text):
    """`1:15:00` or `4:56.000` in milliseconds."""
    *larger, seconds = text.split(":")
    whole, _, rest = seconds.partition(".")
    total = 0
    for part in [*larger, whole]:
        total = total * 60 + int(part)
    return total * 1000 + int(rest or 0)


def make(control="5+3", left=None):
    """A clock on which White's time runs."""
    clock = Clock()
    clock.set(control)
    if left is not None:
        clock.restore(ms(left), clock.left_ms[1], NOBODY, 0, 0, clock.state(0), clock.state(1))
    clock.start(0)
    return clock


def move(clock, used):
    """White thinks and presses, Black answers at once; returns whether White's flag fell."""
    fell = clock.run(used if isinstance(used, int) else ms(used))
    clock.press(0)
    clock.press(1)
    return fell


def after(control, used):
    """White's time after each completed move of the same length."""
    clock = make(control)
    times = [clock.left_ms[0]]
    while len(times) <= 60 and not move(clock, used):
        times.append(clock.left_ms[0])
    return times


def test_D01_R50_increment_is_credited_before_the_first_move():
    clock = make("5+3")
    assert clock.left_ms == [ms("5:03.000"), ms("5:03.000")]
    clock.run(10000)
    assert clock.left_ms[0] == ms("4:53")
    assert clock.press(0)
    assert clock.left_ms[0] == ms("4:56.000")


@pytest.mark.parametrize(
    ("control", "used", "times"),
    [
        ("20/120", "5:00", {19: "0:25:00", 20: "2:20:00", 40: "2:40:00", 60: "3:00:00"}),
        ("30/120,15/60", "3:30", {29: "0:18:30", 30: "1:15:00", 45: "1:22:30", 60: "1:30:00"}),
        ("40/150,20/60", "3:40", {39: "0:07:00", 40: "1:03:20", 57: "0:01:00"}),
        ("30/90,60", "3:00", {29: "0:03:00"}),
        ("40/120,20/60,15+30", "2:50", {40: "1:06:40", 59: "0:12:50", 60: "0:25:30"}),
        ("40/90+30,30+30", "2:00", {0: "1:30:30", 1: "1:29:00", 39: "0:32:00", 40: "1:00:30"}),
        ("40/90+30,30+30", "2:48", {39: "0:00:48"}),
        ("10/20,5/10,5", "1:30", {9: "0:06:30", 10: "0:15:00", 14: "0:09:00", 15: "0:12:30"}),  # D03
    ],
)
def test_R51_D03_periods(control, used, times):
    left = after(control, used)
    assert {number: left[number] for number in times} == {number: ms(text) for number, text in times.items()}


def test_R51_the_increment_of_move_61_comes_with_the_press_of_move_60():
    clock = make("40/120,20/60,15+30")
    for _ in range(61):
        move(clock, "2:50")
    assert clock.left_ms[0] == ms("0:23:10")
    assert clock.moves == [61, 61] and clock.to_go == [0, 0]


def test_R51_a_flag_falls_before_the_control():
    clock = make("40/150,20/60")
    for _ in range(57):
        move(clock, "3:40")
    assert not clock.run(59999)
    assert clock.run(1)
    assert clock.moves[0] == 57
    clock = make("40/90+30,30+30")
    for _ in range(39):
        move(clock, "2:48")
    assert not clock.run(47999)
    assert clock.run(1), "39 of 40: lost"
    assert clock.to_go[0] == 1


@pytest.mark.parametrize(("used", "left"), [("2:59.999", "1:00:00.001"), ("3:00.000", None)])
def test_R51_the_last_millisecond_of_a_period(used, left):
    clock = make("30/90,60")
    for _ in range(29):
        move(clock, "3:00")
    assert move(clock, used) == (left is None)
    assert clock.left_ms[0] == (ms(left) if left else 0)


def test_R51_at_zero_a_period_comes_only_when_the_one_before_has_run_out():
    clock = make("30/90,60")
    clock.at_zero = True
    for _ in range(30):
        move(clock, "2:00")
    assert clock.left_ms[0] == ms("0:30:00")
    state = clock.state(0)
    clock.restore(clock.left_ms[0], clock.left_ms[1], 0, 30, 30, state, clock.state(1))
    assert not clock.run(ms("0:30:00"))
    assert clock.left_ms[0] == ms("1:00:00")
    assert clock.run(ms("1:00:00"))


def test_R51_at_zero_without_the_moves_is_a_fallen_flag():
    clock = make("2/1,1")
    clock.at_zero = True
    move(clock, 0)
    assert clock.run(MINUTE)
    clock = make("1/1")
    clock.at_zero = True
    for _ in range(3):
        move(clock, 0)
    assert not clock.run(4 * MINUTE - 1)
    assert clock.left_ms[0] == 1
    assert clock.run(1)


def test_R51_simple_delay():
    clock = make("3d2")
    for used, left in [("1.500", "3:00.000"), ("3", "2:59.000"), ("8", "2:53.000")]:
        move(clock, used)
        assert clock.left_ms[0] == ms(left)


@pytest.mark.parametrize("control", ["3d2", "3b2"])
def test_R51_flag_after_time_and_delay(control):
    clock = make(control, "1.000")
    clock.run(2999)
    assert clock.left_ms[0] == 1
    assert clock.run(1)


def test_pausing_keeps_the_rest_of_a_delay():
    clock = make("3d2")
    clock.run(1000)
    clock.stop()
    clock.run(60000)
    clock.start(0)
    clock.run(1500)
    assert clock.left_ms[0] == ms("2:59.500")


@pytest.mark.parametrize("control", ["5b5", "5d5"])
def test_D05_bronstein_gives_back_what_was_used(control):
    clock = make(control)
    move(clock, "3")
    assert clock.left_ms[0] == ms("5:00.000")
    move(clock, "8")
    assert clock.left_ms[0] == ms("4:57.000")
    assert clock.press(0)
    assert not clock.press(0), "within the same step: credited once"
    assert clock.left_ms[0] == ms("4:57.000")


def test_D05_the_face_of_bronstein_shows_time_and_delay_as_one():
    clock = make("5b5")
    assert clock.shown_s(0) == 305
    clock.run(3000)
    assert clock.shown_s(0) == 302
    clock.press(0)
    assert clock.shown_s(0) == 305
    clock = make("5b5", "1.000")
    clock.run(5999)
    assert clock.shown_s(0) == 1
    assert clock.run(1)
    assert clock.shown_s(0) == 0


def test_the_face_of_a_delay_stands_still():
    clock = make("3d2")
    assert clock.shown_s(0) == 180
    assert clock.wait_ms() == 3000
    clock.run(2000)
    assert clock.shown_s(0) == 180
    assert clock.wait_ms() == 1000


def test_byo_yomi():
    clock = make("30 by 5x30", "10")
    for used, over in [("25", 5), ("29.999", 5), ("31", 4), ("95", 1)]:
        assert not move(clock, used)
        assert (clock.left_ms[0], clock.over[0]) == (30000, over)
    assert not clock.run(29999)
    assert clock.run(1)


def test_canadian():
    clock = make("60 can 25/10", "20")
    move(clock, "50")
    assert (clock.left_ms[0], clock.over[0]) == (ms("9:30"), 24)
    for _ in range(23):
        move(clock, "20")
    assert (clock.left_ms[0], clock.over[0]) == (ms("1:50"), 1)
    clock.run(20000)
    assert clock.left_ms[0] == ms("1:30")
    clock.press(0)
    assert (clock.left_ms[0], clock.over[0]) == (ms("10:00"), 25)
    clock.press(1)
    assert clock.run(ms("10:00"))


def test_hourglass():
    clock = make("*3")
    clock.run(20000)
    assert clock.left_ms == [ms("2:40"), ms("3:20")]
    clock.press(0)
    clock.run(50000)
    assert clock.left_ms == [ms("3:30"), ms("2:30")]
    assert clock.run(ms("2:31"))
    assert clock.left_ms == [ms("6:00"), 0]


def test_R50_per_move():
    clock = make("30s/move")
    move(clock, "12")
    assert clock.left_ms[0] == 30000
    assert clock.run(30000)


def test_odds():
    assert make("6 vs 5").left_ms == [ms("6:00"), ms("5:00")]


def test_R53_press_starts_the_other_and_only_the_running_side_can_press():
    clock = make("5+3")
    assert not clock.press(1)
    assert clock.press(0)
    clock.run(1000)
    assert clock.left_ms == [306000, 302000]


def test_a_faulty_press_earns_nothing_and_counts_no_move():
    clock = make("90+30", "10:00")
    clock.run(4000)
    clock.press(0)
    assert clock.left_ms[0] == ms("10:26.000")
    clock.fault(0)
    clock.add(1, ms("2:00"))
    assert clock.left_ms == [ms("9:56.000"), ms("1:32:30")]
    assert clock.moves == [0, 0] and clock.running == NOBODY


@pytest.mark.parametrize("control", [control for control in PRESETS if control != "-"])
def test_a_faulty_press_leaves_the_clock_as_if_it_had_not_been(control):
    clock = make(control)
    for used in (3100, 2300):
        clock.run(used)
        was = clock.left_ms[0], clock.moves[0], clock.to_go[0], clock.state(0)
        clock.press(0)
        clock.fault(0)
        assert (clock.left_ms[0], clock.moves[0], clock.to_go[0], clock.state(0)) == was
        clock.start(0)
        clock.press(0)
        clock.press(1)


def test_a_faulty_press_of_the_last_move_of_a_period_brings_no_time():
    clock = make("2/5,5+3")
    move(clock, 0)
    clock.run(1000)
    clock.press(0)
    assert clock.left_ms[0] == ms("10:02")
    clock.fault(0)
    assert clock.left_ms[0] == ms("4:59") and clock.to_go[0] == 1


def test_R17_a_move_that_is_pressed_late_counts():
    clock = make("1/5,5")
    clock.run(5000)  # White has moved, Black has answered: White's time still runs
    clock.run(5000)
    assert clock.press(0)
    assert clock.moves == [1, 0]
    assert clock.left_ms[0] == ms("9:50")


def test_a_move_that_is_never_pressed_counts_without_a_change_of_clocks():
    clock = make("1/5+2,5+3")
    clock.run(5000)
    assert not clock.press(1), "Black has answered and presses while White's time runs"
    clock.complete(0)
    clock.complete(1)
    assert clock.moves == [1, 1] and clock.running == 0
    assert clock.left_ms == [ms("10:00"), ms("10:05")]


def test_flag_falls_once_and_earns_nothing_more():
    clock = make("1s+5", "1.000")
    clock.press(0)
    clock.restore(6000, 1000, 1)
    assert not clock.run(999)
    assert clock.run(1)
    assert not clock.run(1000)
    assert clock.left_ms == [6000, 0]
    clock.press(1)
    clock.add(1, 5000)
    assert clock.left_ms[1] == 0
    assert clock.moves[1] == 1


def test_R53_nothing_is_added_after_the_last_control():
    clock = make("1/1,1", "1.000")
    assert clock.run(1000)
    clock.press(0)
    assert clock.left_ms[0] == 0 and clock.moves[0] == 1


def test_R33_both_flags_keep_their_order_and_time():
    clock = make("1s")
    clock.stop()
    clock.run(500)
    clock.start(0)
    clock.run(5000)
    clock.press(0)
    clock.run(999)
    assert (clock.fell_ms, clock.first) == ([1500, -1], 0)
    assert clock.run(1)
    assert (clock.fell_ms, clock.first) == ([1500, 6500], 0)


def test_R33_flags_that_were_stored_in_order_keep_it():
    clock = make("5")
    clock.restore(1000, 0, 0)
    clock.run(1000)
    assert clock.first == 1
    clock.restore(0, 0, NOBODY)
    assert clock.first == 1


def test_R33_D09_order_unknown():
    clock = make("5")
    clock.restore(0, 0, NOBODY)
    assert clock.first == NOBODY
    assert min(clock.fell_ms) >= 0


def test_R54_a_corrected_time_raises_the_flag():
    clock = make("5")
    clock.run(ms("5:00"))
    clock.restore(60000, clock.left_ms[1], NOBODY)
    assert clock.fell_ms == [-1, -1] and clock.first == NOBODY
    clock.start(0)
    assert not clock.run(59999)


def test_R55_moves_to_go():
    clock = make("2/5,1/5,5")
    seen = []
    for _ in range(4):
        seen.append(clock.to_go[0])
        move(clock, 0)
    assert seen == [2, 1, 1, 0]


@pytest.mark.parametrize("control", [*PRESETS, "2/1+3,3/2d4,1b1", "2/1"])
@pytest.mark.parametrize("at_zero", [False, True])
def test_a_record_carries_all_that_a_game_needs_to_go_on(control, at_zero):
    one = make(control)
    one.at_zero = at_zero
    for turn in range(60):
        one.run(700 * turn)
        one.press(one.running)
        other = Clock()
        other.at_zero = at_zero
        other.set(one.control)
        other.restore(*one.left_ms, one.running, *one.moves, one.state(0), one.state(1))
        for elapsed_ms in (1000, 40000, 1234567):
            assert one.run(elapsed_ms) == other.run(elapsed_ms)
            for name in ("left_ms", "moves", "to_go", "rest_ms", "over", "_passed", "_due", "running"):
                assert getattr(one, name) == getattr(other, name), name
            one.press(one.running)
            other.press(other.running)


def test_face_rounds_up():
    clock = make("2s")
    assert clock.shown_s(0) == 2
    for elapsed_ms, shown_s in [(1, 2), (1000, 1), (998, 1), (1, 0)]:
        clock.run(elapsed_ms)
        assert clock.shown_s(0) == shown_s


def test_without_a_clock_nothing_runs():
    clock = make("-")
    assert clock.running == NOBODY
    assert not clock.run(100000)
    assert not clock.press(0)
    clock.complete(0)
    clock.fault(0)
    clock.add(0, 1000)
    clock.restore(0, 0, NOBODY)
    assert clock.left_ms == [0, 0] and clock.fell_ms == [-1, -1]
    assert clock.wait_ms() == FOREVER
    assert clock.shown_ds(0) == 0


def test_bad_text_leaves_the_clock_as_it_was():
    clock = make("5+3")
    with pytest.raises(ValueError, match="increment"):
        clock.set("5+")
    assert clock.control == "5+3" and clock.running == 0


def test_another_control_leaves_nothing_of_the_one_before():
    used = make("40/5d3,5")
    used.run(10 * MINUTE)
    used.press(0)
    used.set("5+3")
    fresh = make("5+3")
    fresh.stop()
    assert vars(used) | {"plans": 0} == vars(fresh) | {"plans": 0}


turns = st.lists(st.tuples(st.integers(0, 40000), st.booleans()), max_size=60)
controls = st.sampled_from([*PRESETS, "3/1+2,2/1d5,30sb3", "2/30s", "20s by 3x5", "20s can 3/10s", "5sd2 vs 20s"])


@given(turns, st.sampled_from(["10s+1", "3/20s,2/10s+2,5s", "2/20s+1", "90"]))
def test_time_is_conserved(turns, control):
    """What both sides have is what they were given, without what ran; all of it is given at a press."""
    clock = make(control)
    total = sum(clock.left_ms)
    for elapsed_ms, pressed in turns:
        before = sum(clock.left_ms)
        fell = clock.run(elapsed_ms)
        ran = before - sum(clock.left_ms)
        assert ran == elapsed_ms or clock.left_ms[clock.running] == 0
        total -= ran
        if pressed and not fell:
            side = clock.running
            was_ms, moves = clock.left_ms[side], clock.moves[side]
            clock.press(side)
            given_ms = clock.left_ms[side] - was_ms
            assert given_ms == (expected_ms(clock, side, moves + 1) if was_ms else 0)
            total += given_ms
        assert sum(clock.left_ms) == total
        assert min(clock.left_ms) >= 0


def expected_ms(clock, side, completed):
    """What the press of this move earns: counted from the list of all moves, not period by period."""
    periods = list(clock.plans[side].periods)
    of_move = []
    while len(of_move) <= completed + 1:
        period = periods.pop(0) if len(periods) > 1 else periods[0]
        of_move += [(period[1] if index == 0 else 0) + period[3] for index in range(period[0] or completed + 2)]
    return of_move[completed]


@given(turns)
def test_the_sum_of_an_hourglass_is_always_the_same(turns):
    clock = make("*1")
    for elapsed_ms, pressed in turns:
        fell = clock.run(elapsed_ms)
        assert sum(clock.left_ms) == 2 * MINUTE
        if fell:
            return  # nothing runs onto a fallen flag
        if pressed:
            clock.press(clock.running)


@given(turns, controls, st.integers(1, 40), st.booleans(), st.booleans())
def test_a_long_step_equals_many_short_ones(turns, control, parts, at_zero, tenths):
    long, short = make(control), make(control)
    for clock in (long, short):
        clock.at_zero, clock.tenths = at_zero, tenths
    for elapsed_ms, pressed in turns:
        fell = long.run(elapsed_ms)
        fell_short = 0
        for part in range(parts):
            fell_short += short.run(elapsed_ms * (part + 1) // parts - elapsed_ms * part // parts)
        assert fell == fell_short
        if pressed:
            long.press(long.running)
            short.press(short.running)
        assert vars(long) | {"plans": 0} == vars(short) | {"plans": 0}


@given(turns, controls, st.booleans(), st.data())
def test_a_face_changes_when_the_wait_says_so(turns, control, tenths, data):
    clock = make(control)
    clock.tenths = tenths
    for elapsed_ms, pressed in turns:
        clock.run(elapsed_ms)
        if pressed:
            clock.press(clock.running)
    wait_ms = clock.wait_ms()
    if wait_ms == FOREVER:
        return
    shown = clock.shown_ds(0), clock.shown_ds(1)
    clock.run(data.draw(st.integers(0, wait_ms - 1)))
    assert (clock.shown_ds(0), clock.shown_ds(1)) == shown
    if clock.wait_ms() > 1:
        clock.run(clock.wait_ms() - 1)
    assert (clock.shown_ds(0), clock.shown_ds(1)) == shown
    over = list(clock.over)
    clock.run(1)
    assert (clock.shown_ds(0), clock.shown_ds(1)) != shown or clock.over != over


def test_the_clock_does_not_allocate_on_micropython():
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    command = [MICROPYTHON, "-X", "heapsize=192k", ROOT / "tests" / "micropython" / "clock_heap.py"]
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["ok"]), done.stdout + done.stderr
