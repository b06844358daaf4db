# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws docs/images/hands.svg: the states of hands from firmware/play/hands.py, and which gesture led where when the
code was walked through (see hands_walk). Where the states lie is chosen here; all else is found. `--check` compares.
"""

import math
import re
import sys
from collections import Counter
from html import escape
from pathlib import Path

from hands_walk import Step, Walk

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "firmware" / "play" / "hands.py"
FILE = ROOT / "docs" / "images" / "hands.svg"
SEED, WALKS = 1, 1500
LEAST = 5  # times that a step was taken, if it is drawn
LEAST_PCT = 4  # of what leaves a state, or else
MAIN_PCT = 11  # of what comes to a state

# Middle and half the size; a bar is reached straight up or down from anywhere.
BOXES = {
    "WAITING": (600, 60, 560, 32),
    "IN_HAND": (165, 310, 125, 42),
    "PROVISIONAL": (690, 310, 100, 42),
    "ANSWERED": (1045, 310, 115, 42),
    "CASTLING": (325, 480, 100, 42),
    "EN_PASSANT": (545, 480, 100, 42),
    "DISTURBED": (600, 644, 560, 36),
}
BARS = ("WAITING", "DISTURBED")
LANES = {("DISTURBED", "WAITING"): 900}  # between the columns
# How far an arrow passes beside the straight line, and where its words are.
BENDS = {("IN_HAND", "ANSWERED"): (-140, 0.37), ("ANSWERED", "IN_HAND"): (78, 0.57)}
GAP = 15  # between a way and the middle, if another one comes back
WORD_AT = 0.37  # of the way: words of two ways never lie side by side

STYLE = """
svg { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
.paper { fill: #fbfaf7; stroke: #d9d5cb; }
.box { fill: #fff; stroke: #3b3a36; stroke-width: 1.6; }
.name { font: 700 17px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1f1e1b; text-anchor: middle; }
.means, .stays, .foot { font-size: 12.5px; fill: #5a574f; text-anchor: middle; }
.stays { font-style: italic; }
.way { fill: none; stroke-width: 2.2; }
.lift { stroke: #1766c2; color: #1766c2; } .place { stroke: #1b7f46; color: #1b7f46; }
.stands { stroke: #b4560a; color: #b4560a; } .both { stroke: #56534b; color: #56534b; }
.place.way { stroke-dasharray: 7 4; }
.tip { stroke: none; fill: currentColor; }
.pill { fill: #fbfaf7; stroke: none; }
.word { font-size: 13px; font-weight: 600; text-anchor: middle; fill: currentColor; stroke: none !important; }
@media (prefers-color-scheme: dark) {
  .paper, .pill { fill: #1c1d20; } .paper { stroke: #3a3b40; } .box { fill: #26272b; stroke: #c9c6bd; }
  .name { fill: #f1efe9; } .means, .stays, .foot { fill: #b3afa5; }
  .lift { stroke: #6cb0ff; color: #6cb0ff; } .place { stroke: #5fd093; color: #5fd093; }
  .stands { stroke: #ffa552; color: #ffa552; } .both { stroke: #bdb9ae; color: #bdb9ae; }
}
"""


def states() -> dict[int, tuple[str, str]]:
    """Return name and meaning of each state by its number, as the code has them."""
    text = SOURCE.read_text(encoding="utf-8")
    found = {}
    for name, number in re.findall(r"^([A-Z]\w+) = const\((\d)\)$", text, re.MULTILINE):
        meaning = re.search(rf"^(\S.*?) +{name}\b", text, re.MULTILINE)
        assert meaning, f"the table in {SOURCE.name} does not say what {name} means"
        found[int(number)] = (name, meaning[1])
    return found


def drawn(steps: Counter[Step]) -> dict[tuple[int, int], list[str]]:
    """Return the gestures that lead from one state to another often enough."""
    leaving: Counter[int] = Counter()
    arriving: Counter[int] = Counter()
    for (before, _, after), count in steps.items():
        leaving[before] += count
        if before != after:
            arriving[after] += count
    found: dict[tuple[int, int], list[str]] = {}
    for (before, gesture, after), count in sorted(steps.items()):
        is_main = before != after and count * 100 >= arriving[after] * MAIN_PCT
        if count >= LEAST and (count * 100 >= leaving[before] * LEAST_PCT or is_main):
            found.setdefault((before, after), []).append(gesture)
    return found


def clipped(name: str, inside: tuple[float, float], outside: tuple[float, float]) -> tuple[float, float]:
    """Return where the line from a point in a box to one outside crosses its edge."""
    x, y, half_width, half_height = BOXES[name]
    dx, dy = outside[0] - inside[0], outside[1] - inside[1]
    across = ((x + math.copysign(half_width, dx) - inside[0]) / dx) if dx else math.inf
    along = ((y + math.copysign(half_height, dy) - inside[1]) / dy) if dy else math.inf
    part = min(across, along)
    return inside[0] + dx * part, inside[1] + dy * part


def arrow(before: str, after: str, gestures: list[str], both_ways: bool) -> tuple[str, str, str]:
    """Draw one way, to the right of the one that comes back: the line, room for its words, and these."""
    start, end = BOXES[before][:2], BOXES[after][:2]
    if before in BARS:
        start = (LANES.get((before, after), end[0]), start[1])
    if after in BARS:
        end = (start[0], end[1])
    length = math.dist(start, end)
    right = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    bend, along = BENDS.get((before, after), (0, WORD_AT))
    gap = GAP if both_ways and not bend else 0
    start, end = ((point[0] + right[0] * gap, point[1] + right[1] * gap) for point in (start, end))
    middle = ((start[0] + end[0]) / 2 + right[0] * bend, (start[1] + end[1]) / 2 + right[1] * bend)
    a, b = clipped(before, start, middle), clipped(after, end, middle)
    control = (2 * middle[0] - (a[0] + b[0]) / 2, 2 * middle[1] - (a[1] + b[1]) / 2)
    angle = math.degrees(math.atan2(b[1] - control[1], b[0] - control[0]))
    at = [(1 - along) ** 2 * a[i] + 2 * along * (1 - along) * control[i] + along**2 * b[i] for i in (0, 1)]
    kind = gestures[0] if len(gestures) == 1 else "both"
    words = " or ".join(gestures)
    half = 4 + 3.9 * len(words)
    path = f"M{a[0]:.0f} {a[1]:.0f}Q{control[0]:.0f} {control[1]:.0f} {b[0]:.0f} {b[1]:.0f}"
    return (
        f'<g class="{kind}"><path class="way {kind}" d="{path}"/>'
        f'<path class="tip" d="M1 0L-12 5V-5Z" transform="translate({b[0]:.0f} {b[1]:.0f}) rotate({angle:.0f})"/></g>',
        f'<rect class="pill" x="{at[0] - half:.0f}" y="{at[1] - 10:.0f}" width="{2 * half:.0f}" height="20" rx="4"/>',
        f'<text class="word {kind}" x="{at[0]:.0f}" y="{at[1] + 4.5:.0f}">{words}</text>',
    )


def box(name: str, meaning: str, stays: list[str]) -> str:
    x, y, half_width, half_height = BOXES[name]
    lines = [("name", name), *(("means", line) for line in wrapped(meaning, half_width))]
    if stays:
        lines.append(("stays", f"stays so by a {' or '.join(stays)}"))
    top = y - 8.5 * len(lines) + 13
    texts = "".join(
        f'<text class="{kind}" x="{x}" y="{top + 17 * index:.0f}">{escape(text)}</text>'
        for index, (kind, text) in enumerate(lines)
    )
    frame = f'x="{x - half_width}" y="{y - half_height}" width="{2 * half_width}" height="{2 * half_height}" rx="12"'
    return f'<rect class="box" {frame}/>{texts}'


def wrapped(text: str, half_width: int) -> list[str]:
    """Break a line in two where it would not fit."""
    if len(text) * 6.4 < 2 * half_width:
        return [text]
    at = text.rfind(" ", 0, len(text) // 2 + 6)
    return [text[:at], text[at + 1 :]]


def render() -> str:
    known = states()
    assert {name for name, _ in known.values()} == set(BOXES), "a state has no place in the picture"
    ways = drawn(Walk(SEED).go(WALKS))
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 720" role="img">',
        "<title>The states of hands, and which gesture leads from which to which</title>",
        f'<style>{STYLE}</style><rect class="paper" x="1" y="1" width="1198" height="718" rx="16"/>',
    ]
    arrows = [
        arrow(known[before][0], known[after][0], gestures, (after, before) in ways)
        for (before, after), gestures in ways.items()
        if before != after
    ]
    for layer in zip(*arrows, strict=True):
        parts += layer
    for number, (name, meaning) in known.items():
        parts.append(box(name, meaning, ways.get((number, number), [])))
    foot = "Found by random gestures with firmware/play/hands.py itself; what is rare is left out."
    parts.append(f'<text class="foot" x="600" y="704">{foot}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> int:
    if "--check" in sys.argv:
        if FILE.exists() and FILE.read_text(encoding="utf-8") == render():
            return 0
        print(f"{FILE.relative_to(ROOT)} is not what the code does: `make docs` draws it")
        return 1
    FILE.write_text(render(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
