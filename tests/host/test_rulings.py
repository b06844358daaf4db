# SPDX-License-Identifier: GPL-3.0-or-later
"""An arbiter's words become commands of the board, and what he did becomes words of the score."""

import io

import chess.pgn
import pytest

from touchmove import mirror, pgn, rulings
from touchmove.errors import InputError
from touchmove.record import make

CLOCKS = ("none", 60000, 59000, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("stop", ("stop", "none", "")),
        ("stop noise in the hall", ("stop", "none", "noise in the hall")),
        ("continue", ("continue", "none", "")),
        ("time white 1:23:45", ("time", "white", "5025000")),
        ("time black 4:05", ("time", "black", "245000")),
        ("time black 9.5", ("time", "black", "9500")),
        ("back 12", ("back", "white", "12")),
        ("back 12 black", ("back", "black", "12")),
        ("position 8/8/8/8/8/8/k1K5/7R w - - 0 1", ("position", "none", "8/8/8/8/8/8/k1K5/7R w - - 0 1")),
        ("award 1/2", ("award", "none", "1/2-1/2")),
        ("must e2", ("must", "none", "e2")),
        ("illegal white", ("illegal", "white", "")),
        ("unproven draw", ("unproven", "none", "draw")),
        ("seal", ("seal", "none", "")),
    ],
)
def test_words_are_a_command(words, said):
    assert rulings.command(words.split()) == said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "say what: stop, continue"),
        ("ban white", "no act ban: there are stop"),
        ("time white", "it is `arbiter time white|black 1:23:45`"),
        ("time white 1:75:00", "1:75:00 is no time, such as 1:23:45: it is"),
        ("time white 5:75 now", "5:75 is no time"),
        ("time both 1:00", "both is no side, white or black"),
        ("time white 5:15 now", "`time white 5:15 now` is not understood"),
        ("must z9", "it is `arbiter must SQUARE`"),
        ("award 2-0", "it is `arbiter award 1-0|0-1|1/2`"),
        ("illegal", "it is `arbiter illegal white|black`"),
        ("continue now", "it is `arbiter continue`"),
    ],
)
def test_what_is_not_understood_is_said(words, why):
    with pytest.raises(InputError) as error:
        rulings.command(words.split())
    assert why in str(error.value)


def game(*records):
    """Return the mirrored game of these records after its start; each is a name and its values."""
    started = ("started", 0, 0, "-", "5+3", "tournament", 303000, 303000)
    return next(mirror.fold(make(seq, *record) for seq, record in enumerate([started, *records], 1)))


def moved(ply, move):
    return ("moved", 0, ply, move, *CLOCKS)


def test_going_back_forgets_moves_and_keeps_what_was_noted():
    back = ("ruled", 0, "back", "white", "0", "arbiter", "white", *CLOCKS)
    flagged = ("flagged", 0, "white", *CLOCKS)
    known = game(moved(1, "e2e4"), moved(2, "e7e5"), flagged, back, moved(1, "d2d4"))
    assert [ply.san for ply in known.plies] == ["d4"]
    text = " ".join(pgn.text(known).split())
    assert "{White's flag is down} {The arbiter: back to White's move 1} 1. d4" in text


def test_a_position_that_is_set_begins_the_score_and_what_was_played_is_a_comment():
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 2"
    setting = ("ruled", 0, "position", "none", fen, "computer", "black", *CLOCKS)
    known = game(moved(1, "e2e4"), moved(2, "e7e5"), setting, moved(3, "d7d5"), moved(4, "e4d5"))
    text = " ".join(pgn.text(known).split())
    assert f'[SetUp "1"] [FEN "{fen}"]' in text
    assert "{Played before the position was set: 1. e4 e5} {The arbiter, at the computer: the position is set}" in text
    again = chess.pgn.read_game(io.StringIO(pgn.text(known)))
    assert not again.errors
    assert [move.uci() for move in again.mainline_moves()] == ["d7d5", "e4d5"]
    taken = game(moved(1, "e2e4"), setting, moved(2, "d7d5"), ("taken_back", 0, 1, *CLOCKS), moved(2, "g8f6"))
    assert (taken.problem, [ply.san for ply in taken.plies]) == ("", ["Nf6"])
    assert "expected" in game(("ruled", 0, "position", "none", "none", "computer", "black", *CLOCKS)).problem


def test_a_result_is_corrected_and_an_end_overruled():
    ended = ("ended", 0, "1-0", "time", 1000, 0)
    award = ("ruled", 0, "award", "none", "1/2-1/2", "computer", "none", *CLOCKS)
    corrected = game(moved(1, "e2e4"), ended, award, ("ended", 0, "1/2-1/2", "award", 1000, 0))
    assert '[Result "1/2-1/2"]' in pgn.text(corrected)
    assert '[Termination "adjudication"]' in pgn.text(corrected)
    reopened = game(moved(1, "e2e4"), ended, ("reopened", 0, "arbiter", "black", *CLOCKS))
    assert not reopened.is_ended
    assert '[Termination "unterminated"]' in pgn.text(reopened)


def test_a_sealed_move_is_in_no_score():
    text = pgn.text(game(moved(1, "e2e4"), ("sealed", 0, "black", "0A1B2", "white", *CLOCKS)))
    assert "Black has sealed a move; adjourned" in text
    assert "0A1B2" not in text


def test_the_archive_lists_the_last_end(tmp_path):
    from touchmove.archive import Archive

    archive = Archive(tmp_path / "games.sqlite")
    ended = [("ended", 0, "1-0", "time", 1000, 0), ("ended", 0, "1/2-1/2", "award", 1000, 0)]
    started = ("started", 0, 0, "-", "5+3", "tournament", 303000, 303000)
    moves = [("pressed", 0, "white")] * 7  # so that the ends are records 9 and 10
    archive.store("b", "j", [make(seq, *record) for seq, record in enumerate([started, *moves, *ended], 1)])
    assert archive.games()[0].ended["reason"] == "award"
    archive.store("b", "j", [make(11, "reopened", 0, "arbiter", "black", *CLOCKS)])
    assert archive.games()[0].ended is None
    archive.close()
