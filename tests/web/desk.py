# SPDX-License-Identifier: GPL-3.0-or-later
"""What the browser tests need: a house with a board in it, and eyes and hands at its page."""

import asyncio
import threading

import chess
from playwright.sync_api import Error, expect

from touchmove import web
from touchmove.archive import Archive
from touchmove.bridge import Bridge
from touchmove.sim import process

DEADLINE_S = 20


class House:
    """A board on a desk, and a computer whose bridge and server can be stopped while the board plays on."""

    def __init__(self, folder, has_desk=True, look="tm1637", address="127.0.0.1", chip=""):
        self.archive = Archive(folder / "games.sqlite")
        self.table = web.Table(folder / "sim", process.maker().make, look, chip)
        self.has_desk = has_desk
        self.address = address
        self.port = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)

    def __enter__(self):
        self.thread.start()
        self.table.start()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
        self.table.close()
        self.archive.close()

    def start(self):
        listening = web.listen(self.address, self.port)
        self.port = listening.getsockname()[1]
        self.bridge = Bridge(self.archive, self.find)
        self.server = web.Server(self.bridge, self.archive, self.table if self.has_desk else None)
        self.url = self.wait_for(self.server.start(listening, self.address))

    def find(self):
        """Return the port of the board: here the one on the desk."""
        return self.table.port

    def stop(self):
        self.wait_for(self.server.stop())

    def new(self, fen=chess.STARTING_FEN, control="5+3", profile="beginner"):
        """Have the computer ask for a game, and set up its men. The bridge has to be connected."""
        self.bridge.command("new", control, fen, profile).result(DEADLINE_S)
        self.table.set_up(fen)

    def wait_for(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(DEADLINE_S)


class Eyes:
    """A page, with the words for what people do there."""

    def __init__(self, page):
        self.page = page

    def square(self, name):
        return self.page.locator(f'[data-square="{name}"]')

    def button(self, name):
        return self.page.locator(f'[data-button="{name}"]')

    def face(self, side):
        return self.page.locator(f'.face[data-side="{0 if side == "white" else 1}"]')

    def tray(self, letter):
        return self.page.locator(f'.stack[data-letter="{letter}"]')

    @property
    def moves(self):
        return self.page.locator(".moves td:not(:empty)")

    @property
    def hand(self):
        return self.page.locator(".hand button")

    def is_connected(self):
        expect(self.page.locator("#link")).to_have_attribute("data-state", "good")

    def sees(self, lights):
        """The lights are these: colour by square, and no others."""
        for name, colour in lights.items():
            expect(self.square(name)).to_have_attribute("data-light", colour)
        expect(self.page.locator('.square:not([data-light=""])')).to_have_count(len(lights))

    def reads(self, side, text):
        expect(self.face(side)).to_have_attribute("data-reads", text)

    def stands(self, name, letter):
        expect(self.square(name).locator(".man")).to_have_attribute("data-man", letter)

    def lift(self, place):
        """Put the pointer down on a man and leave it there."""
        place.hover()
        self.page.mouse.down()

    def put(self, place):
        """Carry the man under the pointer to another place and let go."""
        box = place.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        self.page.mouse.up()

    def drag(self, place, other):
        self.lift(place)
        self.put(other)

    def play(self, start, end, san):
        """Play a move of one man, and press the clock of whoever made it."""
        mover = "white" if self.square(start).locator(".man").get_attribute("data-man").isupper() else "black"
        self.drag(self.square(start), self.square(end))
        self.finish(mover, end, san)

    def finish(self, mover, dim, san):
        """Press the mover's clock when the board has understood the move, as a dim light on one of its squares says."""
        expect(self.square(dim)).to_have_attribute("data-light", "dim")
        self.button(f"{mover} press").click()
        expect(self.moves.last).to_contain_text(san)

    def begin(self, press=None):
        """Press Black's clock until the game has begun: no eye can see when the board is ready for it."""
        self.is_connected()
        for _ in range(DEADLINE_S):
            (press or self.button("black press").click)()
            try:
                expect(self.page.locator("#control")).to_contain_text("Game", timeout=1000)
            except AssertionError:
                continue
            return
        raise Error("the game does not begin")
