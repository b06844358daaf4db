# SPDX-License-Identifier: GPL-3.0-or-later
"""A board, a journal or a PGN that wants to be more than text, to a terminal, a file name, a shell, another program."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest
from attack import HOSTILE
from fakeboard import FakeBoard, Journal, PluggedBoard
from games import moved, records, started
from test_conversation import Talk

from touchmove import mirror, pgn
from touchmove.archive import Archive
from touchmove.commands import terminal
from touchmove.conversation import Greeted, Mismatched

CLOCKS = ("none", 60000, 59000, 1, 0, 0, 0)
# What a terminal obeys besides line ends.
OBEYED = re.compile(r"[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def fields(text):
    """Return records of a game in which everything that may be text is this one."""
    return [
        started(control=text),
        moved(1, "e2e4"),
        ("stopped", 1, "computer", text, "white", *CLOCKS),
        ("ruled", 2, text, "white", text, text, text, *CLOCKS),
        ("ruled", 2, "award", "none", text, text, text, *CLOCKS),
        ("damaged", 3, text),
        ("ended", 4, text, text, 60000, 59000),
    ]


def hostile_game(text):
    return records(fields(text))


@pytest.fixture
def touchmove(tmp_path):
    def run(*arguments):
        environment = {**os.environ, "TOUCHMOVE_HOME": str(tmp_path / "home"), "COLUMNS": "200"}
        command = [sys.executable, "-m", "touchmove", *arguments]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True)
        said = (done.stdout + done.stderr).decode()
        assert "Traceback" not in said
        return said

    return run


def test_what_a_terminal_shows_it_does_not_obey(touchmove, tmp_path):
    archive = Archive(tmp_path / "home" / "games.sqlite")
    for index, text in enumerate(HOSTILE):
        archive.store("u1", f"j{index}", hostile_game(text))
    archive.close()
    for arguments in (["games"], ["check"], ["export", "--all", "--out", "-"]):
        said = touchmove(*arguments)
        assert not OBEYED.search(said), arguments
    assert "\\x1b" in touchmove("games") and "[red]bold[/red]" in touchmove("games")
    assert touchmove("check").count("\nnothing") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home"]  # no shell has touched anything
    assert len(list((tmp_path / "home" / "games.records").iterdir())) == len(HOSTILE)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_board_that_answers_in_escape_sequences(touchmove, text, monkeypatch):
    board = PluggedBoard()

    def refuse(name, values):
        if name != "hello":
            raise ValueError(text)

    monkeypatch.setattr(board, "_command", refuse)
    board.reset()
    board.plug()
    try:
        for arguments in (["new"], ["arbiter", "stop"], ["set"]):
            said = touchmove(*arguments, "--port", board.port)
            assert said.startswith("touchmove: ") and not OBEYED.search(said)
    finally:
        board.unplug()


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_shows_everything_and_keeps_nothing_back(text):
    console = terminal.Console(file=io.StringIO(), force_terminal=True, width=500, highlight=False)
    console.print(terminal.plain(text))
    said = console.file.getvalue()
    assert not OBEYED.search(said) and said.count("\n") == 1
    assert said.rstrip("\n") == "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


def test_nothing_is_printed_past_it():
    """The commands print through `plain`; markup.escape alone lets escape sequences through."""
    folder = Path(terminal.__file__).parent
    for file in [*folder.glob("*.py"), folder.parent / "cli.py"]:
        assert file == Path(terminal.__file__) or "markup" not in file.read_text()


@pytest.mark.parametrize("text", [*HOSTILE, "", "x" * 41, "con/aux", "ü", "U1"])
def test_a_board_names_no_file(text):
    """Board and journal are keys of what is kept, and a file is named after them: only plain ones are taken."""
    for board in (FakeBoard(unique=text), FakeBoard(Journal(text))):
        talk = Talk(board)
        talk.run(0)
        (event,) = talk.events
        assert isinstance(event, Mismatched) and "no names of boards of ours" in event.text
        assert not talk.kept
    fine = Talk(FakeBoard(unique="e66038b713-a_1..x"))
    fine.run(0)
    assert isinstance(fine.events[0], Greeted)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_score_stays_one_game(text, tmp_path):
    """Whatever records say, another program reads one game with its move, its result and nothing added."""
    archive = Archive(tmp_path / "games.sqlite")
    archive.store("u1", "j1", hostile_game(text))
    game = archive.game(1)
    archive.close()
    written = pgn.text(game, {"White": text, "Event": text})
    assert not OBEYED.search(written)
    file = io.StringIO(written)
    read = chess.pgn.read_game(file)
    assert [move.uci() for move in read.mainline_moves()] == ["e2e4"]
    assert not read.errors and chess.pgn.read_game(file) is None
    assert read.headers["Result"] == "*"
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    assert pgn.unescape(read.headers["White"]) == shown


def test_tags_of_foreign_scores(tmp_path, touchmove):
    """Names come out as they went in; what cannot be played is told, and not obeyed."""
    (game,) = mirror.fold(records(fields("plain")[:2]))
    with (tmp_path / "games.pgn").open("w", newline="") as file:
        for text in HOSTILE[:-1]:  # a file with a NUL in it is refused as no text
            file.write(pgn.text(game, {"White": text, "Site": text}))
            file.write(f'[White "{text}"]\n[FEN "{text}"]\n\n1. e4 {text} *\n\n')
    said = touchmove("simulate", "games.pgn", "--out", "out.pgn", "--runtime", "cpython")
    assert not OBEYED.search(said) and "\\x1b" in said
    assert not OBEYED.search((tmp_path / "out.pgn").read_text())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pgn", "out.pgn"]
