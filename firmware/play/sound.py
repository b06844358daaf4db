# SPDX-License-Identifier: GPL-3.0-or-later
"""Sound: what the buzzer says, as one table of cues. Each can be switched off; a tournament hall may want none."""

from micropython import const

FOREVER = const(0x3FFFFFFF)
SILENT = const(-1)

PRESS = const(0)
NO = const(1)
ASK = const(2)
ILLEGAL = const(3)
FLAG = const(4)
END = const(5)

# (name, tones: hertz, 0 for a gap, and milliseconds); of two at once the later in the table is heard
CUES = (
    ("press", (1760, 15)),  # a press completed a move
    ("no", (220, 120)),  # a press was refused, or a button means nothing now
    ("ask", (880, 70, 0, 50, 1175, 70)),  # an offer, or a question to the players
    ("illegal", (220, 200, 0, 80, 220, 200)),  # an illegal move was completed
    ("flag", (1320, 150, 0, 60, 1320, 150, 0, 60, 1320, 150)),  # a flag fell
    ("end", (660, 120, 0, 30, 880, 120, 0, 30, 1320, 240)),  # the game is over
)


class Sound:
    """`hertz`: what is heard now, 0 for nothing; `allowed`: a bit for each cue that is not switched off."""

    def __init__(self):
        self.hertz = 0
        self.allowed = (1 << len(CUES)) - 1
        self._cue = SILENT
        self._at = 0
        self._left_ms = 0

    def play(self, cue):
        if self.allowed >> cue & 1 and cue >= self._cue:
            self._cue = cue
            self._at = -2
            self._left_ms = 0
            self._next()

    def run(self, elapsed_ms):
        """Let time pass. Returns False: nobody sees it."""
        self._left_ms -= elapsed_ms
        while self._cue != SILENT and self._left_ms <= 0:
            self._next()
        return False

    def wait_ms(self):
        return FOREVER if self._cue == SILENT else self._left_ms

    def _next(self):
        tones = CUES[self._cue][1]
        self._at += 2
        if self._at == len(tones):
            self._cue = SILENT
            self.hertz = 0
        else:
            self.hertz = tones[self._at]
            self._left_ms += tones[self._at + 1]
