# SPDX-License-Identifier: GPL-3.0-or-later
"""A question that both players have to agree to, each by his own press, before anything happens.

It stands on both faces until both have pressed, or until a hand says no. Time goes on meanwhile.
"""

from .sound import ASK


class Question:
    def __init__(self, sound):
        self.sound = sound
        self.text = ""  # on the faces; empty while nothing is asked
        self.act = None  # what is done when both have agreed
        self.agreed = [False, False]

    def ask(self, text, act):
        self.text = text
        self.act = act
        self.agreed[0] = self.agreed[1] = False
        self.sound.play(ASK)

    def cancel(self):
        self.text = ""
        self.act = None

    def press(self, side):
        """Take a press as agreement; return False if nothing is asked."""
        if not self.text:
            return False
        self.agreed[side] = True
        if self.agreed[0] and self.agreed[1]:
            self.confirm()
        return True

    def confirm(self):
        """Do what was asked: both have agreed, or the arbiter says so."""
        act = self.act
        self.cancel()
        act()
