# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of a board, as against those of a game (`profile`): how it stands, how bright it is, whether it sounds."""

from .sound import CUES

# (name, its words or none for a number, least, most, what a new board has)
TABLE = (
    # The cable's side faces Black: every square lies where its opposite did.
    ("turned", ("off", "on"), 0, 1, 0),
    # How bright the lights are, in tenths.
    ("lights", (), 1, 10, 10),
    # Whether lifts, places and presses are written down, beside the moves that they led to.
    ("raw", ("off", "on"), 0, 1, 1),
) + tuple([(cue, ("off", "on"), 0, 1, 1) for cue, _ in CUES])  # whether each of the sounds is heard


def turn_ranks(ranks):
    """Rotate eight bytes of occupancy, one a rank, by 180 degrees."""
    for rank in range(4):
        ranks[rank], ranks[7 - rank] = _mirror(ranks[7 - rank]), _mirror(ranks[rank])


def _mirror(bits):
    mirrored = 0
    for _ in range(8):
        mirrored = mirrored << 1 | bits & 1
        bits >>= 1
    return mirrored


class Settings:
    """Has an attribute for each setting, a whole number."""

    def __init__(self, text):
        """text: as `text` returned it, perhaps in another version; what is not understood is as on a new board."""
        for name, _, _, _, value in TABLE:
            setattr(self, name, value)
        for word in text.split(" "):
            name, _, value = word.partition("=")
            try:
                self.set(name, value)
            except ValueError:
                continue

    def set(self, name, value):
        """Take a value as text; `sounds` are all of them. ValueError says what it may be."""
        if name == "sounds":
            for cue, _ in CUES:
                self.set(cue, value)
            return
        for known, words, least, most, _ in TABLE:
            if known != name:
                continue
            if words and value in words:
                setattr(self, name, words.index(value))
            elif not words and value.isdigit() and least <= int(value) <= most:
                setattr(self, name, int(value))
            else:
                raise ValueError("%s %s: it is %s" % (name, value, " or ".join(words) or "%d to %d" % (least, most)))
            return
        raise ValueError("no setting %s: there are %s" % (name, ", ".join([entry[0] for entry in TABLE])))

    def level(self):
        """Return how bright the brightest light may be, of 255."""
        return 255 * self.lights // 10

    def sounds(self):
        """Return a bit for each cue that is heard."""
        bits = 0
        for index in range(len(CUES)):
            bits |= getattr(self, CUES[index][0]) << index
        return bits

    def text(self):
        """Return all settings as one line: `turned=off lights=10`."""
        words = []
        for name, known, _, _, _ in TABLE:
            value = getattr(self, name)
            words.append("%s=%s" % (name, known[value] if known else value))
        return " ".join(words)
