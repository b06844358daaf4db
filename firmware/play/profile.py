# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles: how much the board helps. Data only; the meaning of each setting is where it is used."""

NEVER = 0
FREE = 1
AGREED = 2

OFF = 0
WARN = 1
STRICT = 2


class Profile:
    def __init__(self, name, squares, trace, automatic, tenths, take_back, touch_move, promotion, illegal):
        self.name = name
        self.squares = squares  # light the squares that a picked man may go to
        self.trace = trace  # light the last move
        self.automatic = automatic  # draws that need no claim end the game; off for old games that passed them
        self.tenths = tenths  # show tenths of a second in the last twenty
        self.take_back = take_back  # what moving a move back does: NEVER anything, FREE at once, AGREED when both press
        self.touch_move = touch_move  # OFF; WARN: a breach is shown and recorded; STRICT: the opponent may complain too
        self.promotion = promotion  # refuse a press if the pawn may have been left on the last rank; off for old games
        self.illegal = illegal  # an illegal move of this number that is pressed loses; 0: the press is only refused


PROFILES = (
    Profile("beginner", True, True, True, True, FREE, OFF, True, 0),
    Profile("club", False, True, True, True, AGREED, WARN, True, 0),
    Profile("tournament", False, False, True, False, NEVER, STRICT, True, 2),
    Profile("record", True, True, False, False, NEVER, OFF, False, 0),
)


def find(name):
    """Return the profile of this name. ValueError names those that there are."""
    for profile in PROFILES:
        if profile.name == name:
            return profile
    raise ValueError("no profile %s: there are %s" % (name, ", ".join(profile.name for profile in PROFILES)))
