# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a sheet of wiring as anybody reads SVG: its lines, its groups, its texts, and where they are."""

import itertools
import xml.etree.ElementTree as ET

from touchmove.wiring import svg

NEAR = 0.11  # what is written is rounded to tenths


class Sheet:
    """A sheet, read as anybody reads SVG."""

    def __init__(self, text):
        self.root = ET.fromstring(text)
        self.size = [float(number) for number in self.root.get("viewBox").split()[2:]]
        self.all = [(tag(node), node) for node in self.root.iter()]

    def lines(self, kind, **data):
        """Return the points of all lines of a kind with such data."""
        return [
            [tuple(float(number) for number in pair.split()) for pair in node.get("d")[1:].rstrip("Z").split("L")]
            for name, node in self.all
            if name == "path" and kind in node.get("class").split() and _has(node, data)
        ]

    def groups(self, kind, **data):
        return [node for name, node in self.all if name == "g" and node.get("class") == kind and _has(node, data)]

    def texts(self, **data):
        return [
            (node.text, float(node.get("x")), float(node.get("y")))
            for name, node in self.all
            if name == "text" and _has(node, data)
        ]

    def words(self):
        return {node.text for name, node in self.all if name == "text"}


def tag(node):
    return node.tag.rpartition("}")[2]


def _has(node, data):
    return all(node.get(f"data-{key}") == str(value) for key, value in data.items())


def rectangle(group):
    """Return left, top, right, bottom of the first box in a group."""
    node = next(child for child in group.iter() if tag(child) == "rect")
    left, top, width, height = (float(node.get(key)) for key in ("x", "y", "width", "height"))
    return left, top, left + width, top + height


def dots(group):
    return {
        node.get("class").split()[-1]: (float(node.get("cx")), float(node.get("cy")))
        for node in group.iter()
        if tag(node) == "circle" and "dot" in node.get("class")
    }


def paths(group, kind):
    for node in group.iter():
        if tag(node) == "path" and kind in node.get("class").split():
            yield [tuple(map(float, pair.split())) for pair in node.get("d")[1:].rstrip("Z").split("L")]


def near(a, b):
    return all(abs(x - y) <= NEAR for x, y in zip(a, b, strict=True))


def on(point, line):
    """Say whether a point lies on a line of horizontal and vertical parts."""
    x, y = point
    return any(
        min(x1, x2) - NEAR <= x <= max(x1, x2) + NEAR and min(y1, y2) - NEAR <= y <= max(y1, y2) + NEAR
        for (x1, y1), (x2, y2) in itertools.pairwise(line)
    )


def extent(node):
    kinds = node.get("class").split()
    wide, x = svg.width(node.text, kinds[0]), float(node.get("x"))
    return (x - wide, x) if "end" in kinds else (x - wide / 2, x + wide / 2) if "middle" in kinds else (x, x + wide)
