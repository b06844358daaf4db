# SPDX-License-Identifier: GPL-3.0-or-later
"""Clock faces: four seven-segment cells with a colon, drawn from text.

  a      bit 0 = a … bit 6 = g, bit 7 of the second cell = the colon
f   b    A letter that seven segments cannot show is drawn as the nearest one that they can.
  g
e   c
  d
"""

from micropython import const

COLON = const(0x80)
PROMOTIONS = "  nbrq"  # by piece type
_GLYPHS = " -_?/0123456789AbCcdEFGHhIJLnNoOPqQrRStuUy="
_SEGMENTS = (
    b"\x00\x40\x08\x53\x52\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x77\x7c\x39\x58\x5e\x79\x71\x3d\x76\x74\x06\x1e\x38"
    b"\x54\x37\x5c\x3f\x73\x67\x67\x50\x50\x6d\x78\x1c\x3e\x6e\x48"
)


def draw(text, cells):
    """Draw up to four characters, and a colon after the second where the text has one, into four cells."""
    at = 0
    for index in range(4):
        cells[index] = 0
    for letter in text:
        if letter == ":":
            cells[1] |= COLON
        elif at < 4:
            cells[at] |= segments(letter)
            at += 1


def segments(letter):
    """Return the pattern of one character; 0 if it has none."""
    for candidate in (letter, letter.lower(), letter.upper()):
        index = _GLYPHS.find(candidate)
        if index >= 0:
            return _SEGMENTS[index]
    return 0


def time(seconds):
    """Return a time as face text: `09:58`, or `1h40` from a hundred minutes up."""
    if seconds >= 6000:
        return "%dh%02d" % (seconds // 3600, seconds // 60 % 60)
    return "%02d:%02d" % (seconds // 60, seconds % 60)


def text(game, side):
    """Return what this player reads: his menu, a question to him, the result, his time, or the move number."""
    if game.dialogue.is_open(side):
        return game.dialogue.items[side]
    if game.phase == game.ENDED:
        return " %s" % game.result if len(game.result) == 3 else "1/2" if game.result[0] == "1" else "----"
    if game.offers_promotion(side):
        return "%s?" % PROMOTIONS[game.hands.promotion]
    if game.shows_offer(side):
        return "drA?"
    if game.refused and side == game.position.turn:
        return "Err"
    if game.clock.in_use:
        return time(game.clock.shown_s(side))
    return "%4d" % game.position.fullmove_number
