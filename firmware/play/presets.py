# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls that players ask for by name, or step through with a button. Data only.

`docs/time-controls.md` says them in words, under their numbers. The first is what a new board offers.
"""

# (text form, name; empty where the text is what people say)
TABLE = (
    ("10+5", ""),
    ("5+3", ""),
    ("3+2", "blitz"),
    ("1", "bullet"),
    ("2+1", ""),
    ("3", ""),
    ("5", ""),
    ("10", ""),
    ("15+10", "rapid"),
    ("25", ""),
    ("25+10", ""),
    ("30", ""),
    ("60", ""),
    ("60+30", ""),
    ("90+30", "classical"),
    ("40/90+30,30+30", "fide"),
    ("40/120,20/60,15+30", "three-periods"),
    ("40/150,20/60", "forty-moves"),
    ("30/90,60", "two-periods"),
    ("30/120,15/60", "thirty-moves"),
    ("20/120", "twenty-moves"),
    ("3d2", "delay"),
    ("5b5", "bronstein"),
    ("6 vs 5", "armageddon"),
    ("30s/move", "per-move"),
    ("*3", "hourglass"),
    ("30 by 5x30", "byo-yomi"),
    ("60 can 25/10", "canadian"),
    ("-", "none"),
)
PRESETS = tuple([entry[0] for entry in TABLE])


def find(name):
    """Return the text form of the preset with this name, or None."""
    for text, known in TABLE:
        if name and name == known:
            return text
    return None
