# SPDX-License-Identifier: GPL-3.0-or-later
"""What is shown: faces that a reader can read, colours that a person can tell apart, frames within their budget."""

import itertools

import pytest

from play import face, lights
from play.game import Game
from touchmove.sim import picture, segments


def drawn(text):
    cells = bytearray(4)
    face.draw(text, cells)
    return bytes(cells)


WORDS = [
    "09:58",
    "1h40",
    "00:00",
    "88:88",
    "rES?",
    "yES?",
    "ACC?",
    "dEC?",
    "drA?",
    "Err",
    " 1-0",
    " 0-1",
    "1/2",
    "q?",
    "r?",
    "b?",
]


@pytest.mark.parametrize("word", [*WORDS, "n?", "----", "  17"])
def test_a_reader_reads_what_was_drawn(word):
    assert segments.looks_like(drawn(word), word)


def test_every_word_of_the_menus_can_be_told_from_the_others():
    assert len({drawn(word) for word in WORDS}) == len(WORDS)


def test_time_on_the_face():
    assert face.time(0) == "00:00"
    assert face.time(598) == "09:58"
    assert face.time(5999) == "99:59"
    assert face.time(6000) == "1h40"
    assert face.time(36000) == "10h00"[:4] or face.time(36000) == "10h00"


def test_every_glyph_has_a_pattern():
    assert len(face._GLYPHS) == len(face._SEGMENTS)


def test_meanings_differ_in_colour_or_rhythm_and_so_do_their_names():
    shown = [entry for entry in lights.MEANINGS if entry[0] != "dark"]
    for (name, colour, rhythm), (other, other_colour, other_rhythm) in itertools.combinations(shown, 2):
        assert (colour, rhythm) != (other_colour, other_rhythm), f"{name} and {other} look alike"
    for name, colour, _ in shown:
        if name != "pending":  # blue, in another rhythm
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
    board._limit(192 * 255)
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
    assert sum(meaning == lights.FIX for meaning in board.meanings) == 32
