# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls in PGN: out and in again, and never as something that they are not."""

import pytest
from games import game, records
from hypothesis import given
from hypothesis import strategies as st

from play.control import PRESETS, parse, write
from touchmove import mirror, pgn, timecontrol

CONTROLS = [
    ("5+3", "300+3", {}),
    ("20/120", "20/7200", {}),
    ("30/120,15/60", "30/7200:15/3600", {}),
    ("40/150,20/60", "40/9000:20/3600", {}),
    ("30/90,60", "30/5400:3600", {}),
    ("40/120,20/60,15+30", "40/7200:20/3600:900+30", {}),
    ("40/90+30,30+30", "40/5400+30:1800+30", {}),
    ("3d2", "?", {"BoardTimeControl": "3d2"}),
    ("5b5", "?", {"BoardTimeControl": "5b5"}),
    ("30 by 5x30", "?", {"BoardTimeControl": "30 by 5x30"}),
    ("60 can 25/10", "?", {"BoardTimeControl": "60 can 25/10"}),
    ("*3", "*180", {}),
    ("6 vs 5", "?", {"WhiteTimeControl": "360", "BlackTimeControl": "300"}),
    ("6+1 vs 5d2", "?", {"BoardTimeControl": "6+1 vs 5d2"}),
    ("*3 vs *90s", "?", {"WhiteTimeControl": "*180", "BlackTimeControl": "*90"}),
    ("30s/move", "?", {"BoardTimeControl": "30s/move"}),
    ("45s", "45", {}),
    ("30s+1", "30+1", {}),
    ("90", "5400", {}),
    ("-", "-", {}),
    ("blitz", "?", {"BoardTimeControl": "blitz"}),
    ("*3d2", "?", {"BoardTimeControl": "*3d2"}),
]


@pytest.mark.parametrize(("control", "value", "tags"), CONTROLS, ids=[entry[0] for entry in CONTROLS])
def test_R51_out_and_in(control, value, tags):
    assert timecontrol.pgn(control) == value
    assert timecontrol.tags(control) == tags
    assert timecontrol.read({"TimeControl": value, **tags}) == control


@pytest.mark.parametrize("control", PRESETS)
def test_R51_presets_come_back_as_the_board_writes_them(control):
    back = timecontrol.read({"TimeControl": timecontrol.pgn(control), **timecontrol.tags(control)})
    assert back == control == write(parse(back))


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 36000), st.integers(0, 60)), min_size=1, max_size=3))
def test_what_was_read_is_what_the_board_writes(periods):
    value = ":".join(f"{moves}/{base}" + (f"+{extra}" if extra else "") for moves, base, extra in periods)
    control = timecontrol.read({"TimeControl": value})
    assert control == write(parse(control))
    assert timecontrol.pgn(control) == value


@pytest.mark.parametrize(("value", "control"), [("300+0", "5"), ("040/05400", "40/90"), ("1/86400", "1/1440")])
def test_what_others_write(value, control):
    assert timecontrol.read({"TimeControl": value}) == control


@pytest.mark.parametrize(
    "headers",
    [
        *[{"TimeControl": value} for value in "? 5|3 3600:300 0 40/0 0/40 *0 * 300+ 5:00".split()],
        {"TimeControl": ""},
        {},
        {"WhiteTimeControl": "360"},
        {"WhiteTimeControl": "360", "BlackTimeControl": "-"},
    ],
)
def test_what_tells_no_control(headers):
    assert timecontrol.read(headers) is None


def test_a_game_tells_its_control():
    (one,) = mirror.fold(records(game("e2e4", control="3d2")))
    text = pgn.text(one)
    assert '[TimeControl "?"]\n[BoardTimeControl "3d2"]\n' in text
