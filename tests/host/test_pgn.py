# SPDX-License-Identifier: GPL-3.0-or-later
"""PGN as others read it: python-chess reads back what was written."""

import io
import re

import chess
import chess.pgn
import pytest
from games import ended, game, moved, records, started
from hypothesis import given, settings
from hypothesis import strategies as st

from touchmove import mirror, pgn


def fold(fields):
    (one,) = mirror.fold(records(fields))
    return one


def read(text):
    file = io.StringIO(text)
    one = chess.pgn.read_game(file)
    assert one is not None and not one.errors
    assert chess.pgn.read_game(file) is None
    return one


def test_read_back():
    one = read(pgn.text(fold([*game("e2e4 e7e5 g1f3 b8c6"), ended("1-0", "time")])))
    assert [move.uci() for move in one.mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert list(one.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert one.headers["Result"] == "1-0"
    assert one.headers["TimeControl"] == "300+3"
    assert one.headers["Termination"] == "time forfeit"
    assert one.headers["UTCDate"] == "2023.11.14" and one.headers["UTCTime"] == "22:13:20"
    assert "FEN" not in one.headers
    assert [node.clock() for node in one.mainline()] == [299, 299, 298, 298]


def test_text():
    text = pgn.text(fold([*game("e2e4 e7e5", epoch=0), ended("1/2-1/2", "agreement")]))
    assert text == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "1/2-1/2"]\n'
        '[TimeControl "300+3"]\n[Termination "normal"]\n\n'
        "1. e4 {[%clk 0:04:59]} 1... e5 {[%clk 0:04:59]} 1/2-1/2\n\n"
    )


def test_without_clock():
    text = pgn.text(fold(game("e2e4 e7e5 g1f3", control="-")))
    assert "\n1. e4 e5 2. Nf3 *\n" in text
    assert '[TimeControl "-"]' in text and '[Termination "unterminated"]' in text


def test_from_a_position_with_black_to_move():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31"
    text = pgn.text(fold(game("e8d8 e2e4", fen=fen, control="-")))
    assert "\n31... Kd8 32. e4 *\n" in text
    one = read(text)
    assert one.headers["SetUp"] == "1" and one.board().fen() == fen


def test_no_moves():
    one = read(pgn.text(fold(game(""))))
    assert one.headers["Result"] == "*" and one.end() is one


def test_a_problem_is_told_in_a_comment():
    text = pgn.text(fold([*game("e2e4"), ("moved", 5, 2, "e7e4", "white", 1, 1, 1, 1, 0, 0)]))
    assert "{record 3: " in text
    assert len(list(read(text).mainline_moves())) == 1


def test_lines_are_short():
    moves = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 30)
    text = pgn.text(fold(game(moves)))
    assert max(map(len, text.splitlines())) <= 79
    assert len(list(read(text).mainline_moves())) == 120


def test_many_games_stream():
    out = io.StringIO()
    assert pgn.write(mirror.fold(records([*game("e2e4"), *game("d2d4"), *game("c2c4")])), out) == 3
    out.seek(0)
    firsts = []
    while (one := chess.pgn.read_game(out)) is not None:
        firsts.append(one.next().san())
    assert firsts == ["e4", "d4", "c4"]


@settings(deadline=None)
@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp", "Zs"]) | st.sampled_from(' "\\]['), min_size=1
    )
)
def test_tags_are_escaped(name):
    text = pgn.text(fold(game("e2e4")), {"White": name})
    header = next(line for line in text.splitlines() if line.startswith("[White "))
    inside = header[len('[White "') : -len('"]')]
    assert not re.search(r'(?<!\\)(?:\\\\)*"', inside)  # no quote that would end the tag
    assert pgn.unescape(inside) == name


def test_escapes_in_tags():
    text = pgn.text(fold(game("e2e4")), {"White": 'Ivan "the \\ Terrible"', "Black": "two\nlines"})
    assert '[White "Ivan \\"the \\\\ Terrible\\""]\n[Black "two lines"]\n' in text
    assert pgn.unescape(read(text).headers["White"]) == 'Ivan "the \\ Terrible"'


def test_another_date_than_the_boards():
    text = pgn.text(fold(game("e2e4")), {"Date": "1834.??.??"})
    assert '[Date "1834.??.??"]' in text and "UTCDate" not in text


@pytest.mark.parametrize(
    ("clock_ms", "text"),
    [
        (0, "0:00:00"),
        (999, "0:00:00"),
        (1000, "0:00:01"),
        (3_599_999, "0:59:59"),
        (36_000_000, "10:00:00"),
        (-5, "0:00:00"),
    ],
)
def test_clk_is_rounded_down(clock_ms, text):
    assert pgn.clk(clock_ms) == text


@pytest.mark.parametrize(
    ("control", "text"),
    [("5+3", "300+3"), ("90", "5400"), ("45s", "45"), ("30s+1", "30+1"), ("5+0", "300"), ("-", "-"), ("blitz", "?")],
)
def test_time_control(control, text):
    assert pgn.time_control(control) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [("checkmate", "normal"), ("agreement", "normal"), ("time", "time forfeit"), ("abandoned", "abandoned")],
)
def test_termination(reason, text):
    assert f'[Termination "{text}"]' in pgn.text(fold([*game("e2e4"), ended("*", reason)]))


def test_fen_of_the_array_needs_no_setup():
    assert "FEN" not in pgn.text(fold(game("e2e4", fen=chess.STARTING_FEN)))


def test_an_illegal_move_is_told_where_it_happened():
    illegal = ("illegal", 9000, "black", 1, 60000)
    text = pgn.text(fold([*game("e2e4"), illegal, ended("1-0", "illegal")]))
    assert "{Black's illegal move number 1: White gets 1:00}" in " ".join(text.split())
    one = read(text)
    assert one.headers["Termination"] == "rules infraction"
    assert "illegal move" in one.next().comment


@st.composite
def played(draw):
    """A game of legal moves from any of the 960 arrays or a position, ended or cut short, with notes of any text."""
    number = draw(st.integers(0, 959) | st.none())
    board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
    board = mirror.position(board.fen())
    fields = [started(fen=board.fen(), control=draw(st.sampled_from(["-", "5+3", "40/90,30"])))]
    for ply in range(1, draw(st.integers(0, 30)) + 1):
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        move = draw(st.sampled_from(castling or list(board.legal_moves)))
        fields.append(moved(ply, board.uci(move)))
        board.push(move)
        if board.is_game_over():
            break
    if draw(st.booleans()):
        fields.append(ended(draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])), "resignation"))
    game = fold(fields)
    for at in draw(st.lists(st.integers(0, len(game.plies)), max_size=3)):
        game.notes.setdefault(at, []).append(draw(st.text(max_size=120)))
    return game


@settings(deadline=None, max_examples=150)
@given(played(), st.dictionaries(st.sampled_from(["White", "Event"]), st.text(max_size=300)))
def test_others_read_what_was_played(game, tags):
    text = pgn.text(game, tags)
    one = read(text)
    assert [node.move for node in one.mainline()] == [ply.move for ply in game.plies]
    assert one.end().board().fen() == game.board.fen()
    assert one.headers["Result"] == game.result
    assert one.headers.get("Variant") == ("Chess960" if game.board.chess960 else None)
    head, moves, rest = text.split("\n\n")
    assert rest == ""
    for line in moves.split("\n"):
        assert len(line) <= 79 and not line.startswith(("[", "%", ";"))
    for line in head.split("\n"):
        assert re.fullmatch(r'\[\w+ ".*"\]', line)


def test_what_a_board_says_besides():
    """A result that is none, a reason that PGN has no word for, a moment that no calendar has."""
    text = pgn.text(fold([*game("e2e4", epoch=10**18), ended("2-0 }\n", "boredom")]))
    assert '[Result "*"]' in text and text.endswith(" *\n\n")
    assert '[Date "????.??.??"]' in text and "UTCDate" not in text
    assert pgn.day(-(10**12)) == "????.??.??"


def test_games_are_written_one_by_one():
    """A million games need no more memory than one: each is asked for when the one before is written."""
    out = io.StringIO()
    asked = []

    def games():
        for number in range(3):
            asked.append((number, out.getvalue().count("[Event")))
            yield fold(game("e2e4"))

    pgn.write(games(), out)
    assert asked == [(0, 0), (1, 1), (2, 2)]
