# SPDX-License-Identifier: GPL-3.0-or-later
"""Debounce, as tables of time and input, played at several scan rates."""

import pytest

from play.debounce import FOREVER, Debounce


def flips(samples, period_ms, settle_ms, row=3, bit=4):
    """Play samples of one contact; return the moments at which it flipped."""
    debounce = Debounce(settle_ms)
    if samples[0]:
        debounce.stable[row] = debounce._seen[row] = 1 << bit
    moments = []
    for index, sample in enumerate(samples):
        debounce.raw[row] = sample << bit
        if debounce.step(period_ms if index else 0):
            assert debounce.changed[row] == 1 << bit
            moments.append(index * period_ms)
    return moments


def test_F07_bounce_of_a_placed_man_is_one_place():
    assert flips([0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1], 10, 20) == [90]


def test_F07_flicker_of_a_weak_magnet_is_nothing():
    assert flips([1, 0, 1, 1, 0, 1, 1, 1], 10, 20) == []


@pytest.mark.parametrize("period_ms", [1, 2, 4, 8])
def test_flips_after_the_settle_time_at_any_scan_rate(period_ms):
    samples = [0] * (40 // period_ms) + [1] * (80 // period_ms)
    assert flips(samples, period_ms, 24) == [40 + 24]


def test_wait_is_until_the_pending_change_settles():
    debounce = Debounce(24)
    assert debounce.wait_ms() == FOREVER
    debounce.raw[0] = 1
    assert not debounce.step(0)
    assert debounce.wait_ms() == 24
    debounce.step(10)
    assert debounce.wait_ms() == 14
    assert debounce.step(14)
    assert debounce.wait_ms() == FOREVER


def test_one_contact_that_bounces_holds_up_no_other_row():
    debounce = Debounce(20)
    for moment in range(6):
        debounce.raw[0] = moment & 1
        debounce.raw[7] = 0x80
        debounce.step(10 if moment else 0)
    assert debounce.stable[7] == 0x80
    assert debounce.stable[0] == 0
