# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls as text: read, written in one form, refused with a reason."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import control, presets

PAGE = Path(__file__).parents[2] / "docs" / "time-controls.md"


def plan(text):
    white, black = control.parse(text)
    assert white is black
    return white


# Text, moves to the end of each period, minutes of each, pace; the twelve that decide what must work, and some more.
CONTROLS = [
    ("5+3", [0], [5], "blitz"),
    ("20/120", [20], [120], "classical"),
    ("30/120,15/60", [30, 15], [120, 60], "classical"),
    ("40/150,20/60", [40, 20], [150, 60], "classical"),
    ("30/90,60", [30, 0], [90, 60], "classical"),
    ("40/120,20/60,15+30", [40, 20, 0], [120, 60, 15], "classical"),
    ("40/90+30,30+30", [40, 0], [90, 30], "classical"),
    ("3d2", [0], [3], "blitz"),
    ("5b5", [0], [5], "blitz"),
    ("30 by 5x30", [0], [30], "classical"),
    ("60 can 25/10", [0], [60], "classical"),
    ("*3", [0], [3], "blitz"),
    ("50+10", [0], [50], "classical"),
    ("60", [0], [60], "classical"),
    ("10", [0], [10], "blitz"),
    ("10+5", [0], [10], "rapid"),
    ("59", [0], [59], "rapid"),
]


@pytest.mark.parametrize(("text", "moves", "minutes", "pace"), CONTROLS, ids=[entry[0] for entry in CONTROLS])
def test_R50_R51_R52_read_write_and_pace(text, moves, minutes, pace):
    periods = plan(text).periods
    assert [period[0] for period in periods] == moves
    assert [period[1] for period in periods] == [60000 * each for each in minutes]
    assert control.write(control.parse(text)) == text
    assert control.pace(control.parse(text)) == pace


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *[("5+3", 8), ("20/120", 360), ("30/120,15/60", 240), ("40/150,20/60", 210), ("30/90,60", 150), ("5b5", 10)],
        *[("40/120,20/60,15+30", 180), ("40/90+30,30+30", 150), ("3d2", 5), ("60 can 25/10", 84), ("30s/move", 30)],
    ],
)
def test_R52_time_for_sixty_moves(text, minutes):
    assert control._sixty_ms(plan(text)) == minutes * 60000


def test_R52_with_odds_the_longer_side_decides():
    assert control.pace(control.parse("5 vs 60")) == "classical"


@pytest.mark.parametrize(
    ("text", "extra", "seconds"),
    [
        ("5+3", control.INCREMENT, 3),
        ("3d2", control.DELAY, 2),
        ("5b5", control.BRONSTEIN, 5),
        ("5", control.INCREMENT, 0),
        ("5d0", control.INCREMENT, 0),
    ],
)
def test_R50_extras(text, extra, seconds):
    assert plan(text).periods[0][2:] == (extra, seconds * 1000)


def test_R51_an_extra_belongs_to_its_period():
    assert [period[3] for period in plan("40/120,20/60,15+30").periods] == [0, 0, 30000]
    assert [period[3] for period in plan("40/90+30,30+30").periods] == [30000, 30000]


@pytest.mark.parametrize(
    ("text", "kind", "base_ms", "over", "over_ms"),
    [
        ("*3", control.HOURGLASS, 180000, 0, 0),
        ("30 by 5x30", control.BYO_YOMI, 1800000, 5, 30000),
        ("60 can 25/10", control.CANADIAN, 3600000, 25, 600000),
        ("30s/move", control.PER_MOVE, 30000, 0, 0),
        ("1/move", control.PER_MOVE, 60000, 0, 0),
    ],
)
def test_other_kinds(text, kind, base_ms, over, over_ms):
    one = plan(text)
    assert (one.kind, one.periods[0][1], one.over, one.over_ms) == (kind, base_ms, over, over_ms)
    assert control.write((one, one)) == text


def test_odds_give_each_side_its_own():
    white, black = control.parse("6 vs 5+2")
    assert (white.periods[0][1], black.periods[0][1], black.periods[0][3]) == (360000, 300000, 2000)
    assert control.write((white, black)) == "6 vs 5+2"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3|2", "3+2"),
        ("G/60;d5", "60d5"),
        ("G/90;+30", "90+30"),
        ("40/120, SD/60", "40/120,60"),
        ("SD 30", "30"),
        ("1:30:00", "90"),
        ("2h", "120"),
        ("1h30", "90"),
        ("1h30m15", "5415s"),
        ("15m", "15"),
        ("45s", "45s"),
        ("90s", "90s"),
        ("120s", "2"),
        ("3s+2", "3s+2"),
        ("5+0", "5"),
        ("5 VS 5", "5"),
        ("6vs5", "6 vs 5"),
        ("30 by 3 x 10", "30 by 3x10"),
        ("5can4/90s", "5 can 4/90s"),
        ("40/1h30+30, 30m + 30", "40/90+30,30+30"),
        ("classical", "90+30"),
        ("-", "-"),
        ("none", "-"),
    ],
)
def test_what_else_is_read(text, canonical):
    assert control.write(control.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is nothing in it"),
        ("5+", "the increment must be a whole number"),
        ("5d", "the delay must be a whole number"),
        ("+5", "the time must be a whole number"),
        ("0", "more than nothing"),
        ("0/90", "a period of no moves"),
        ("5+3+1", "more than one extra"),
        ("5+3d1", "more than one extra"),
        ("90,30", "only the last period can go to the end"),
        ("90,", "a period is empty"),
        ("40/90,", "a period is empty"),
        ("40/0x", "the time must be a whole number"),
        ("40/9/0", "more than one /"),
        ("5 vs 3 vs 1", "more than two sides"),
        ("5 vs", "one side is empty"),
        ("5 vs -", "without a clock"),
        ("30 by x30", "the number of byo-yomi periods must be a whole number"),
        ("30 by 5x0", "byo-yomi of nothing"),
        ("30 by 30", "like 30 by 5x30"),
        ("60 can 10", "like 60 can 25/10"),
        ("60 can 0/10", "a period of no moves"),
        ("1:30", "two ways"),
        ("1h90", "at most 59"),
        ("30s1", "in this order"),
        ("1m2h", "in this order"),
        ("5;3", "after ; comes"),
        ("40/120,60;d5", "without ;"),
        ("five", "the time must be a whole number"),
        ("5.5", "the time must be a whole number"),
        ("-5", "the time must be a whole number"),
        ("4 0", "the time must be a whole number"),
        ("٥+3", "the time must be a whole number"),
        ("1000", "at most ten hours"),
        ("5+4000", "the increment must be at most 3600"),
        ("*", "the time must be a whole number"),
        ("/move", "the time must be a whole number"),
        ("40/5," * 15 + "5", "longer than"),
    ],
)
def test_bad_text_is_refused_with_a_reason(text, reason):
    with pytest.raises(ValueError, match=reason) as caught:
        control.parse(text)
    assert str(caught.value).startswith(f"time control {text or '(empty)'}: ")


times = st.integers(1, 600).map(str) | st.integers(1, 9999).map("{}s".format)
moves = st.integers(1, 99)
periods = st.builds("{}{}{}".format, times, st.sampled_from("+db"), st.integers(1, 60)) | times
sides = (
    st.builds(
        lambda first, last: ",".join([*first, last]), st.lists(st.builds("{}/{}".format, moves, periods)), periods
    )
    | times.map("*{}".format)
    | times.map("{}/move".format)
    | st.builds("{} by {}x{}".format, times, moves, st.integers(1, 60))
    | st.builds("{} can {}/{}".format, times, moves, times)
)


@given(sides | st.builds("{} vs {}".format, sides, sides))
def test_the_one_form_reads_back_as_itself(text):
    if len(text) <= 60:
        written = control.write(control.parse(text))
        assert control.write(control.parse(written)) == written


@given(st.text(alphabet="0123456789+db/,:;|xhmsvbycan *-"))
def test_any_text_is_read_or_refused(text):
    try:
        plans = control.parse(text)
    except ValueError:
        return
    assert control.write(control.parse(control.write(plans))) == control.write(plans)


def test_R51_presets_are_named_and_written_in_the_one_form():
    for text in control.PRESETS:
        assert control.write(control.parse(text)) == text
    names = [name for _, name in presets.TABLE if name]
    assert len(set(names)) == len(names) and len(set(control.PRESETS)) == len(control.PRESETS)
    for text in CONTROLS[1:7]:
        assert dict(presets.TABLE)[text[0]], "each control written out in R51 has a name"
    for text, name in presets.TABLE:
        if name:
            assert control.write(control.parse(name)) == text


def test_the_page_lists_every_preset():
    rows = re.findall(r"^\| (\d+) \| `([^`]+)` \| (?:`([\w-]+)`)? *\|", PAGE.read_text(), re.MULTILINE)
    assert [(int(number), text, name) for number, text, name in rows] == [
        (number, text, name) for number, (text, name) in enumerate(presets.TABLE, 1)
    ]
