# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on the server: foreign pages, rebound names, the open network, paths that lead out, requests that lie."""

import json
from urllib.parse import urlsplit

import pytest
from attack import SOCKET, ask, say
from desk import House
from playwright.sync_api import expect

from touchmove import web
from touchmove.errors import PortError
from touchmove.web import address, guard

WISH = json.dumps({"control": "5", "fen": "", "profile": "club", "men": True})


@pytest.fixture
def open_house(tmp_path):
    with House(tmp_path, address="0.0.0.0") as house:
        yield house


def here(house):
    return f"http://127.0.0.1:{house.port}"


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost:8064", True),
        ("127.0.0.1:8064", True),
        ("[::1]:8064", True),
        ("192.168.1.7:8064", True),
        ("chess.local:8064", True),
        ("evil.example:8064", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("evil@evil.example", False),
        ("127.1", False),
        ("", False),
        ("[", False),
    ],
)
def test_names_that_are_ours(host, is_ours):
    assert guard.is_ours(host, "chess.local") is is_ours


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/games.pgn"), ("GET", "/static/main.js")])
def test_what_only_reads_needs_no_origin_and_bears_no_foreign_one(house, method, path):
    assert ask(house.port, method, path)[0] == 200
    assert ask(house.port, method, path, Origin=here(house))[0] == 200
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{house.port}", "http://127.0.0.1:1"):
        assert ask(house.port, method, path, Origin=origin)[0] == 403
    headers = ask(house.port, method, path)[1]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin" and "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize(("method", "path"), [("POST", "/new"), ("POST", "/resume"), ("GET", "/socket")])
def test_what_acts_needs_our_origin(house, method, path):
    headers = SOCKET if path == "/socket" else {}
    assert ask(house.port, method, path, WISH, **headers)[0] == 403
    for origin in ("http://evil.example", "null", "", f"https://127.0.0.1:{house.port}", "http://127.0.0.1:1"):
        assert ask(house.port, method, path, WISH, Origin=origin, **headers)[0] == 403
    rebound = {"Host": f"evil.example:{house.port}", "Origin": f"http://evil.example:{house.port}"}
    assert ask(house.port, method, path, WISH, **rebound, **headers)[0] == 403
    assert not house.archive.games()
    if path != "/new":  # which is asked for when a board is connected
        assert ask(house.port, method, path, WISH, Origin=here(house), **headers)[0] in (101, 204)


def test_a_request_that_lies_about_its_name(house):
    """The line names us, the header another, and the other way round; two names are none."""
    line = f"GET http://127.0.0.1:{house.port}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert b" 403 " in say(house.port, line.encode()).splitlines()[0]
    line = "GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    assert b" 200 " not in say(house.port, line.encode()).splitlines()[0]
    assert b" 403 " in say(house.port, b"GET / HTTP/1.0\r\n\r\n").splitlines()[0]


PATHS = [
    "/static/../server.py",
    "/static/../../../../../../../../etc/passwd",
    "/static/%2e%2e/server.py",
    "/static/%2e%2e%2fserver.py",
    "/static/..%5cserver.py",
    "/static/....//server.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/C:/Windows/win.ini",
    "/static/index.html%00.js",
    "/static/%00",
    "/static/" + "a" * 3000,
    "//etc/passwd",
    "/../server.py",
    "/games/../../x.pgn",
    "/games/..%2f..%2fx.pgn",
    "/games/1;rm.pgn",
    "/games/-1.pgn",
    "/games/0x1.pgn",
    "/games/1%00.pgn",
    "/piece/../server.py.svg",
    "/piece/%2e%2e.svg",
]


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_paths_that_lead_out(house, path):
    status, _, body = ask(house.port, "GET", path)
    assert status in (400, 403, 404), path
    assert b"root:" not in body and b"SPDX" not in body
    assert ask(house.port, "GET", "/")[0] == 200


def test_bodies_that_are_none(house):
    for body in (b"\xff\xfe", b"[" * 1000, b'{"control":"\\ud800","fen":"","profile":"","men":true}', b"\0"):
        assert ask(house.port, "POST", "/new", body, Origin=here(house))[0] in (400, 409)
    odd = {"Content_Type": "text/plain; charset=no-such"}
    assert ask(house.port, "POST", "/new", b"{", Origin=here(house), **odd)[0] == 400
    assert ask(house.port, "POST", "/new", b"x" * 5000, Origin=here(house))[0] == 413


def test_the_network_needs_the_token(open_house):
    port = open_house.port
    token = open_house.url.partition("/?token=")[2]
    assert len(token) == 22
    wrong = [token[:-1], token + "x", token.swapcase(), "", "ü", '\\"', "A" * 22]
    for method, path in (
        ("GET", "/"),
        ("GET", "/games.pgn"),
        ("GET", "/static/main.js"),
        ("GET", "/socket"),
        ("POST", "/new"),
    ):
        headers = {"Origin": here(open_house), **(SOCKET if path == "/socket" else {})}
        status, _, body = ask(port, method, path, WISH, **headers)
        assert status == 403 and b"touchmove run" in body and token.encode() not in body
        for said in wrong:
            cookie = f"touchmove-{port}={said}".encode()
            assert ask(port, method, path, WISH, Cookie=cookie, **headers)[0] == 403
        # Nor does it count anywhere but in the address of the page, or under another name.
        assert ask(port, method, f"{path if path != '/' else '/games.pgn'}?token={token}", WISH, **headers)[0] == 403
        assert ask(port, method, path, WISH, Cookie=f"token={token}; touchmove-1={token}", **headers)[0] == 403
    assert ask(port, "GET", "/?token=" + token, Host="evil.example")[0] == 403
    assert ask(port, "GET", "/?token=" + token, Origin="http://evil.example")[0] == 403
    assert ask(port, "GET", "/?token=")[0] == ask(port, "GET", "/?token=%C3%BC")[0] == 403


def test_the_token_becomes_a_cookie_once(open_house):
    port = open_house.port
    token = open_house.url.partition("/?token=")[2]
    status, headers, body = ask(port, "GET", f"/?token={token}")
    assert (status, headers["Location"], body) == (303, "/", b"")
    assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "no-referrer"
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
    known = {"Cookie": cookie.partition(";")[0], "Origin": here(open_house)}
    assert ask(port, "GET", "/", **known)[0] == 200
    assert ask(port, "GET", "/socket", **SOCKET, **known)[0] == 101
    assert ask(port, "GET", "/socket", **SOCKET, **{**known, "Origin": "http://evil.example"})[0] == 403
    assert ask(port, "POST", "/resume", **known)[0] == 204


def test_a_page_of_the_network(open_house, browse):
    token = open_house.url.partition("?token=")[2]
    eyes = browse(f"{here(open_house)}/?token={token}")
    eyes.is_connected()
    assert eyes.page.url == f"{here(open_house)}/"
    assert eyes.page.evaluate("document.cookie") == "" and eyes.page.evaluate("document.referrer") == ""
    assert token not in eyes.page.content()
    eyes.square("e2").click()
    expect(eyes.hand).to_have_count(1)
    stranger = browse(here(open_house))
    expect(stranger.page.locator("body")).to_contain_text("asks for a token")


def test_two_runs_have_two_tokens(tmp_path):
    tokens = []
    for name in ("one", "two"):
        with House(tmp_path / name, address="0.0.0.0", has_desk=False) as house:
            tokens.append(house.url.partition("token=")[2])
    assert tokens[0] != tokens[1]


@pytest.mark.parametrize("where", ["127.0.0.1", "127.8.8.8", "localhost", "::1", "0.0.0.0", "::"])
def test_what_is_the_network(where):
    try:
        listening = web.listen(where, 0)
    except PortError:
        pytest.skip(f"this computer has no {where}")
    with listening:
        assert address.is_private(listening) is (where not in ("0.0.0.0", "::"))
        assert urlsplit(address.url(listening)).port == listening.getsockname()[1]
