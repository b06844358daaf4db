# SPDX-License-Identifier: GPL-3.0-or-later
"""Time controls in the text form that players know: minutes, then `+` and the increment in seconds.

`5+3` is five minutes and three seconds a move, `90` ninety minutes, `45s` forty-five seconds, `-` no clock. Bad text is
refused with a reason, never guessed at.
"""

PRESETS = ("10+5", "5+3", "3+2", "15+10", "90+30", "25", "-")


def parse(text):
    """Return `(base_ms, increment_ms)`, or None for no clock. ValueError says what is wrong."""
    if text == "-":
        return None
    parts = text.split("+")
    if len(parts) > 2:
        raise ValueError("time control %s: more than one increment" % text)
    unit_ms = 60000
    base = parts[0]
    if base.endswith("s"):
        base = base[:-1]
        unit_ms = 1000
    base_ms = _number(base, "time", text) * unit_ms
    increment_ms = _number(parts[1], "increment", text) * 1000 if len(parts) == 2 else 0
    if not 0 < base_ms <= 36000000:
        raise ValueError("time control %s: the time must be more than nothing and at most ten hours" % text)
    if increment_ms > 3600000:
        raise ValueError("time control %s: the increment must be at most an hour" % text)
    return base_ms, increment_ms


def _number(digits, what, text):
    if not digits or not all("0" <= digit <= "9" for digit in digits) or len(digits) > 6:
        raise ValueError("time control %s: the %s must be a whole number" % (text or "(empty)", what))
    return int(digits)
