# SPDX-License-Identifier: GPL-3.0-or-later
"""Debounce, as tables of time, input and output, played at several scan rates."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.debounce import FOREVER, Debounce

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
OPEN_MS, CLOSE_MS = 24, 12

# Edges of one contact, then what comes out of it: `0:1` closes at 0 ms, `-12:1` is a contact that was closed and has
# been so for ages. One that has not settled at the end has not flipped.
TABLE = {
    # in                                         out
    "closes": ("40:1", "52:1"),
    "opens": ("-99:1 40:0", "64:0"),
    "chatters while it closes": ("40:1 44:0 48:1 52:0 56:1", "68:1"),
    "chatters after it has closed": ("40:1 56:0 64:1", "52:1"),
    "chatters while it opens": ("-99:1 40:0 44:1 48:0 52:1 56:0", "80:0"),
    "closes, lets go as long as chatter lasts": ("40:1 56:0 72:1", "52:1"),
    "a spark": ("40:1 48:0", ""),
    "a weak magnet": ("-99:1 40:0 56:1 80:0 100:1", ""),
    "a man slides past": ("40:1 72:0", "52:1 96:0"),
    "lifted and put back": ("-99:1 40:0 80:1", "64:0 92:1"),
    "chatters for ever": (" ".join(f"{at}:{at // 8 & 1}" for at in range(8, 408, 8)), ""),
}


def edges(text):
    return [(int(at), int(to)) for at, to in (entry.split(":") for entry in text.split())]


def play(edges, period_ms, debounce, row=3, bit=4):
    """Scan one contact every so many ms, or (0) at each edge and when the debouncer asks; return the flips.

    Every scan has the other contacts of the row closed: they must be neither held up nor flipped.
    """
    others = 0xFF & ~(1 << bit)
    debounce.raw[row] = debounce.stable[row] = others
    flips = []
    pending = list(edges)
    if pending and pending[0][0] < 0:
        debounce.raw[row] |= pending.pop(0)[1] << bit
        debounce.stable[row] = debounce.raw[row]
    now_ms = 0
    end_ms = pending[-1][0] + 200
    elapsed_ms = 0
    while now_ms <= end_ms:
        while pending and pending[0][0] <= now_ms:
            debounce.raw[row] = others | pending.pop(0)[1] << bit
        if debounce.step(elapsed_ms):
            assert debounce.changed == bytearray(1 << bit if at == row else 0 for at in range(9))
            flips.append((now_ms, debounce.stable[row] >> bit & 1))
        assert debounce.stable[row] | 1 << bit == 0xFF
        next_edge_ms = pending[0][0] - now_ms if pending else end_ms
        elapsed_ms = period_ms or min(next_edge_ms, debounce.wait_ms())
        now_ms += elapsed_ms
    return flips


@pytest.mark.parametrize("period_ms", [0, 1, 2, 4])
@pytest.mark.parametrize("case", TABLE)
def test_table(case, period_ms):
    given, wanted = TABLE[case]
    assert play(edges(given), period_ms, Debounce(OPEN_MS, CLOSE_MS)) == edges(wanted)


@pytest.mark.parametrize("case", TABLE)
def test_table_at_the_rate_of_a_matrix(case):
    """Every 5 ms an edge is seen up to 5 ms late, and the limit is reached up to 5 ms late."""
    given, wanted = TABLE[case]
    came = play(edges(given), 5, Debounce(OPEN_MS, CLOSE_MS))
    assert [to for _, to in came] == [to for _, to in edges(wanted)]
    assert all(0 <= late - at < 10 for (late, _), (at, _) in zip(came, edges(wanted), strict=True))


def samples(text, period_ms):
    values = [int(sample) for sample in text.split()]
    return [(-99, values[0])] + [(index * period_ms, value) for index, value in enumerate(values)]


def test_F07_bounce_of_a_placed_man_is_one_place():
    assert play(samples("0 0 1 0 1 1 0 1 1 1 1", 10), 10, Debounce(20)) == [(90, 1)]


def test_F07_flicker_of_a_weak_magnet_is_nothing():
    assert play(samples("1 0 1 1 0 1 1 1", 10), 10, Debounce(20)) == []


@pytest.mark.parametrize(("period_ms", "released_ms"), [(0, 129), (1, 129), (5, 125)])
def test_a_button_counts_at_once_and_is_let_go_like_any_contact(period_ms, released_ms):
    """Every 5 ms the last chatter falls between two scans."""
    chatter = edges("40:1 46:0 48:1 100:0 103:1 105:0")
    came = play(chatter, period_ms, Debounce(OPEN_MS, CLOSE_MS), row=8)
    assert came == [(45, 1), (released_ms, 0)]


def test_wait_is_until_the_first_pending_change_settles():
    debounce = Debounce(24, 12)
    debounce.stable[2] = debounce.raw[2] = 0x80
    debounce.step(0)
    assert debounce.wait_ms() == FOREVER
    debounce.raw[2] = 0
    assert not debounce.step(0)
    assert debounce.wait_ms() == 24
    debounce.raw[5] = 1
    debounce.step(5)
    assert debounce.wait_ms() == 12
    debounce.step(10)
    assert debounce.wait_ms() == 2
    assert debounce.step(2)
    assert bytes(debounce.changed) == bytes((0, 0, 0, 0, 0, 1, 0, 0, 0))
    assert debounce.wait_ms() == 7
    assert debounce.step(1000)
    assert bytes(debounce.changed) == bytes((0, 0, 0x80, 0, 0, 0, 0, 0, 0))
    assert debounce.wait_ms() == FOREVER


def test_one_contact_that_bounces_holds_up_no_neighbour():
    debounce = Debounce(20)
    for moment in range(6):
        debounce.raw[0] = 2 | moment & 1
        debounce.step(10 if moment else 0)
    assert debounce.stable[0] == 2


def test_edges_are_told_apart():
    debounce = Debounce(24, 12)
    debounce.raw[0] = 3
    assert not debounce.step(0)
    assert (debounce.restless, debounce.began[0], debounce.bounced[0]) == (True, 3, 0)
    assert not debounce.step(5)
    assert not debounce.restless
    debounce.raw[0] = 1
    assert not debounce.step(5)
    assert (debounce.restless, debounce.began[0], debounce.bounced[0]) == (True, 0, 2)
    assert debounce.step(2)
    assert (debounce.restless, debounce.changed[0], debounce.bounced[0]) == (True, 1, 0)
    assert not debounce.step(2)
    assert not debounce.restless


@pytest.mark.parametrize("limits", [(0,), (64,), (24, 64), (24, 12, 0)])
def test_limits_that_cannot_be_counted_are_refused(limits):
    with pytest.raises(ValueError, match="1 to 63"):
        Debounce(*limits)


LIMIT = st.integers(1, 63)


@given(
    limits=st.tuples(LIMIT, LIMIT, LIMIT),
    scans=st.lists(st.tuples(st.binary(min_size=9, max_size=9), st.integers(1, 90)), max_size=30),
    data=st.data(),
)
def test_a_long_step_equals_many_short_ones(limits, scans, data):
    """Between two scans that differ time passes in one step or in pieces; each contact flips when its own rule says."""
    whole, pieces = Debounce(*limits), Debounce(*limits)
    ages = [None] * 72
    stable = [0] * 72
    for raw, length_ms in scans:
        for debounce in (whole, pieces):
            debounce.raw[:] = raw
        assert whole.step(0) == pieces.step(0) == False  # noqa: E712  (nothing flips at the scan that first shows it)
        for contact in range(72):
            differs = raw[contact >> 3] >> (contact & 7) & 1 != stable[contact]
            ages[contact] = (ages[contact] or 0) if differs else None
        whole.step(length_ms)
        left_ms = length_ms
        while left_ms:
            piece_ms = data.draw(st.integers(1, left_ms))
            pieces.step(piece_ms)
            left_ms -= piece_ms
        for contact in range(72):
            if ages[contact] is not None:
                ages[contact] += length_ms
                limit = limits[0] if stable[contact] else limits[2] if contact >= 64 else limits[1]
                if ages[contact] >= limit:
                    stable[contact] ^= 1
                    ages[contact] = None
        packed = bytearray(9)
        for contact in range(72):
            packed[contact >> 3] |= stable[contact] << (contact & 7)
        assert whole.stable == pieces.stable == packed
        assert whole.wait_ms() == pieces.wait_ms()


def test_debouncing_and_health_do_not_allocate_on_micropython():
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    command = [MICROPYTHON, "-X", "heapsize=192k", ROOT / "tests" / "micropython" / "sensing_heap.py"]
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["ok"]), done.stdout + done.stderr
