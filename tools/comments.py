# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what the comments of a table in a source file say of its entries: documents are written from them."""

import re
import sys
from pathlib import Path


def meanings(source: Path, table: str = "") -> dict[str, str]:
    """Return the comments by the name that the entry begins with; of one table of several, if its name is given."""
    found, above = {}, []
    text = source.read_text(encoding="utf-8")
    if table:
        text = text.partition(f"\n{table} = (\n")[2].partition("\n)\n")[0]
    for line in text.splitlines():
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


def write(page: Path, text: str) -> int:
    """Write a page, or with `--check` only compare it; return an exit code."""
    if "--check" not in sys.argv:
        page.write_text(text, encoding="utf-8")
    elif not page.exists() or page.read_text(encoding="utf-8") != text:
        print(f"{page.name} is not what the code says: `make docs` writes it")
        return 1
    return 0
