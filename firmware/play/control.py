# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls: what each side gets, and the text that players write for it.

Text is read generously and written in one form. What could be read in two ways is refused with a reason, never guessed
at. All times are whole milliseconds.

    control   -  |  side  |  side vs side            White's, then Black's
    side      period,period,...  |  *time  |  time by 5x30  |  time can 25/10  |  time/move
    period    [moves/]time[+increment | d delay | b Bronstein delay]     extras in seconds
    time      90 (minutes)  2h  1h30  15m  45s  1:30:00
"""

from micropython import const

from . import presets

PRESETS = presets.PRESETS

PERIODS = const(0)
HOURGLASS = const(1)  # what runs off one side runs onto the other
BYO_YOMI = const(2)  # after the main time, some periods of which each is lost only when it runs out
CANADIAN = const(3)  # after the main time, blocks of moves in a time
PER_MOVE = const(4)

INCREMENT = const(0)
DELAY = const(1)  # the time stands still while it lasts
BRONSTEIN = const(2)  # the same sum; the face shows time and delay as one

_UNITS_MS = (3600000, 60000, 1000)
_MOST_MS = const(36000000)
_MOST_EXTRA_S = const(3600)
_LONGEST = const(60)  # characters, so that the record of a start fits its line
_EXTRAS = "+db"


class Plan:
    """What one side gets."""

    def __init__(self, kind, periods, over=0, over_ms=0):
        """periods: `(moves, base_ms, extra, extra_ms)` each; no moves means to the end, the last one repeats.

        over, over_ms: number and length of byo-yomi periods, or moves and time of a Canadian block.
        """
        self.kind = kind
        self.periods = periods
        self.over = over
        self.over_ms = over_ms


def parse(text):
    """Return White's and Black's plan, None for no clock; takes a preset's name too. ValueError says what is wrong."""
    text = presets.find(text) or text
    if text == "-":
        return None
    if len(text) > _LONGEST:
        _refuse(text, "it is longer than %d characters" % _LONGEST)
    sides = text.lower().split("vs")
    if len(sides) > 2:
        _refuse(text, "there are more than two sides")
    white = _plan(sides[0].strip(), text)
    return white, white if len(sides) == 1 else _plan(sides[1].strip(), text)


def write(plans):
    """Return the one text form of what `parse` returned."""
    if plans is None:
        return "-"
    white, black = _text(plans[0]), _text(plans[1])
    return white if white == black else white + " vs " + black


def pace(plans):
    """Return `classical`, `rapid` or `blitz`: the time for sixty moves decides, of the side that has more (R52).

    The laws do not say how overtime and an hourglass count: here each move has its byo-yomi period or its share of a
    block, and an hourglass is what it begins with.
    """
    sixty_ms = max(_sixty_ms(plans[0]), _sixty_ms(plans[1]))
    return "classical" if sixty_ms >= 3600000 else "rapid" if sixty_ms > 600000 else "blitz"


def _sixty_ms(plan):
    base_ms = plan.periods[0][1]
    if plan.kind == PER_MOVE:
        return 60 * base_ms
    if plan.kind == BYO_YOMI:
        return base_ms + 60 * plan.over_ms
    if plan.kind == CANADIAN:
        return base_ms + 60 * plan.over_ms // plan.over
    total_ms = at = 0
    index = 0
    while at < 60:
        moves, base_ms, _, extra_ms = plan.periods[index]
        moves = min(moves or 60, 60 - at)
        total_ms += base_ms + moves * extra_ms
        at += moves
        index = min(index + 1, len(plan.periods) - 1)
    return total_ms


def _plan(text, whole):
    if not text:
        _refuse(whole, "one side is empty" if whole else "there is nothing in it")
    if text == "-":
        _refuse(whole, "one side alone cannot play without a clock")
    if text[:1] == "*":
        return Plan(HOURGLASS, _single(text[1:], whole))
    if text.endswith("/move"):
        return Plan(PER_MOVE, _single(text[:-5], whole))
    if "by" in text:
        main, periods, seconds = _overtime(text, "by", "x", "30 by 5x30", whole)
        over = _number(periods, "number of byo-yomi periods", whole, 99)
        over_ms = _number(seconds, "byo-yomi", whole, _MOST_EXTRA_S) * 1000
        if not over or not over_ms:
            _refuse(whole, "byo-yomi of nothing")
        return Plan(BYO_YOMI, main, over, over_ms)
    if "can" in text:
        main, moves, time = _overtime(text, "can", "/", "60 can 25/10", whole)
        return Plan(CANADIAN, main, _moves(moves, whole), _time(time, whole))
    parts = text.split(",")
    if ";" in text and len(parts) > 1:
        _refuse(whole, "with several periods, write the extra into each period that has it, without ;")
    periods = tuple([_period(part.strip(), whole) for part in parts])
    for period in periods[:-1]:
        if not period[0]:
            _refuse(whole, "only the last period can go to the end of the game")
    return Plan(PERIODS, periods)


def _single(text, whole):
    return ((0, _time(text.strip(), whole), INCREMENT, 0),)


def _overtime(text, word, mark, example, whole):
    parts = text.split(word)
    counts = parts[1].strip().split(mark)
    if len(parts) != 2 or len(counts) != 2:
        _refuse(whole, "it is written like %s" % example)
    return _single(parts[0], whole), counts[0].strip(), counts[1].strip()


def _period(text, whole):
    """Read `[moves/]time[extra]`, also `3|2`, `g/60;d5` and `sd/30`."""
    if not text:
        _refuse(whole, "a period is empty")
    parts = text.split("/")
    if len(parts) > 2:
        _refuse(whole, "a period has more than one /")
    moves = _moves(parts[0].strip(), whole) if len(parts) == 2 and parts[0] not in ("g", "sd") else 0
    time = parts[-1].strip()
    if time.startswith("sd"):
        time = time[2:].strip()
    at = 0
    while at < len(time) and time[at] not in "+|;db":
        at += 1
    time, extra = time[:at].strip(), time[at:].replace("|", "+")
    if extra[:1] == ";":
        extra = extra[1:].strip()
        if extra[:1] not in ("+", "d", "b"):
            _refuse(whole, "after ; comes +, d or b")
    base_ms = _time(time, whole)
    if not extra:
        return moves, base_ms, INCREMENT, 0
    for letter in extra[1:]:
        if letter in "+|;db":
            _refuse(whole, "a period has more than one extra")
    kind = _EXTRAS.find(extra[0])
    extra_ms = _number(extra[1:].strip(), ("increment", "delay", "Bronstein delay")[kind], whole, _MOST_EXTRA_S) * 1000
    return moves, base_ms, kind if extra_ms else INCREMENT, extra_ms


def _moves(digits, whole):
    moves = _number(digits, "number of moves", whole, 999)
    if not moves:
        _refuse(whole, "a period of no moves")
    return moves


def _time(text, whole):
    """Read a time; a bare number is minutes, after hours minutes, after minutes seconds."""
    if ":" in text:
        parts = text.split(":")
        if len(parts) != 3:
            _refuse(whole, "%s can be read in two ways: write 1h30, 1m30 or 1:30:00" % text)
        text = "%sh%sm%ss" % tuple(parts)
    total_ms = due = 0  # due: the largest unit that can still come
    digits = ""
    if text[-1:] not in ("h", "m", "s"):
        text += "s" if "m" in text else "m"
    for letter in text:
        unit = "hms".find(letter)
        if unit < 0:
            digits += letter
            continue
        if unit < due:
            _refuse(whole, "hours, minutes and seconds come once each, in this order")
        total_ms += _number(digits, "time", whole, 59 if due else 99999) * _UNITS_MS[unit]
        due = unit + 1
        digits = ""
    if not 0 < total_ms <= _MOST_MS:
        _refuse(whole, "the time must be more than nothing and at most ten hours")
    return total_ms


def _number(digits, what, whole, most):
    if not digits or len(digits) > 6 or not all(["0" <= digit <= "9" for digit in digits]):
        _refuse(whole, "the %s must be a whole number" % what)
    if int(digits) > most:
        _refuse(whole, "the %s must be at most %d" % (what, most))
    return int(digits)


def _refuse(whole, reason):
    raise ValueError("time control %s: %s" % (whole or "(empty)", reason))


def _text(plan):
    moves, base_ms, _, _ = plan.periods[0]
    base = _time_text(base_ms)
    if plan.kind == HOURGLASS:
        return "*" + base
    if plan.kind == PER_MOVE:
        return base + "/move"
    if plan.kind == BYO_YOMI:
        return "%s by %dx%d" % (base, plan.over, plan.over_ms // 1000)
    if plan.kind == CANADIAN:
        return "%s can %d/%s" % (base, plan.over, _time_text(plan.over_ms))
    texts = []
    for moves, base_ms, extra, extra_ms in plan.periods:
        text = ("%d/" % moves if moves else "") + _time_text(base_ms)
        texts.append(text + ("%s%d" % (_EXTRAS[extra], extra_ms // 1000) if extra_ms else ""))
    return ",".join(texts)


def _time_text(ms):
    return "%ds" % (ms // 1000) if ms % 60000 else "%d" % (ms // 60000)
