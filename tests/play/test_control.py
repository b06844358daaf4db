# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls as text."""

import pytest

from play import control


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("5+3", (300000, 3000)),
        ("90", (5400000, 0)),
        ("90+30", (5400000, 30000)),
        ("45s", (45000, 0)),
        ("3s+2", (3000, 2000)),
    ],
)
def test_R50_base_and_increment(text, times):
    assert control.parse(text) == times


def test_no_clock():
    assert control.parse("-") is None


@pytest.mark.parametrize("text", ["", "5+", "+5", "0", "5+3+1", "five", "5.5", "-5", "1000", "5+4000", "٥+3"])
def test_bad_text_is_refused_with_a_reason(text):
    with pytest.raises(ValueError, match="time control"):
        control.parse(text)


def test_presets_are_time_controls():
    for text in control.PRESETS:
        control.parse(text)
