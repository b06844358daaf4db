# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk with a body that is too slow for real time: hands are obeyed at once, and the board feels them in its own."""

import queue
import time

import chess

from touchmove.sim.desk import Desk

DEADLINE_S = 20
SLOWER = 5


class Slow:
    """A body whose time takes five times as long as real time; it notes what it feels, and when in its own time."""

    port = "none"

    def __init__(self):
        self.lights = bytes(192)
        self.faces = [bytes(4), bytes(4)]
        self.tones = []
        self.now_ms = 0
        self.felt = queue.Queue()

    def sense(self, occupied, buttons):
        self.felt.put((self.now_ms, occupied, buttons))

    def advance(self, ms):
        end = time.monotonic() + ms * SLOWER / 1000
        while time.monotonic() < end:
            pass
        self.now_ms += ms
        return ms

    def close(self):
        pass


def test_a_slow_board_is_not_left_behind():
    body = Slow()
    desk = Desk(lambda: body)
    views = queue.Queue()
    desk.on_view = views.put
    desk.start()
    try:
        body.felt.get(timeout=DEADLINE_S)
        while desk.view.pace_pct == 100:
            views.get(timeout=DEADLINE_S)
        assert 0 < desk.view.pace_pct < 30
        before_ms = body.now_ms
        desk.post(lambda world: world.place(world.lift(chess.E2), chess.E4))
        assert desk.view.squares[chess.E4] == "P", "the wood obeys at once"
        desk.post(lambda world: world.hold(1))
        desk.post(lambda world: world.lift(chess.E2))  # nobody stands there
        felt = [body.felt.get(timeout=DEADLINE_S) for _ in range(3)]
    finally:
        desk.close()
    assert [buttons for _, _, buttons in felt] == [0, 1, 1]
    assert all(occupied[3] == 0x10 and occupied[1] == 0xEF for _, occupied, _ in felt)
    moments = [moment for moment, _, _ in felt]
    assert moments[0] - before_ms <= 60, "what was lost before is not made up for"
    assert moments[1] - moments[0] >= 40 <= moments[2] - moments[1]
    assert desk.now_ms == body.now_ms
