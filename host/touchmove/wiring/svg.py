# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes SVG: lines, boxes, text, and about how wide a text is. A unit is a quarter of a millimetre on paper."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

A4 = (840, 1188)

# Widths of letters in em, and how much more bold ones have: those of DejaVu Sans, the widest that is likely.
_NARROW, _OTHER, _BROAD, _BOLD = 0.37, 0.63, 0.9, 1.13

Point = tuple[float, float]

# Size and weight of each kind of text.
FONTS = {
    "title": (25, 700),
    "lead": (13, 400),
    "name": (12.5, 700),
    "word": (10.5, 400),
    "bold": (10.5, 700),
    "pin": (9.5, 400),
    "square": (10.5, 700),
    "foot": (10, 400),
    "module": (19, 700),
}

# Told apart without colour, too: rows are whole lines, columns long dashes, the chain of lights dots with arrows.
STYLE = """\
text { font-family: "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; fill: #1b1a17; }
.paper { fill: #fff; }
.pin, .foot { fill: #45423b; }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.box { fill: #fff; stroke: #2a2823; stroke-width: 1.4; }
.body { fill: #f4f2ec; stroke: #2a2823; stroke-width: 1.8; }
.pad { fill: #fff; stroke: #8d887c; } .pad.used { fill: #fff; stroke: #1b1a17; stroke-width: 1.6; }
.pad.ground { fill: #1b1a17; stroke: #1b1a17; }
text.unused { fill: #77736a; } text.inverse { fill: #fff; } text.used { font-weight: 700; fill: #1b1a17; }
.wire { fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linejoin: round; color: #1b1a17; }
.row { color: #9a3412; } .column { color: #1d4ed8; stroke-dasharray: 11 2.5; } .light { color: #86198f; }
.chain { color: #86198f; stroke-dasharray: 1.5 3.5; stroke-linecap: round; stroke-width: 2.6; }
.face, .bus { color: #166534; } .sound { color: #0e7490; } .plain { color: #1b1a17; }
.net-5V { color: #b91c1c; stroke-width: 3.2; } .net-3V3 { color: #b45309; stroke-width: 3.2; }
.net-GND { color: #1b1a17; stroke-width: 3.2; } .tap { stroke-width: 2.2; }
.halo { fill: none; stroke: #fff; stroke-width: 6; }
.dot, .tip { fill: currentColor; stroke: none; stroke-dasharray: none; }
.glass { fill: #fff; stroke: #2a2823; stroke-width: 1.3; }
.blade, .lead-wire { fill: none; stroke: #2a2823; stroke-width: 1.6; }
.diode { fill: #2a2823; stroke: #2a2823; stroke-width: 1.4; }
.lamp { fill: #fff; stroke: #86198f; stroke-width: 1.5; }
.dark { fill: #e9e6dd; stroke: #8d887c; stroke-width: 0.7; } .pale { fill: #fff; stroke: #8d887c; stroke-width: 0.7; }
.edge { fill: none; stroke: #2a2823; stroke-width: 2.4; }
.corner { fill: none; stroke: #1b1a17; stroke-width: 4; }
.flag { fill: #1b1a17; stroke: none; }
"""


class Drawing:
    """A sheet of A4: `wide` is landscape. Drawn later lies above; `kind` is a class of STYLE, for text one of FONTS."""

    def __init__(self, title: str, wide: bool, least: Point = (0, 0)) -> None:
        """least: width and height of what is drawn; where that is more than A4 has, all becomes smaller."""
        short, long = A4
        paper = (long, short) if wide else (short, long)
        self.width, self.height = max(paper[0], least[0]), max(paper[1], least[1])
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{paper[0] / 4:g}mm" height="{paper[1] / 4:g}mm" '
            f'viewBox="0 0 {_number(self.width)} {_number(self.height)}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_fonts()}{STYLE}</style>",
        ]
        self.box(0, 0, self.width, self.height, "paper")

    def box(self, x: float, y: float, width: float, height: float, kind: str, round_by: float = 0) -> None:
        corner = {"rx": _number(round_by)} if round_by else {}
        size = {"width": _number(width), "height": _number(height)}
        self._add("rect", kind, x=_number(x), y=_number(y), **size, **corner)

    def line(self, points: Sequence[Point], kind: str, **data: object) -> None:
        """Draw a line through points; data become attributes `data-NAME`."""
        path = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        self._add("path", kind, d=f"M{path}", **_data(data))

    def shape(self, points: Sequence[Point], kind: str) -> None:
        path = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        self._add("path", kind, d=f"M{path}Z")

    def dot(self, x: float, y: float, kind: str, radius: float = 3, **data: object) -> None:
        self._add("circle", kind, cx=_number(x), cy=_number(y), r=_number(radius), **_data(data))

    def text(self, x: float, y: float, words: str, kind: str, turn: int = 0, **data: object) -> None:
        """Write words at the base line; turn: degrees, clockwise."""
        turned = {"transform": f"rotate({turn} {_number(x)} {_number(y)})"} if turn else {}
        self._add("text", kind, escape(words), x=_number(x), y=_number(y), **turned, **_data(data))

    @contextmanager
    def group(self, kind: str, **data: object) -> Iterator[None]:
        self._parts.append(f"<g{_attributes({'class': kind, **_data(data)})}>")
        yield
        self._parts.append("</g>")

    def render(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"

    def _add(self, name: str, kind: str, text: str = "", **attributes: str) -> None:
        opened = f"<{name}{_attributes({'class': kind, **attributes})}"
        self._parts.append(f"{opened}>{text}</{name}>" if text else f"{opened}/>")


def width(words: str, kind: str) -> float:
    """Return about how wide a text is; rather too much than too little."""
    size, weight = FONTS[kind]
    narrow = sum(letter in "iljtfrI.,:;'|!()[] /" for letter in words)
    broad = sum(letter in "mwMWGOQ@%×→…" for letter in words)
    ems = _NARROW * narrow + _BROAD * broad + _OTHER * (len(words) - narrow - broad)
    return size * ems * (_BOLD if weight > 400 else 1)


def wrapped(words: str, kind: str, room: float) -> list[str]:
    """Break a text into lines that are no wider than `room`, if its words are not."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, kind) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _fonts() -> str:
    fonts = (f"text.{kind} {{ font-size: {size}px; font-weight: {weight}; }}" for kind, (size, weight) in FONTS.items())
    return "\n".join(fonts) + "\n"


def _attributes(values: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in values.items())


def _data(values: dict[str, object]) -> dict[str, str]:
    return {f"data-{name.replace('_', '-')}": str(value) for name, value in values.items()}


def _number(value: float) -> str:
    return f"{round(value, 1):g}"
