# SPDX-License-Identifier: GPL-3.0-or-later
"""Read seven-segment cells as a player does: what letter is that?

The alphabet here is the reader's, written down from the drawing of a display, not taken from the firmware.
"""

_LETTERS = {
    0x00: " ", 0x40: "-", 0x08: "_", 0x53: "?", 0x52: "/", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4",
    0x6D: "5", 0x7D: "6", 0x07: "7", 0x7F: "8", 0x6F: "9", 0x77: "A", 0x7C: "b", 0x39: "C", 0x58: "c", 0x5E: "d",
    0x79: "E", 0x71: "F", 0x3D: "G", 0x76: "H", 0x74: "h", 0x1E: "J", 0x38: "L", 0x54: "n", 0x37: "N", 0x5C: "o",
    0x73: "P", 0x67: "q", 0x50: "r", 0x78: "t", 0x1C: "u", 0x3E: "U", 0x6E: "y", 0x22: '"', 0x04: "i", 0x48: "=",
}  # fmt: skip
_SAME = str.maketrans({"O": "0", "S": "5", "s": "5", "I": "1", "Q": "9", "q": "9", "g": "9"})


def text(cells: bytes) -> str:
    """Return the four cells as text, with a colon where it is lit."""
    out = ""
    for index, cell in enumerate(cells):
        out += _LETTERS.get(cell & 0x7F, "*")
        if index == 1 and cell & 0x80:
            out += ":"
    return out


def looks_like(cells: bytes, word: str) -> bool:
    """Return True if a reader would take the cells for this word: cases, look-alikes and gaps do not matter."""
    return _plain(text(cells)) == _plain(word)


def _plain(word: str) -> str:
    return word.replace(" ", "").translate(_SAME).lower()
