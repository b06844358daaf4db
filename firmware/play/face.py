# SPDX-License-Identifier: GPL-3.0-or-later
"""Clock faces: four seven-segment cells with a colon, drawn from text.

  a      bit 0 = a … bit 6 = g, bit 7 of the second cell = the colon
f   b    A letter that seven segments cannot show is drawn as the nearest one that they can; K, M, V, W, X and Z have
  g      none, and no word of the board needs them.
e   c
  d

A time is never more precise than what is left of it, and rounded up: nothing but a fallen flag reads as no time.
"""

from micropython import const

from . import control as controls
from .clock import SIDES

COLON = const(0x80)
_COLON_CODE = const(0x3A)
_CASE = const(0x20)  # the bit that tells small letters from capitals
PROMOTIONS = "q nbrq"  # by piece type; a queen until one is chosen
MEN = " PnbrqH"  # by piece type; a king has no shape of his own
_GLYPHS = b' -_?/"0123456789AbCcdEFGHhIiJLnNoOPqQrRStuUy='
_SEGMENTS = (
    b"\x00\x40\x08\x53\x52\x22\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x77\x7c\x39\x58\x5e\x79\x71\x3d\x76\x74\x06\x04\x1e"
    b"\x38\x54\x37\x5c\x3f\x73\x67\x67\x50\x50\x6d\x78\x1c\x3e\x6e\x48"
)


def draw(text, cells):
    """Draw up to four characters, and a colon after the second where the text has one, into four cells."""
    at = 0
    for index in range(4):
        cells[index] = 0
    for code in text.encode():  # bytes: MicroPython keeps each string of one character for good
        if code == _COLON_CODE:
            cells[1] |= COLON
        elif at < 4:
            cells[at] |= segments(code)
            at += 1


def segments(code):
    """Return the pattern of one character, given as its code; in the other case if it has none, 0 if neither has."""
    index = _GLYPHS.find(bytes((code,)))
    if index < 0 and (code | _CASE) - _CASE in range(0x41, 0x5B):
        index = _GLYPHS.find(bytes((code ^ _CASE,)))
    return _SEGMENTS[index] if index >= 0 else 0


def time(seconds, hours_from_s=3600):
    """Return a time as face text: `09:58`, or in hours and minutes, rounded up: `1h40`, ` 12h`."""
    if seconds < min(hours_from_s, 6000):
        return "%02d:%02d" % (seconds // 60, seconds % 60)
    minutes = (seconds + 59) // 60
    if minutes < 600:
        return "%dh%02d" % (minutes // 60, minutes % 60)
    return "%3dh" % ((minutes + 59) // 60)


def tenths(tenths):
    """Return tenths of a second as face text, `19"4` or ` 9"4`: no colon, so nobody takes it for minutes."""
    return '%2d"%d' % (tenths // 10, tenths % 10)


def clock(clock, side):
    """Return what this side's clock says: the flag, the time, or one second in four of the other's time a count."""
    if clock.fell_ms[side] >= 0:
        return "FL  " if clock.first > 1 else "FL 1" if clock.first == side else "FL 2"
    if clock.running == 1 - side and clock.shown_s(1 - side) % 4 == 0:
        text = count(clock, side)
        if text:
            return text
    shown_ds = clock.shown_ds(side)
    if clock.tenths and shown_ds <= 200:
        return tenths(shown_ds)
    return time(shown_ds // 10, clock.hours_from_s)


def count(clock, side):
    """Return what this side has to count, or nothing.

    `n 39` moves completed, where a period ends with one; `by 3` byo-yomi periods left; `C 24` moves of a block to go.
    """
    kind = clock.plans[side].kind
    if kind == controls.PERIODS and clock.to_go[side]:
        return "n%3d" % clock.moves[side]
    if clock.over[side]:
        return ("by%2d" if kind == controls.BYO_YOMI else "C%3d") % clock.over[side]
    return ""


def preset(index):
    """Return the number under which the documentation lists a preset, from 1 up."""
    return "P%3d" % (index + 1)


def square(square):
    """Return the name of a square as seven segments can show it, `d4`."""
    return "%s%d" % ("AbCdEFGH"[square & 7], (square >> 3) + 1)


def man_at(position, at):
    """Return a man and his square, as he is named: `qd1`."""
    return MEN[position.board[at] & 7] + square(at)


def stopped(game, side):
    """Return who has stopped the clocks: `CALL` for a player who has; `rEdy` when men have been put right."""
    if game.pause.restoring and game.hands.stands():
        return "rEdy"
    return "CALL" if game.pause.by == SIDES[side] else "StoP"


def text(game, side):
    """Return what this player reads: his menu, a question to him, the result, his time, or the move number."""
    dialogue = game.dialogue
    if game.menu:
        text = game.menu.text(side)
        if text:
            return text
    if dialogue.is_open(side):
        return dialogue.items[side]
    if game.seal.is_dark():
        return "PAUS" if game.pause.by else "Err" if game.refused and side == game.position.turn else ""
    if game.question.text:
        return "----" if game.question.agreed[side] else game.question.text
    if game.phase == game.ENDED:
        return " %s" % game.result if len(game.result) == 3 else "1/2" if game.result[0] == "1" else "----"
    if game.ruling.is_unproven():
        return "Arb"
    if game.offers_promotion(side) and not game.refused:
        return "%s?" % PROMOTIONS[game.hands.promotion]
    said = game.draws.text(side)
    if said:
        return said
    if dialogue.preset_ms:
        return preset(dialogue.preset)
    if game.duty.breach:
        return "tuch"
    if game.duty.adjusting_ms and side == game.position.turn:
        return "AdJ"
    if game.phantoms:
        return "diod"
    if game.around.flickers_ms:
        return "=%s" % square(game.around.flickers)
    names_man = game.names_man()
    if game.pause.by and not names_man:
        return stopped(game, side)
    if game.penalty.side == side:
        return "ILL%d" % game.penalty.counts[side]
    if names_man:
        return man_at(game.position, game.hands.wrong[0])
    if game.refused and side == game.position.turn:
        return "Err"
    if game.claims.kind and side == game.claims.side and not game.draws.turn() & 1:
        return "CLAI"
    if game.clock.in_use:
        return clock(game.clock, side)
    return "%4d" % game.position.fullmove_number
