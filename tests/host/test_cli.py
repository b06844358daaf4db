# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: what it prints, and every way to use it wrongly with its exit code."""

import os
import subprocess
import sys

import chess.pgn
import pytest
from games import ended, game, records

from touchmove import ports
from touchmove.archive import Archive


@pytest.fixture
def touchmove(tmp_path):
    def run(*arguments):
        environment = {**os.environ, "TOUCHMOVE_HOME": str(tmp_path / "home"), "COLUMNS": "120", "NO_COLOR": "1"}
        return subprocess.run(
            [sys.executable, "-m", "touchmove", *arguments],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def two_games(tmp_path):
    archive = Archive(tmp_path / "home" / "games.sqlite")
    archive.store("u1", "j1", records([*game("e2e4 e7e5 g1f3"), ended(), *game("d2d4", epoch=0)]))
    archive.close()


def test_help_names_the_commands(touchmove):
    result = touchmove("--help")
    assert result.returncode == 0
    names = "run new resume set arbiter seal games export check ports log doctor calibrate flash update size"
    for command in [*names.split(), "simulate", "scenario", "wiring"]:
        assert f" {command} " in result.stdout


def test_version(touchmove):
    assert touchmove("--version").stdout == "touchmove 0.1.0\n"


def test_no_games(touchmove):
    assert "No games yet" in touchmove("games").stdout


def test_games(touchmove, two_games):
    lines = touchmove("games").stdout.splitlines()
    assert lines[1].split() == ["1", "2023.11.14", "5+3", "2", "1-0", "resignation", "u1"]
    assert lines[2].split() == ["2", "????.??.??", "5+3", "1", "*", "not", "ended", "u1"]


def test_export_all(touchmove, two_games, tmp_path):
    result = touchmove("export", "--all", "--out", "all.pgn")
    assert (result.returncode, result.stderr) == (0, "2 games written to all.pgn\n")
    with (tmp_path / "all.pgn").open() as file:
        assert [move.uci() for move in chess.pgn.read_game(file).mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
        assert [move.uci() for move in chess.pgn.read_game(file).mainline_moves()] == ["d2d4"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.pgn", "home"]


def test_export_one_to_standard_output(touchmove, two_games):
    assert "1. d4 {" in touchmove("export", "--game", "2", "--out", "-").stdout


def test_a_failed_export_leaves_the_old_file(touchmove, two_games, tmp_path):
    (tmp_path / "out.pgn").write_text("precious")
    result = touchmove("export", "--game", "1", "--game", "9", "--out", "out.pgn")
    assert result.returncode == 2
    assert (tmp_path / "out.pgn").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "out.pgn"]


def test_check(touchmove, two_games, tmp_path):
    result = touchmove("check")
    assert (result.returncode, result.stdout) == (0, "2 games, nothing is wrong\n")
    text = tmp_path / "home" / "games.records" / "u1+j1.txt"
    text.write_bytes(text.read_bytes()[:-9])
    result = touchmove("check")
    assert result.returncode == 1
    assert "u1+j1.txt: lines are missing, torn or out of order\n  `touchmove check --rebuild` makes" in result.stdout
    result = touchmove("check", "--rebuild")
    assert result.returncode == 0
    assert "made anew: 7 records in 2 games, 0 of them from the plain text" in result.stdout
    assert "u1+j1.txt.damaged-1" in result.stdout


def test_check_makes_an_archive_from_its_text(touchmove, two_games, tmp_path):
    (tmp_path / "home" / "games.sqlite").write_text("not a database" * 100)
    result = touchmove("check")
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert touchmove("check", "--rebuild").returncode == 0
    assert touchmove("games").stdout.count("5+3") == 2


def test_new(touchmove, board):
    result = touchmove("new", "--control", "5+3", "--profile", "club", "--port", board.port)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "fake u1: a new game is set up; put the men on their squares\n"
    assert board.done == [("new", "5+3", chess.STARTING_FEN, "club")]


def test_new_keeps_what_is_not_said(touchmove, board):
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert touchmove("new", "--fen", fen, "--port", board.port).returncode == 0
    assert board.done == [("new", "", fen, "-")]


def test_new_is_refused(touchmove, board):
    result = touchmove("new", "--control", "bad", "--port", board.port)
    assert (result.returncode, result.stderr) == (4, "touchmove: time control bad\n")


def test_set_shows_and_changes(touchmove, board):
    assert touchmove("set", "--port", board.port).stdout == "fake u1: turned=off lights=10\n"
    assert touchmove("set", "lights", "4", "--port", board.port).returncode == 0
    assert board.done == [("set", "-", "-"), ("set", "lights", "4")]


def test_set_to_nothing(touchmove):
    result = touchmove("set", "lights")
    assert result.returncode == 2
    assert "to what?" in result.stderr


def test_update_leaves_alone_what_is_new_enough(touchmove, board):
    result = touchmove("update", "--port", board.port)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "fake u1 runs firmware 0.1.0, protocol 1 already: nothing to do\n"
    assert board.done == []


def test_arbiter_says_it_in_the_boards_words(touchmove, board):
    result = touchmove("arbiter", "time", "white", "1:23:45", "--port", board.port)
    assert result.stdout == "fake u1: done: time white 1:23:45\n"
    assert board.done == [("rule", "time", "white", "5025000")]


def test_arbiter_says_how_it_is_written(touchmove):
    result = touchmove("arbiter", "time", "white")
    assert result.returncode == 2
    assert "it is `arbiter time white|black 1:23:45`" in " ".join(result.stderr.split())


def test_seal(touchmove, board):
    result = touchmove("seal", "E7E8q", "--port", board.port)
    assert result.stdout.startswith("fake u1: sealed and adjourned;")
    assert board.done == [("seal", "e7e8q")]


def test_new_while_another_program_has_the_port(touchmove, board):
    with ports.open_port(board.port):
        result = touchmove("new", "--port", board.port)
    assert result.returncode == 3
    assert "is in use by another program" in result.stderr
    assert board.done == []


@pytest.mark.parametrize("is_raw", [False, True])
def test_resume_a_board_at_its_prompt(touchmove, board, is_raw):
    board.at_prompt, board.at_raw_prompt = True, is_raw
    result = touchmove("resume", "--port", board.port)
    assert (result.returncode, result.stdout) == (0, "fake u1: the game goes on\n")
    assert touchmove("resume", "--port", board.port).returncode == 0


def test_new_at_a_prompt(touchmove, board):
    board.at_prompt = True
    result = touchmove("new", "--port", board.port)
    assert result.returncode == 4
    assert "MicroPython prompt" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["export", "--out", "x.pgn"], 2, "say which games: --game N"),
        (["export", "--all", "--game", "1", "--out", "x.pgn"], 2, "say which games"),
        (["export", "--game", "5", "--out", "x.pgn"], 2, "there is no game 5: `touchmove games` lists"),
        (["export", "--all", "--out", "no/such/folder/x.pgn"], 2, "choose another place with --out"),
        (["export", "--all"], 2, "--out"),
        (["run", "--sim", "--port", "x"], 2, "--port and --sim exclude each other"),
        (["run", "--board", "pico_w_oled"], 2, "--board is for --sim"),
        (["run", "--sim", "--board", "pico_oled"], 2, "Known boards: esp32s3_hc165, pico2_reed, "),
        (["simulate", "nowhere.pgn", "--out", "x.pgn"], 2, "nowhere.pgn"),
        (["new", "--port", "/dev/ttyNOWHERE"], 3, "/dev/ttyNOWHERE"),
        (["flash", "--port", "/dev/ttyNOWHERE"], 3, "/dev/ttyNOWHERE"),
        (["size", "--board", "nonesuch"], 2, "nonesuch"),
        (["wiring", "nonesuch"], 2, "Known boards: esp32s3_hc165"),
        (["wiring", "__init__"], 2, "There is no board '__init__'"),
        (["wiring", "sim"], 2, "all its parts are virtual"),
        (["wiring", "pico_reed", "--out", "board.pdf"], 2, "neither a folder nor a file .html"),
        (["wiring"], 2, "BOARD"),
        (["dance"], 2, "dance"),
    ],
)
def test_wrong_use(touchmove, arguments, code, message):
    result = touchmove(*arguments)
    assert message in result.stderr
    assert result.returncode == code
    assert "Traceback" not in result.stderr


def test_wiring_writes_a_picture_a_sheet(touchmove, tmp_path):
    result = touchmove("wiring", "pico_reed", "--out", "a/folder")
    names = [f"a/folder/pico_reed-{sheet}.svg" for sheet in ("wiring", "below", "above")]
    assert result.stdout.splitlines() == names
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg ") for name in names)


def test_wiring_writes_one_page(touchmove, tmp_path):
    assert touchmove("wiring", "pico_reed", "--out", "board.html").stdout == "board.html\n"
    assert (tmp_path / "board.html").read_text(encoding="utf-8").count("<svg ") == 3


def test_wiring_has_to_find_a_place(touchmove, tmp_path):
    (tmp_path / "taken").write_text("")
    result = touchmove("wiring", "pico_reed", "--out", "taken")
    assert result.returncode == 2
    assert "choose another place with --out" in result.stderr


def test_an_unusable_archive(touchmove, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "games.sqlite").write_text("not a database" * 100)
    result = touchmove("games")
    assert result.returncode == 5
    assert "damaged" in result.stderr


def test_the_hands_that_can_be_chosen_are_those_that_there_are():
    from touchmove.commands.simulation import Hands
    from touchmove.sim.hands import STYLES

    assert tuple(hands.value for hands in Hands) == STYLES
