# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles: how much the board helps, and by which regulations it is played. Data, and the text that players write.

A profile is a name, and settings where they differ from it: `tournament flag=call illegal=1`. What a setting does is
where it is used.
"""

from micropython import const

NAMES = ("beginner", "club", "tournament", "record")
_LONGEST = const(40)  # characters, so that the record of a start fits its line

NEVER, FREE, AGREED = range(3)  # take_back
OFF, WARN, STRICT = range(3)  # touch_move
AUTO, CALL, ARBITER = range(3)  # flag

_SWITCH = ("off", "on")
_MOST = const(999)

# (name, its words or none for a number, its value in each profile)
SETTINGS = (
    # Light the squares that a picked man may go to.
    ("squares", _SWITCH, b"\1\0\0\1"),
    # Light the last move.
    ("trace", _SWITCH, b"\1\1\0\1"),
    # Draws that need no claim end the game; off for old games that passed them.
    ("automatic", _SWITCH, b"\1\1\1\0"),
    # Show tenths of a second in the last twenty.
    ("tenths", _SWITCH, b"\1\1\0\0"),
    # What moving a move back does: nothing, or it is taken back, at once or when both press.
    ("take_back", ("never", "free", "agreed"), b"\1\2\0\0"),
    # A breach is shown and recorded; strict: the opponent may complain, too.
    ("touch_move", ("off", "warn", "strict"), b"\0\1\2\0"),
    # Refuse a press if the pawn may have been left on the last rank; off for old games.
    ("promotion", _SWITCH, b"\1\1\1\0"),
    # An illegal move of this number that is pressed loses; 0: the press is only refused.
    ("illegal", (), b"\0\0\2\0"),
    # Who ends the game on time: the board, or a player's call, or the arbiter as well as a call.
    ("flag", ("auto", "call", "arbiter"), b"\0\0\2\0"),
    # The opponent gets time for a claim that is refused.
    ("fine", _SWITCH, b"\0\0\1\0"),
    # Threefold and fifty moves end the game: when claimed, or by themselves.
    ("claims", ("said", "auto"), b"\0\0\0\0"),
    # Players may agree on a draw from this move on; 100 and more: only the arbiter can.
    ("agree", (), b"\0\0\0\0"),
    # A fallen flag only draws against a side that cannot mate.
    ("exception", _SWITCH, b"\1\1\1\1"),
    # Both flags are down when that is ruled upon: the one that fell first loses, or a draw.
    ("both", ("first", "draw"), b"\0\0\0\0"),
    # There is an arbiter: what is not proven is his.
    ("arbiter", _SWITCH, b"\0\0\1\0"),
)


class Profile:
    """Has an attribute for each setting, and `name`: the text form, with the settings that differ."""

    def __init__(self, text):
        """ValueError says what is wrong with the text."""
        words = text.split(" ")
        if words[0] not in NAMES:
            raise ValueError("no profile %s: there are %s" % (words[0], ", ".join(NAMES)))
        index = NAMES.index(words[0])
        for name, _, values in SETTINGS:
            setattr(self, name, values[index])
        for word in words[1:]:
            if word:
                self._set(word)
        self.name = words[0]
        for name, known, values in SETTINGS:
            value = getattr(self, name)
            if value != values[index]:
                self.name += " %s=%s" % (name, known[value] if known else value)
        if len(self.name) > _LONGEST:
            raise ValueError("profile %s is longer than %d characters" % (self.name, _LONGEST))

    def _set(self, word):
        key, _, chosen = word.partition("=")
        for name, known, _ in SETTINGS:
            if name != key:
                continue
            if known and chosen in known:
                setattr(self, name, known.index(chosen))
            elif not known and chosen.isdigit() and int(chosen) <= _MOST:
                setattr(self, name, int(chosen))
            else:
                kinds = ", ".join(known) or "a number up to %d" % _MOST
                raise ValueError("profile setting %s: %s is one of: %s" % (word, key, kinds))
            return
        raise ValueError("profile setting %s: there are %s" % (word, ", ".join([entry[0] for entry in SETTINGS])))
