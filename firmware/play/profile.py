# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles: how much the board helps. Data only; the meaning of each setting is where it is used."""


class Profile:
    def __init__(self, name, squares, trace, automatic, tenths):
        self.name = name
        self.squares = squares  # light the squares that a picked man may go to
        self.trace = trace  # light the last move
        self.automatic = automatic  # draws that need no claim end the game; off for old games that passed them
        self.tenths = tenths  # show tenths of a second in the last twenty


PROFILES = (
    Profile("beginner", True, True, True, True),
    Profile("club", False, True, True, True),
    Profile("tournament", False, False, True, False),
    Profile("record", True, True, False, False),
)


def find(name):
    """Return the profile of this name. ValueError names those that there are."""
    for profile in PROFILES:
        if profile.name == name:
            return profile
    raise ValueError("no profile %s: there are %s" % (name, ", ".join(profile.name for profile in PROFILES)))
