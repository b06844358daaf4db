# SPDX-License-Identifier: GPL-3.0-or-later
"""The server without a browser: whom it lets in, what it serves, how it ends, what the next run finds."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from attack import ask

from touchmove import web
from touchmove.archive import Archive
from touchmove.errors import PortError


def get(house, path):
    return ask(house.port, "GET", path)


def test_what_is_served(house):
    status, headers, body = get(house, "/")
    assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    for path in re.findall(rb'(?:src|href)="(/static/[^"]+)"', body):
        assert get(house, path.decode())[0] == 200
    assert b"<svg" in get(house, "/piece/N.svg")[2]
    assert get(house, "/piece/x.svg")[0] == 404
    assert get(house, "/games/7.pgn")[0] == 404
    assert get(house, "/games.pgn")[0] == 200


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"do":"fly"}',
        '{"do":"lift","square":"z9","key":"k"}',
        '{"do":"hold","button":"judge"}',
        '{"do":"lift","square":"\\ud800","key":"k"}',
        "[" * 1024,
        "x" * 2000,
    ],
)
def test_a_page_that_talks_nonsense_is_closed(house, text):
    async def talk():
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{house.url}socket", origin=house.url[:-1]) as socket,
        ):
            await socket.send_str(text)
            async for _ in socket:
                pass
            return socket.close_code

    assert house.wait_for(talk()) in (1008, 1009)
    assert get(house, "/")[0] == 200


def test_what_the_wood_does_not_allow_is_undone(house):
    async def talk():
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{house.url}socket", origin=house.url[:-1]) as socket,
        ):
            for message in (
                {"do": "lift", "square": "e4", "key": "nobody"},
                {"do": "place", "square": "e4", "key": "nobody"},
                {"do": "drop", "key": "nobody"},
                {"do": "take", "letter": "K", "key": "third king"},
                {"do": "lift", "square": "e2", "key": "pawn"},
                {"do": "lift", "square": "d2", "key": "pawn"},
                {"do": "place", "square": "d2", "key": "pawn"},
                {"do": "place", "square": "e3", "key": "pawn"},
            ):
                await socket.send_json(message)
            async for message in socket:
                desk = json.loads(message.data)
                if desk["topic"] == "desk" and desk["squares"][20] == "P":
                    return desk
        raise AssertionError("the page was closed")

    desk = house.wait_for(talk())
    assert desk["squares"] == "RNBQKBNRPPPP.PPP....P" + "." * 27 + "pppppppprnbqkbnr"
    assert (desk["hand"], desk["tray"], desk["problem"]) == ([], "Qq", "")


def test_a_port_that_is_taken():
    with web.listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(PortError, match=f"port {port} is taken.*--http"):
            web.listen("127.0.0.1", port)
    with pytest.raises(PortError, match="cannot be served on 203"):
        web.listen("203.0.113.1", 0)


class Run:
    """`touchmove run --sim` as a user starts it."""

    def __init__(self, home):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "touchmove", "run", "--sim", "--no-browser", "--http", "0"],
            env={**os.environ, "TOUCHMOVE_HOME": str(home), "COLUMNS": "120", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        while not (found := re.search(r"(http://\S+)", self.said)):
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        self.url = found[1]

    def end(self, number):
        self.process.send_signal(number)
        self.said += self.process.communicate(timeout=20)[0]
        return self.process.returncode


def test_a_run_listens_on_this_computer_alone(tmp_path):
    """Read from the system: whatever the program and its children listen on."""
    if not Path("/proc/net/tcp").exists():
        pytest.skip("only Linux says who listens where")
    run = Run(tmp_path)
    try:
        assert run.url.startswith("http://127.0.0.1:") and "token" not in run.url
        assert _heard(run.process.pid) == {"0100007F"}  # 127.0.0.1
    finally:
        run.end(signal.SIGINT)


def _heard(pid):
    """Return the addresses, in hex, on which a process and its descendants listen."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    inodes = set()
    for member in family:
        for file in Path(f"/proc/{member}/fd").iterdir():
            with suppress(OSError):
                inodes.add(os.readlink(file))
    addresses = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] in ("0A", "07") and f"socket:[{words[9]}]" in inodes:  # listening; UDP without a peer
                addresses.add(words[1].partition(":")[0])
    return addresses


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_ends_when_told(tmp_path, number):
    run = Run(tmp_path)
    assert run.end(number) == 0
    assert "Traceback" not in run.said


def test_a_second_run_says_that_the_port_is_taken(tmp_path):
    with web.listen("127.0.0.1", 0) as listening:
        port = str(listening.getsockname()[1])
        result = subprocess.run(
            [sys.executable, "-m", "touchmove", "run", "--sim", "--no-browser", "--http", port],
            env={**os.environ, "TOUCHMOVE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
    assert result.returncode == 3
    assert "is taken" in result.stderr and "--http" in result.stderr
    assert not (tmp_path / "sim").exists()


def test_a_second_run_finds_the_games_in_use(tmp_path):
    run = Run(tmp_path)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "touchmove", "run", "--sim", "--no-browser", "--http", "0"],
            env={**os.environ, "TOUCHMOVE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
    finally:
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
    assert result.returncode == 3
    assert "another `touchmove run` keeps its games in" in result.stderr and "TOUCHMOVE_HOME" in result.stderr
    assert Run(tmp_path).end(signal.SIGINT) == 0  # a run that was killed holds nothing


def test_a_run_that_is_killed_goes_on_with_the_same_game(tmp_path, browse):
    run = Run(tmp_path)
    try:
        eyes = browse(run.url)
        eyes.begin()
        eyes.play("e2", "e4", "e4")
        eyes.play("e7", "e5", "e5")
        eyes.square("g1").click()  # still in the air when all goes dark
        eyes.sees({"g1": "white", "f3": "green", "h3": "green", "e2": "green"})
    finally:
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
    run = Run(tmp_path)
    try:
        eyes = browse(run.url)
        eyes.is_connected()
        eyes.stands("e5", "p")
        eyes.drag(eyes.tray("N"), eyes.square("f3"))
        eyes.finish("white", "g1", "Nf3")
    finally:
        assert run.end(signal.SIGINT) == 0
    archive = Archive(tmp_path / "games.sqlite")
    (summary,) = archive.games()
    game = archive.game(summary.number)
    archive.close()
    assert [ply.san for ply in game.plies] == ["e4", "e5", "Nf3"]
    assert all(0 < ply.clock_ms < 700_000 for ply in game.plies)
