# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture of the page in the README, taken where there is none or TOUCHMOVE_PICTURE asks for a new one."""

import os
from pathlib import Path

import pytest

PICTURE = Path(__file__).resolve().parent.parent.parent / "docs" / "images" / "page.png"
OPENING = (
    "e2e4 e4, e7e5 e5, g1f3 Nf3, b8c6 Nc6, f1b5 Bb5, a7a6 a6, b5a4 Ba4, g8f6 Nf6, d2d3 d3, b7b5 b5, "
    "a4b3 Bb3, f8c5 Bc5, b1c3 Nc3, d7d6 d6, c3d5 Nd5, c8e6 Be6"
)


@pytest.mark.skipif(
    PICTURE.exists() and "TOUCHMOVE_PICTURE" not in os.environ,
    reason="the picture is there; TOUCHMOVE_PICTURE=1 renews it",
)
def test_picture(house, browse):
    eyes = browse(house.url, viewport={"width": 1360, "height": 800})
    eyes.begin()
    for move in OPENING.split(", "):
        squares, san = move.split()
        eyes.play(squares[:2], squares[2:], san)
    eyes.lift(eyes.square("d5"))
    eyes.page.mouse.move(*_between(eyes.square("f5"), eyes.square("g4")), steps=4)
    colours = {"d5": "white", "b6": "green", "c7": "red", "e7": "green", "f6": "red", "f4": "green", "e3": "green"}
    eyes.sees({**colours, "b4": "green", "c3": "green"})
    eyes.page.evaluate("document.activeElement.blur()")
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    eyes.page.screenshot(path=PICTURE)


def _middle(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _between(place, other):
    (x, y), (u, v) = _middle(place), _middle(other)
    return (x + u) / 2, (y + v) / 2
