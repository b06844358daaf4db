# SPDX-License-Identifier: GPL-3.0-or-later
"""Records fold into games; what is cut short or wrong stays as far as it was understood."""

import chess
from games import ended, game, moved, records, started
from hypothesis import given, settings
from hypothesis import strategies as st

from link import table
from touchmove import mirror, pgn, record
from touchmove.audit import audit


def fold(fields, first=1):
    return list(mirror.fold(records(fields, first)))


def test_a_game():
    (one,) = fold([*game("e2e4 e7e5 g1f3"), ended("1-0", "resignation")], first=40)
    assert [ply.san for ply in one.plies] == ["e4", "e5", "Nf3"]
    assert [ply.clock_ms for ply in one.plies] == [299000, 299000, 298000]
    assert (one.first, one.last, one.result, one.reason) == (40, 44, "1-0", "resignation")
    assert one.is_ended and one.is_timed and not one.problem
    assert one.board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_special_moves():
    fen = "4k3/P6p/8/4pP2/8/8/8/R3K2R w KQ e6 0 10"
    (one,) = fold(game("f5e6 e8d8 e1g1 h7h5 a7a8n", fen=fen))
    assert [ply.san for ply in one.plies] == ["fxe6", "Kd8", "O-O", "h5", "a8=N"]
    assert not one.problem


def test_completed_corrects_the_clocks():
    fields = game("e2e4 e7e5")
    (one,) = fold([*fields, ("completed", 2500, 2, "white", 299000, 301234, 1, 1, 0, 0)])
    assert (one.plies[1].white, one.plies[1].black) == (299000, 301234)
    assert (one.white, one.black, one.running) == (299000, 301234, "white")


def test_who_runs():
    (one,) = fold(game("e2e4"))
    assert one.running == "black"
    (one,) = fold([*game("e2e4"), ended()])
    assert one.running == "none"


def test_a_game_cut_short_by_the_next():
    first, second = fold([*game("e2e4"), *game("d2d4 d7d5"), ended("1/2-1/2", "agreement")])
    assert (len(first.plies), first.result, first.is_ended) == (1, "*", False)
    assert (len(second.plies), second.result) == (2, "1/2-1/2")


def test_records_before_the_first_game_belong_to_none():
    assert fold([("faulted", 0, "boot"), moved(1, "e2e4")]) == []


def test_a_move_that_is_not_legal_stops_the_mirror_not_the_game():
    (one,) = fold([*game("e2e4"), moved(2, "e7e4"), moved(3, "d2d4"), ended("0-1", "time")])
    assert len(one.plies) == 1
    assert one.problem.startswith("record 3: ") and "e7e4" in one.problem
    assert (one.result, one.reason) == ("0-1", "time")


def test_a_ply_that_is_missing():
    (one,) = fold([started(), moved(1, "e2e4"), moved(3, "d2d4")])
    assert one.problem == "record 3 is ply 3, but 1 are known"


def test_a_position_that_is_none():
    (one,) = fold([started(fen="nonsense")])
    assert one.problem.startswith("record 1: ") and one.fen == chess.STARTING_FEN


def test_other_records_are_kept_as_events():
    (one,) = fold([started(), ("offered", 5, "white", "made"), ("resumed", 6, 1000, 2000)])
    assert [event.name for event in one.events] == ["offered", "resumed"]
    assert (one.white, one.black) == (1000, 2000)


def test_a_record_that_comes_twice_counts_once():
    live = mirror.Mirror()
    for one in [*records(game("e2e4 e7e5")), *records(game("e2e4 e7e5"))]:
        live.take(one)
    assert live.game is not None and len(live.game.plies) == 2


KNOWN = ("white", "black", "none", "both", "e4", "e2e4", "0000", "1-0", "back", "-3")
WORDS = st.text(max_size=8) | st.sampled_from(KNOWN)


@st.composite
def anything(draw):
    """Records of every kind with any words and numbers in them, as no board would write them."""
    fields = [started()]
    for name, kinds in draw(st.lists(st.sampled_from(table.RECORDS), max_size=12)):
        numbers = st.integers(-(2**70), 2**70) | st.integers(0, 3)
        fields.append((name, *(draw(numbers if kind in table.INTS else WORDS) for _, kind in kinds)))
    return records(fields)


@settings(deadline=None, max_examples=300)
@given(anything())
def test_no_word_of_a_board_brings_the_computer_down(some):
    for one in mirror.fold(some):
        assert pgn.text(one).endswith(f"{pgn.result(one)}\n\n")
    assert all(isinstance(text, str) for _, text in audit(some))


def test_records_of_another_version():
    strange = record.recall(2, "moved", b"2 moved 1 1 e2e4 sideways*0000")
    (one,) = mirror.fold([*records([started()]), strange, *records([moved(2, "e7e5")], 3)])
    assert one.problem == "record 2 (moved) cannot be read by this version" and not one.plies
    harmless = record.recall(2, "sneezed", b"2 sneezed white*0000")
    (one,) = mirror.fold([*records([started()]), harmless, *records([moved(1, "e2e4")], 3)])
    assert not one.problem and len(one.plies) == 1
