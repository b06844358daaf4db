# SPDX-License-Identifier: GPL-3.0-or-later
"""`touchmove perft`: what it reads, what it counts, and that a mismatch is named by its move."""

import pytest

from touchmove import perft
from touchmove.errors import InputError

FACTS = """id start
epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
perft 1 20
perft 2 400
perft 3 8902

id inner rook
epd bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -
perft 1 21
perft 2 528
"""


def write(tmp_path, text):
    file = tmp_path / "facts.perft"
    file.write_text(text)
    return file


def test_each_position_is_counted_as_deep_as_allowed(tmp_path):
    cases = perft.read(write(tmp_path, FACTS), 1000)
    assert [(case.name, case.depth, case.nodes) for case in cases] == [("start", 2, 400), ("inner rook", 2, 528)]


@pytest.mark.parametrize("runtime", ["auto", "cpython"])
def test_right_counts(tmp_path, runtime):
    seen = []
    cases = perft.read(write(tmp_path, FACTS), 1000)
    assert perft.compare(cases, runtime, lambda case, differences: seen.append(differences)) == 0
    assert seen == [[], []]


def test_a_mismatch_is_told_and_a_wrong_file_found_out(tmp_path):
    told = []
    cases = perft.read(write(tmp_path, FACTS.replace("perft 2 400", "perft 2 401")), 1000)
    assert perft.compare(cases, "auto", lambda case, differences: told.extend(differences)) == 1
    assert told[0] == "facts.perft start: depth 2: 400, known is 401"
    assert "is the file right?" in told[1]


def test_a_mismatch_is_named_by_its_move(tmp_path):
    case = perft.read(write(tmp_path, FACTS), 20)[0]
    lines = perft._explain(case, {"e2e4": 1, "e2e5": 1})
    assert "  e2e5: 1, python-chess: not legal" in lines
    assert "  g1f3: missing, python-chess: 1" in lines
    assert not any("e2e4" in line for line in lines)


@pytest.mark.parametrize(("text", "message"), [("perft 1 20", "line 1"), ("id a\nepd x w - -\nperft one", "line 3")])
def test_a_bad_file_is_refused(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        perft.read(write(tmp_path, text), 1000)
