# SPDX-License-Identifier: GPL-3.0-or-later
"""Dialogue: what a player says with his two buttons and reads on his own face.

Each side has a menu of its own, opened by a long action, stepped by action, chosen from by press, left by a long
action or after IDLE_MS. The clock runs meanwhile. What a choice does is the game's business.
"""

from micropython import const

IDLE_MS = const(10000)
FOREVER = const(0x3FFFFFFF)

CLOSED = ""
ACCEPT = "ACC?"
DECLINE = "dEC?"
OFFER = "drA?"
RESIGN = "rES?"
SURE = "yES?"  # resigning asks twice


class Dialogue:
    def __init__(self):
        self.items = [CLOSED, CLOSED]  # what each side is being asked
        self.idle_ms = [0, 0]
        self.may_offer = [False, False]  # kept by the game: what belongs into each menu
        self.may_answer = [False, False]

    def is_open(self, side):
        return self.items[side] != CLOSED

    def toggle(self, side):
        """Open the menu with its first item, or leave it."""
        self._show(side, CLOSED if self.is_open(side) else self._menu(side)[0])

    def step(self, side):
        """Show the next item; a question that stands alone is answered with no."""
        item = self.items[side]
        menu = self._menu(side)
        self._show(side, menu[(menu.index(item) + 1) % len(menu)] if item in menu else CLOSED)

    def choose(self, side):
        """Return the item that the side chose, and close its menu; RESIGN only asks again, which returns CLOSED."""
        item = self.items[side]
        self._show(side, SURE if item == RESIGN else CLOSED)
        return CLOSED if item == RESIGN else item

    def close(self):
        self.items[0] = self.items[1] = CLOSED

    def run(self, elapsed_ms):
        """Let time pass; return True if that closed a menu."""
        closed = False
        for side in (0, 1):
            if self.is_open(side):
                self.idle_ms[side] += elapsed_ms
                if self.idle_ms[side] >= IDLE_MS:
                    self.items[side] = CLOSED
                    closed = True
        return closed

    def wait_ms(self):
        wait_ms = FOREVER
        for side in (0, 1):
            if self.is_open(side):
                wait_ms = min(wait_ms, IDLE_MS - self.idle_ms[side])
        return wait_ms

    def _show(self, side, item):
        self.items[side] = item
        self.idle_ms[side] = 0

    def _menu(self, side):
        menu = []
        if self.may_answer[side]:
            menu += (ACCEPT, DECLINE)
        elif self.may_offer[side]:
            menu.append(OFFER)
        menu.append(RESIGN)
        return menu
