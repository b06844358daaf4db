# SPDX-License-Identifier: GPL-3.0-or-later
"""What is shown: faces that a reader can read, colours that a person can tell apart, frames within their budget."""

import itertools
import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import face, lights
from play import profile as profiles
from play.clock import NOBODY, Clock
from play.game import Game
from touchmove.sim import picture, segments

HARD = runpy.run_path(str(Path(__file__).parents[1] / "micropython" / "hard.py"))["HARD"]


def drawn(text):
    cells = bytearray(4)
    face.draw(text, cells)
    return bytes(cells)


# Every word that the board shows, or that its dialogues ask for.
WORDS = [" 1-0", " 0-1", "FL 1", "FL 2", "FL  "]
WORDS += """rES? yES? ACC? dEC? drA? Err FLAG CALL tOUC CLAI CL-3 CL50 AdJ ILL1 Arb Stop SEt 2oF3 49oF no30 CHEC noPr
1-0? 0-1? 1/2? ---- 1/2 q? r? b? n? =A1? =b2? =C3? =d4? =E5? =F6? =G7? =H8? =E4""".split()
TIMES = ["09:58", "1h40", " 12h", "00:00", "88:88", '19"4', ' 0"1', "n 39", "by 4", "C 24", "P  7", "  17"]


@pytest.mark.parametrize("word", WORDS + TIMES)
def test_a_reader_reads_what_was_drawn(word):
    assert segments.looks_like(drawn(word), word)


def test_every_word_can_be_told_from_the_others():
    assert len({drawn(word) for word in WORDS + TIMES}) == len(WORDS + TIMES)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "00:00"),
        (1, "00:01"),
        (598, "09:58"),
        (1200, "20:00"),
        (3599, "59:59"),
        (3600, "1h00"),
        (3601, "1h01"),
        (5940, "1h39"),
        (5941, "1h40"),
        (35940, "9h59"),
        (35941, " 10h"),
        (36001, " 11h"),
        (359999, "100h"),
    ],
)
def test_time_on_the_face(seconds, shown):
    assert face.time(seconds) == shown
    assert segments.looks_like(drawn(shown), shown)


def test_hours_from_twenty_minutes_by_setting():
    assert face.time(1199, 1200) == "19:59"
    assert face.time(1200, 1200) == "0h20"
    assert face.time(1201, 1200) == "0h21"


def test_tenths_cannot_be_mistaken_for_minutes():
    texts = [face.tenths(tenths) for tenths in range(201)]
    assert texts[194] == '19"4' and texts[94] == ' 9"4' and texts[1] == ' 0"1'
    minutes = {drawn(face.time(seconds)) for seconds in range(36000)}
    for text in texts:
        assert segments.looks_like(drawn(text), text)
        assert drawn(text) not in minutes
        assert not drawn(text)[1] & face.COLON


def timed(control, left_ms=None, tenths=False):
    clock = Clock()
    clock.tenths = tenths
    clock.set(control)
    if left_ms is not None:
        clock.restore(left_ms, clock.left_ms[1], NOBODY)
    return clock


@given(st.integers(1, 40_000_000), st.booleans(), st.sampled_from([1200, 3600]))
def test_no_time_is_shown_only_when_there_is_none(left_ms, tenths, hours_from_s):
    clock = timed("600", left_ms, tenths)
    clock.hours_from_s = hours_from_s
    assert face.clock(clock, 0).strip('0:h" ')


def test_tenths_only_in_the_last_twenty_seconds_and_only_by_setting():
    assert face.clock(timed("5", 20_001, True), 0) == "00:21"
    assert face.clock(timed("5", 20_000, True), 0) == '20"0'
    assert face.clock(timed("5", 1, True), 0) == ' 0"1'
    assert face.clock(timed("5", 19_301), 0) == "00:20"


def test_R53_the_face_shows_which_flag_fell_first():
    clock = timed("1s")
    for side in (1, 0):
        clock.start(side)
        clock.run(1000)
    assert [face.clock(clock, side) for side in (0, 1)] == ["FL 2", "FL 1"]
    clock = timed("1s")
    clock.restore(0, 0, NOBODY)
    assert [face.clock(clock, side) for side in (0, 1)] == ["FL  ", "FL  "], "order unknown"


@pytest.mark.parametrize(
    ("control", "run_ms", "text"),
    [
        ("40/90,30", 0, "n  1"),
        ("5+3", 0, ""),
        ("1 by 5x30", 0, ""),
        ("1 by 5x30", 95_000, "by 4"),
        ("1 can 25/10", 61_000, "C 24"),
    ],
)
def test_R55_the_face_counts_while_the_other_thinks(control, run_ms, text):
    clock = timed(control)
    clock.start(0)
    clock.run(run_ms)
    clock.press(0)
    assert face.count(clock, 0) == text
    seen = set()
    for _ in range(8):
        clock.run(1000)
        seen.add(face.clock(clock, 0))
        assert not face.clock(clock, 1).startswith(("n", "b", "C")), "never in the place of a time that runs"
    assert seen == {face.time(clock.shown_s(0))} | ({text} if text else set())


def test_presets_have_numbers():
    assert face.preset(0) == "P  1"


def test_every_glyph_has_a_pattern():
    assert len(face._GLYPHS) == len(face._SEGMENTS) == len(set(face._GLYPHS))


def test_K_M_V_W_X_and_Z_have_none():
    assert not any(face.segments(code) for code in b"KMVWXZkmvwxz")


def test_meanings_differ_in_colour_or_rhythm_and_so_do_their_names():
    shown = [entry for entry in lights.MEANINGS if entry[0] != "dark"]
    for (name, colour, rhythm), (other, other_colour, other_rhythm) in itertools.combinations(shown, 2):
        assert (colour, rhythm) != (other_colour, other_rhythm), f"{name} and {other} look alike"
    for name, colour, _ in shown:
        if name not in ("pending", "fault"):  # blue and red, in another rhythm
            assert picture.colour(*colour) == name


def test_F03_a_frame_never_exceeds_its_budget():
    board = lights.Lights(400, 20)
    for square in range(64):
        board.set(square, lights.PICKED)
    assert board.draw(0)
    assert sum(board.frame) * 20 / 255 <= 400
    assert all(board.frame), "no light is left out"


def test_F03_full_white_is_scaled_to_26():
    board = lights.Lights(400, 20)
    board.frame[:] = b"\xff" * 192
    board.fit(192 * 255)
    assert max(board.frame) == 26


def test_the_higher_meaning_wins():
    board = lights.Lights(400, 20)
    board.set(5, lights.FIX)
    board.set(5, lights.FREE)
    assert board.meanings[5] == lights.FIX


def test_a_frame_is_new_only_if_it_differs():
    board = lights.Lights(2000, 20)
    board.set(0, lights.CHECK)
    assert board.draw(0)
    assert not board.draw(100)
    assert board.draw(500)
    assert board.wait_ms(500) == 125


def test_set_up_shows_what_is_missing():
    game = Game(lambda *values: None)
    game.new()
    board = lights.Lights(2000, 20)
    lights.explain(board, game)
    assert sum(meaning == lights.FIX for meaning in board.meanings) == 31
    assert [square for square in range(64) if board.meanings[square] == lights.PENDING] == [0], "a1 first"


@pytest.mark.parametrize("fen", HARD)
def test_the_lights_of_one_man_are_the_same_where_touch_move_counts(fen):
    """Without it kernels draw them; with it, a plain loop over the moves that the touch allows."""
    for square in range(64):
        shown = []
        for touch_move in ("off", "warn"):
            game = Game(lambda *values: None)
            game.new("", fen)
            game.profile = profiles.Profile(f"beginner take_back=never touch_move={touch_move}")
            if not game.position.board[square]:
                break
            for other in range(64):
                game.hands.sensed.occupied[other] = 1 if game.position.board[other] else 0
            game.hands.settle()
            game.phase = game.PLAYING
            game.lift(square)
            board = lights.Lights(2000, 20)
            lights.explain(board, game)
            shown.append(bytes(board.meanings))
        assert len(set(shown)) < 2, square
