# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands at a second terminal while `touchmove run` has the board, and whoever else knocks there."""

import asyncio
import http.client
import json
import os
import signal
import stat
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import pytest
from fakeboard import PluggedBoard
from test_run import read_to, running, start, stop

from touchmove import lock, relay

FILE = "relay.json"


def touchmove(home, *words):
    """Run a command to its end; return exit code, and what it said on both."""
    process = start(words[0], home, *words[1:])
    out, error = process.communicate(timeout=60)
    return process.returncode, out, error


def post(home, body, path="/ask", **headers):
    """Ask where the file says, without what the client does; return the status and what came back."""
    told = json.loads((home / FILE).read_text())
    connection = http.client.HTTPConnection("127.0.0.1", told["address"], timeout=20)
    headers = {"Touchmove-Secret": told["secret"], **{name.replace("_", "-"): said for name, said in headers.items()}}
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    answer = response.status, response.read()
    connection.close()
    return answer


def wish(name, *values):
    return json.dumps({"port": None, "name": name, "values": values})


@pytest.mark.parametrize("is_named", [False, True])
def test_commands_go_through_the_run(tmp_path, board, is_named):
    port = ("--port", board.port) if is_named else ()
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        assert touchmove(tmp_path, "arbiter", "award", "draw", *port) == (0, "fake u1: done: award draw\n", "")
        code, out, _ = touchmove(tmp_path, "seal", "E7E8q", *port)
        assert code == 0 and out.startswith("fake u1: sealed and adjourned;")
        assert touchmove(tmp_path, "set", *port) == (0, "fake u1: turned=off lights=10\n", "")
        assert touchmove(tmp_path, "new", "--control", "5+3", *port)[0] == 0
        assert touchmove(tmp_path, "resume", *port) == (0, "fake u1: the game goes on\n", "")
        assert [done[0] for done in board.done] == ["rule", "seal", "set", "new"]
        assert board.done[1] == ("seal", "e7e8q")
        assert "e7e8q" not in stop(run)
    assert not (tmp_path / FILE).exists()
    assert touchmove(tmp_path, "arbiter", "stop", "--port", board.port)[0] == 0  # and by itself again


@pytest.mark.parametrize("words", [("new", "--control", "bad"), ("arbiter", "stop", "x" * 21), ("arbiter", "fly")])
def test_a_refusal_has_the_same_words(tmp_path, board, words):
    port = ("--port", board.port)
    directly = touchmove(tmp_path, *words, *port)
    with running(tmp_path, *port) as run:
        read_to(run.stderr, "is connected")
        assert touchmove(tmp_path, *words) == directly
        stop(run)


def test_a_run_without_a_board(tmp_path, board):
    with running(tmp_path, "--port", "/dev/nothing") as run:
        code, _, said = touchmove(tmp_path, "arbiter", "stop")
        assert code == 3 and "there is no such port" in said
        assert touchmove(tmp_path, "arbiter", "stop", "--port", board.port)[0] == 0  # another board than its own
        stop(run)


def test_a_port_that_a_third_program_has(tmp_path, board):
    """It is not the board of the run: nothing is done to that instead."""
    other = PluggedBoard(unique="u2")
    other.plug()
    try:
        with (
            running(tmp_path / "a", "--port", board.port) as mine,
            running(tmp_path / "b", "--port", other.port) as his,
        ):
            read_to(mine.stderr, "is connected")
            read_to(his.stderr, "is connected")
            code, _, said = touchmove(tmp_path / "a", "arbiter", "stop", "--port", other.port)
            assert code == 3 and f"{other.port} is in use by another program" in said and board.port in said
            assert not board.done and not other.done
            stop(mine)
            stop(his)
    finally:
        other.unplug()


def test_a_board_at_a_prompt(tmp_path, board):
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        board.at_prompt = True
        board.say(b"\r\n>>> ")
        read_to(run.stderr, "MicroPython prompt")
        code, _, said = touchmove(tmp_path, "arbiter", "stop")
        assert code == 4 and "MicroPython prompt" in said
        assert touchmove(tmp_path, "resume") == (0, "fake u1: the game goes on\n", "")
        stop(run)


def test_a_file_that_a_kill_left_counts_for_nothing(tmp_path, board):
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert (tmp_path / FILE).exists() and relay.find(tmp_path) is None
    assert touchmove(tmp_path, "arbiter", "stop", "--port", board.port)[0] == 0
    with running(tmp_path, "--port", board.port) as run:  # and does not hinder the next run
        read_to(run.stderr, "is connected")
        assert touchmove(tmp_path, "arbiter", "stop")[0] == 0
        stop(run)
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"address":"x","secret":"y"}', '{"address":1}', "\udcff"])
def test_a_file_that_is_none(tmp_path, text):
    (tmp_path / FILE).write_bytes(text.encode(errors="surrogateescape"))
    assert relay.find(tmp_path) is None


def test_the_file_is_for_this_user_alone(tmp_path):
    taken = lock.Lock(tmp_path, "")
    with relay.told(tmp_path, 1234) as secret:
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
        assert relay.find(tmp_path) == relay.Relay(1234, secret) and len(secret) >= 43
        (tmp_path / "relay.part").write_text("left by a kill")
        with relay.told(tmp_path, 1235) as other:
            assert other != secret and stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert not list(tmp_path.glob("relay*"))
    taken.close()


def test_only_who_knows_the_secret(tmp_path, board):
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        secret = json.loads((tmp_path / FILE).read_text())["secret"]
        for said in ("", "x", secret[:-1], secret + "x", secret.swapcase()):
            for path in ("/ask", "/resume", "/", "/static/main.js"):
                assert post(tmp_path, wish("rule", "stop", "none", ""), path, Touchmove_Secret=said)[0] == 403
        (tmp_path / FILE).write_text(json.dumps({**json.loads((tmp_path / FILE).read_text()), "secret": "guessed"}))
        code, _, said = touchmove(tmp_path, "arbiter", "stop")
        assert code == 3 and "does not take this" in said
        assert not board.done
        stop(run)


def test_who_knows_the_secret_and_talks_nonsense(tmp_path, board):
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        bodies = [b"", b"\xff", b"[" * 1000, b"{}", b"7", wish("fly"), wish("rule", 1), wish("seal", "x" * 300)]
        bodies += [wish("seal", None), wish("seal", 1.5), '{"port":null,"name":7,"values":[]}', wish("seal", "\ud800")]
        for body in bodies:
            status, answer = post(tmp_path, body)
            assert status == 409 and json.loads(answer)["error"] == "InputError", body
        assert post(tmp_path, b"x" * 5000)[0] == 413
        assert post(tmp_path, wish("rule", "stop", "none", ""))[0] == 200
        assert [done[0] for done in board.done] == ["rule"]
        assert "x" * 300 not in stop(run)


def test_a_game_on_the_simulated_board(tmp_path):
    """The arbiter at a second terminal, and the real firmware: it does as he says, and refuses in its own words."""
    with running(tmp_path, "--sim", "--runtime", "cpython") as run:
        read_to(run.stderr, "is connected")
        assert touchmove(tmp_path, "new", "--control", "5+3", "--profile", "tournament")[0] == 0
        assert touchmove(tmp_path, "arbiter", "stop") == (4, "", "touchmove: no game is running\n")
        with ThreadPoolExecutor() as pool:  # a browser that an earlier test has opened keeps this thread's loop
            pool.submit(asyncio.run, press(run.url, tmp_path)).result()
        for words in (("time", "white", "1:23"), ("continue",)):
            assert touchmove(tmp_path, "arbiter", *words) == (0, f"sim simulator: done: {' '.join(words)}\n", "")
        code, out, _ = touchmove(tmp_path, "seal", "e2e4")
        assert code == 0 and "e2e4" not in out
        assert "e2e4" not in stop(run)
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or b"e2e4" not in file.read_bytes(), file
    said = touchmove(tmp_path, "export", "--all", "--out", "-")[1]
    assert "White's clock is set to 1:23" in said and "White has sealed a move" in said


async def press(url, home):
    """Press Black's clock until the game has begun; the arbiter's act then stops both."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url}socket", origin=url[:-1]) as socket,
    ):
        for _ in range(10):
            await socket.send_str(json.dumps({"do": "hold", "button": "black press"}))
            await asyncio.to_thread(touchmove, home, "set")
            await socket.send_str(json.dumps({"do": "release", "button": "black press"}))
            if (await asyncio.to_thread(touchmove, home, "arbiter", "number", "1"))[0] == 0:
                return
    raise AssertionError("the game does not begin")


def test_a_move_that_is_no_move_is_not_shown_either(tmp_path, board, monkeypatch):
    def refuse(name, values):
        if name != "hello":
            raise ValueError(f"'{values[0]}' is not legal: no pawn goes there")

    monkeypatch.setattr(board, "_command", refuse)
    board.reset()
    with running(tmp_path, "--port", board.port) as run:
        read_to(run.stderr, "is connected")
        code, out, error = touchmove(tmp_path, "seal", "E2E5")
        assert (code, out) == (4, "") and error.startswith("touchmove: this is no legal move")
        assert "e2e5" not in (error + stop(run)).lower()
