# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the margins of 64 squares: green is far from being misread, red is near."""

from collections.abc import Sequence
from html import escape

import chess

_SIDE = 60
_LEFT, _TOP = 40, 70
_WIDTH, _HEIGHT = _LEFT + 8 * _SIDE + 20, _TOP + 8 * _SIDE + 80
_STOPS = ((0, (180, 40, 30)), (50, (232, 170, 60)), (100, (70, 150, 90)))


def colour(margin: int) -> tuple[int, int, int]:
    """Return red, green, blue for a margin in percent."""
    (low, one), (high, other) = (_STOPS[0], _STOPS[1]) if margin < 50 else (_STOPS[1], _STOPS[2])
    share = (margin - low) / (high - low)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink(margin: int) -> str:
    """Return the colour of what is written on it."""
    return "#ffffff" if margin < 30 else "#1b1a17"


def svg(margins: Sequence[int], title: str) -> str:
    """Return the picture; margins: percent by square."""
    font = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {font}>',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        _text(_WIDTH / 2, 34, 19, escape(title), "#1b1a17", 700),
        _text(_WIDTH / 2, 55, 12, "how far each square is from being misread, in percent", "#45423b"),
    ]
    for square, margin in enumerate(margins):
        left, top = _LEFT + (square & 7) * _SIDE, _TOP + (7 - (square >> 3)) * _SIDE
        fill = _hex(margin)
        parts.append(f'<rect x="{left}" y="{top}" width="{_SIDE - 2}" height="{_SIDE - 2}" fill="{fill}"/>')
        parts.append(_text(left + _SIDE / 2, top + 35, 19, str(margin), ink(margin), 700))
        parts.append(_text(left + _SIDE / 2, top + 52, 10, chess.square_name(square), ink(margin)))
    for line in range(8):
        parts.append(_text(_LEFT + (line + 0.5) * _SIDE, _TOP + 8 * _SIDE + 20, 13, "abcdefgh"[line], "#45423b"))
        parts.append(_text(_LEFT - 16, _TOP + (7.5 - line) * _SIDE + 5, 13, str(line + 1), "#45423b"))
    for step in range(0, 101, 5):
        x = _LEFT + step / 5 * 8 * _SIDE / 21
        fill = _hex(step)
        parts.append(f'<rect x="{x:.1f}" y="{_HEIGHT - 42}" width="{8 * _SIDE / 21:.1f}" height="12" fill="{fill}"/>')
    parts.append(_text(_LEFT + 8, _HEIGHT - 14, 11, "0", "#45423b"))
    parts.append(_text(_LEFT + 4 * _SIDE, _HEIGHT - 14, 11, "50", "#45423b"))
    parts.append(_text(_LEFT + 8 * _SIDE - 12, _HEIGHT - 14, 11, "100", "#45423b"))
    return "\n".join([*parts, "</svg>\n"])


def _hex(margin: int) -> str:
    return "#" + bytes(colour(margin)).hex()


def _text(x: float, y: float, size: int, text: str, fill: str, weight: int = 400) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}">{text}</text>'
