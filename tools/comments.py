# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what the comments of a table in a source file say of its entries: documents are written from them."""

import re
from pathlib import Path


def meanings(source: Path) -> dict[str, str]:
    """Return the comments by the name that the entry begins with."""
    found, above = {}, []
    for line in source.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if text.startswith("# "):
            above.append(text[2:])
            continue
        if text == "(":
            continue
        entry = re.match(r'\(?"([^"]+)",', text)
        _, _, behind = text.partition("  # ")
        if entry and (above or behind):
            found.setdefault(entry[1], behind or " ".join(above))
        above = []
    return found
