# SPDX-License-Identifier: GPL-3.0-or-later
"""PGN of other programs: every game is played as it stands there, or there is one clear word about why not."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchmove.errors import InputError
from touchmove.sim.collection import read
from touchmove.sim.robot import Task

GOOD = """[Event "One"]
[White "Müller, Jörg"]
[Black "O'Neil \\"Tip\\""]
[Result "1-0"]

1. e4 {a comment
over lines; with ( and [ in it} e5 2. Nf3 $1 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 3. Bb5 a6 4. O-O 1-0

[Event "Two"]
[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1.a8=Q+! Kg7; the rest is talk
1/2-1/2

[Event "Three"]
[Variant "Chess960"]
[FEN "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1"]
[Result "0-1"]

1. g3 g6 2. Nf3 Nf6 3. Bg2 Bg7 4. O-O O-O 0-1
"""


@pytest.fixture
def games(tmp_path):
    def games(content):
        path = tmp_path / "games.pgn"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(read(path))

    return games


def test_good_games(games):
    one, two, three = games(GOOD)
    assert one.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1")
    assert (one.result, one.tags["White"], one.tags["Black"]) == ("1-0", "Müller, Jörg", 'O\'Neil "Tip"')
    assert (two.moves, two.result) == (("a7a8q", "h8g7"), "1/2-1/2")
    assert three.moves[-2:] == ("e1h1", "e8h8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(games, encoding, end):
    one, two, three = games(GOOD.replace("\n", end).encode(encoding))
    assert one.tags["White"] == "Müller, Jörg"
    assert len(two.moves) == 2 and len(three.moves) == 8


@pytest.mark.parametrize("content", [GOOD.encode("utf-16"), b"SQLite format 3\0 and so on", b"\xff\xfe"])
def test_what_is_no_text(games, content):
    with pytest.raises(InputError, match="save it as UTF-8"):
        games(content)


@pytest.mark.parametrize("content", ["", "\n\n \n", "% a line for a program\n"])
def test_no_game(games, content):
    with pytest.raises(InputError, match="holds no game"):
        games(content)


def test_games_that_are_not_kept_apart(games):
    found = games('1. e4 e5 *\n1. d4 d5 1-0 1. c4 1/2\n[Event "x"]\n1. f4 0-1\n[Event "y"]\n\n\n1. g4\n\n\ne5 *')
    assert [game.result for game in found] == ["*", "1-0", "1/2-1/2", "0-1", "*"]
    assert [game.moves[0] for game in found] == ["e2e4", "d2d4", "c2c4", "f2f4", "g2g4"]
    assert found[-1].moves == ("g2g4", "e7e5")


TAGS = '[White "A"]\n[Black "B"]\n'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (TAGS + "\n1. e4 e5 2. Ke3 *", "A – B: illegal san: 'Ke3'"),
        (TAGS + "\n1. e4 e5 2. Sf3 *", "'Sf3' is no move that is written as in English"),
        (TAGS + "\n1. e4 e5 2. Nd5 *", "illegal san: 'Nd5'"),
        (TAGS + "\n1. Nd2 *", "illegal san"),
        (TAGS + "\n1. e4 junk *", "'junk' is no move"),
        (TAGS + "\n1. e4 -- 2. d4 *", "-- is no move that can be played"),
        (TAGS + "\n1. e4 ) e5 *", "a variation ends that has not begun"),
        (TAGS + "\n1. e4 (1. d4 e5 *", "without a result"),
        (TAGS + "\n1. e4 {open e5 *", "a comment is not closed"),
        (TAGS + "\n1. e4 e5", "it ends without a result"),
        (TAGS + '[FEN "8/8/8 w - - 0 1"]\n\n*', "expected 8 rows"),
        (TAGS + '[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n*', "is not legal"),
        (TAGS + '[Variant "Atomic"]\n\n1. e4 *', "the variant Atomic is not known here"),
        (TAGS + '[Variant "Bughouse"]\n\n1. e4 *', "the variant Bughouse is not known here"),
        (TAGS + '[Result "1:0"]\n\n1. e4 1-0', "the result 1:0 is none"),
        (TAGS + '[Site "cut\n\n1. e4 *', 'the tag [Site "cut cannot be read'),
    ],
)
def test_a_game_that_cannot_be_played_is_told_and_the_next_is_read(games, content, words):
    first, second = games(f'{content}\n\n[Event "Next"]\n\n1. d4 *\n')
    assert words in first and first.startswith("A – B: ") and "\n" not in first
    assert second.moves == ("d2d4",)


def test_a_file_that_is_cut_off_anywhere(games):
    """No cut makes another game of one: what is whole is played, what is not is told."""
    content = GOOD.encode()
    whole = games(content)
    ends = [content.index(end) + len(end) for end in (b"4. O-O 1-0", b"talk\n1/2-1/2", b"O-O 0-1")]
    for cut in range(len('[Event "') + 1, len(content)):
        found = games(content[:cut])
        done = sum(end <= cut for end in ends)
        assert found[:done] == whole[:done]
        halved = cut == ends[1] - len("-1/2")  # `1/2` is a result as well
        if not halved:
            assert all(isinstance(game, str) for game in found[done:]), cut


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_bytes_at_all(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.pgn"
    content = bytearray(GOOD.encode())
    for _ in range(data.draw(st.integers(0, 8))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    path.write_bytes(bytes(content) if data.draw(st.booleans()) else data.draw(st.binary(max_size=500)))
    try:
        found = list(read(path))
    except InputError:
        return
    for game in found:
        if isinstance(game, Task):
            board = chess.Board(game.fen, chess960=True)
            board.chess960 = board.has_chess960_castling_rights()
            for move in game.moves:
                board.push(board.parse_uci(move))
        else:
            assert game
