# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole games on the page, from wood to PGN, with mouse, keys and fingers."""

import io
import itertools
import queue

import chess
import chess.pgn
from desk import DEADLINE_S, House
from playwright.sync_api import expect

FEN = "4k3/1P1p4/8/4P3/p7/2N5/8/4K2R w K - 0 1"
MOVES = "c3a4 d7d5 e5d6 e8f7 e1g1 f7e6 b7b8n"


def test_a_game_with_all_special_moves(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    house.new(FEN)
    eyes.stands("b7", "P")
    eyes.begin()

    # A capture: the knight does not fit where the pawn stands, so he waits in the air until it has gone.
    eyes.lift(eyes.square("c3"))
    free = dict.fromkeys(("b1", "d1", "a2", "e2", "e4", "b5", "d5"), "green")
    eyes.sees({"c3": "white", "a4": "red", **free})
    eyes.put(eyes.square("a4"))
    expect(eyes.hand).to_have_count(1)
    expect(eyes.page.locator(".hint")).to_have_text("a4 is taken: lift the black pawn as well")
    eyes.square("a4").click()
    eyes.sees({"c3": "white", "a4": "red"})
    eyes.square("a4").click()
    eyes.stands("a4", "N")
    eyes.page.get_by_role("button", name="Into the tray").click()
    expect(eyes.hand).to_have_count(0)
    eyes.finish("white", "c3", "Nxa4")

    eyes.play("d7", "d5", "d5")

    # En passant: the passed pawn leaves last.
    eyes.lift(eyes.square("e5"))
    eyes.sees({"e5": "white", "e6": "green", "d6": "blue"})
    eyes.put(eyes.square("d6"))
    expect(eyes.square("d5")).to_have_attribute("data-light", "blue")
    eyes.drag(eyes.square("d5"), eyes.page.locator(".tray"))
    expect(eyes.square("d5")).to_have_attribute("data-light", "")
    eyes.finish("white", "e5", "exd6")
    expect(eyes.tray("p")).to_have_attribute("aria-label", "black pawn, 8 in the tray")

    eyes.play("e8", "f7", "Kf7")

    # Castling: the king first. It gives check.
    eyes.lift(eyes.square("e1"))
    expect(eyes.square("g1")).to_have_attribute("data-light", "blue")
    eyes.put(eyes.square("g1"))
    expect(eyes.square("f1")).to_have_attribute("data-light", "blue")
    eyes.drag(eyes.square("h1"), eyes.square("f1"))
    eyes.finish("white", "e1", "O-O+")
    expect(eyes.square("f7")).to_have_attribute("data-light", "amber")

    eyes.play("f7", "e6", "Ke6")

    # A promotion to a knight: the pawn goes into the tray, the knight comes out of it, the action button says which.
    eyes.drag(eyes.square("b7"), eyes.page.locator(".tray"))
    eyes.drag(eyes.tray("N"), eyes.square("b8"))
    for text in ("q?", "r?", "b?", "n?"):
        expect(eyes.face("white")).to_have_attribute("aria-label", f"shows {text}")
        if text != "n?":
            eyes.button("white action").click()
    eyes.button("white press").click()
    expect(eyes.moves.last).to_contain_text("b8=N")

    # Black resigns with a long press of his action button.
    eyes.button("black action").hover()
    eyes.page.mouse.down()
    eyes.reads("black", "CL-3")
    eyes.page.mouse.up()
    for text in ("CL50", "CLA1", "drA?", "CALL", "rE5?"):
        eyes.button("black action").click()
        eyes.reads("black", text)
    eyes.button("black press").click()
    eyes.reads("black", "yE5?")
    eyes.button("black press").click()
    expect(eyes.page.locator("#result")).to_have_text("1–0  White wins by resignation")

    with eyes.page.expect_download() as download:
        eyes.page.get_by_role("link", name="Download PGN").click()
    assert download.value.suggested_filename == "touchmove-1.pgn"
    with open(download.value.path()) as file:
        game = chess.pgn.read_game(file)
    assert not game.errors
    assert game.headers["FEN"] == FEN
    assert game.headers["Result"] == "1-0"
    assert [move.uci() for move in game.mainline_moves()] == MOVES.split()
    assert all(0 < node.clock() <= 322 for node in game.mainline())


def test_keys_alone(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    house.new()
    eyes.begin()
    keys = eyes.page.keyboard
    eyes.page.locator("body").click(position={"x": 1, "y": 1})
    _tab_to(eyes, '[data-square="e1"]')
    keys.press("ArrowUp")
    keys.press("Enter")
    eyes.sees({"e2": "white", "e3": "green", "e4": "green"})
    expect(eyes.square("e2")).to_have_attribute("aria-label", "e2, empty, white")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Space")
    eyes.stands("e4", "P")
    expect(eyes.square("e4")).to_have_attribute("aria-label", "e4, white pawn, dim")
    _tab_to(eyes, '[data-button="white press"]')
    keys.press("Space")
    expect(eyes.moves.last).to_contain_text("e4")


def _tab_to(eyes, selector):
    target = eyes.page.locator(selector)
    for _ in range(40):
        eyes.page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_fingers(house, browse):
    """King and rook in the air at the same time, each under a finger of its own."""
    eyes = browse(house.url, has_touch=True, viewport={"width": 390, "height": 844})
    eyes.is_connected()
    house.new("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    eyes.stands("e1", "K")
    eyes.begin()
    touch = Fingers(eyes)
    touch.change("touchStart", king="e1")
    touch.change("touchStart", king="e1", rook="h1")
    eyes.sees({"e1": "white", "f1": "green", "d1": "green", "d2": "green", "e2": "green", "f2": "green", "g1": "blue"})
    touch.change("touchMove", king="g1", rook="f1")
    touch.change("touchEnd")
    eyes.stands("g1", "K")
    eyes.stands("f1", "R")
    eyes.finish("white", "e1", "O-O")


class Fingers:
    """Touches of the page, which playwright has no words for."""

    def __init__(self, eyes):
        self.eyes = eyes
        self.session = eyes.page.context.new_cdp_session(eyes.page)

    def change(self, kind, **fingers):
        points = []
        for id, name in enumerate(("king", "rook")):
            if name in fingers:
                box = self.eyes.square(fingers[name]).bounding_box()
                points.append({"id": id, "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_the_bridge_is_away_for_a_while(house, browse):
    eyes = browse(house.url)
    eyes.is_connected()
    house.new()
    eyes.begin()
    eyes.play("e2", "e4", "e4")
    house.stop()
    expect(eyes.page.locator("#link")).to_have_attribute("data-state", "bad")
    seen = queue.Queue()  # the board plays on without the computer
    house.table.watch(seen.put)
    for square, other in (("e7", "e5"), ("g1", "f3")):
        house.table.lift(square, square)
        house.table.place(other, square)
        while seen.get(timeout=DEADLINE_S)["colours"].get(other) != "dim":
            pass
    house.start()
    eyes.is_connected()
    expect(eyes.moves.last).to_contain_text("e5")
    eyes.stands("f3", "N")
    eyes.finish("white", "g1", "Nf3")
    (summary,) = house.archive.games()
    game = house.archive.game(summary.number)
    assert [ply.san for ply in game.plies] == ["e4", "e5", "Nf3"]
    downloaded = eyes.page.request.get(f"{house.url}games/{summary.number}.pgn").text()
    assert [move.uci() for move in chess.pgn.read_game(io.StringIO(downloaded)).mainline_moves()] == [
        "e2e4",
        "e7e5",
        "g1f3",
    ]


def test_two_pages_share_one_desk(house, browse):
    one = browse(house.url)
    other = browse(house.url)
    one.square("e2").click()
    expect(other.hand).to_have_count(1)
    one.button("white action").hover()
    one.page.mouse.down()
    expect(other.button("white action")).to_have_class("action held")
    one.page.close()
    expect(other.button("white action")).to_have_class("action")
    other.square("e4").click()
    other.stands("e4", "P")
    expect(other.hand).to_have_count(0)


def test_a_real_board(tmp_path, browse):
    """Of a board that has no desk here the page shows the game alone, with a diagram."""
    with House(tmp_path, has_desk=False) as house:
        eyes = browse(house.url)
        eyes.is_connected()
        expect(eyes.page.locator("#desk")).to_be_hidden()
        house.new(FEN)
        finger = itertools.cycle((house.table.hold, house.table.release))
        eyes.begin(lambda: next(finger)("black press"))
        expect(eyes.page.locator(".diagram span").nth(9).locator(".man")).to_have_attribute("data-man", "P")
