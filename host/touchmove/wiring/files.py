# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the sheets of a board: an SVG each into a folder, or all of them as one page to print."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from ..errors import InputError

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
@page wide {{ size: A4 landscape; margin: 0; }}
@page tall {{ size: A4 portrait; margin: 0; }}
body {{ margin: 0; }} svg {{ display: block; }}
.wide {{ page: wide; break-after: page; }} .tall {{ page: tall; break-after: page; }}
</style></head>
<body>
{sheets}</body></html>
"""


def write(name: str, sheets: Mapping[str, str], out: Path) -> list[Path]:
    """Write sheets of the board `name` to `out`, a folder or a file `.html`; return what was written.

    InputError if that is another kind of file, or cannot be written.
    """
    if out.suffix == ".html":
        files = {out: _page(f"Wiring of {name}", sheets)}
    elif out.suffix and not out.is_dir():
        raise InputError(f"{out} is neither a folder nor a file .html: there are {len(sheets)} sheets to write.")
    else:
        files = {out / f"{name}-{sheet}.svg": svg for sheet, svg in sheets.items()}
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written ({error.strerror}): choose another place with --out") from error
    return list(files)


def _page(title: str, sheets: Mapping[str, str]) -> str:
    shapes = {"wiring": "wide"}
    divisions = (f'<div class="{shapes.get(name, "tall")}">\n{svg}</div>\n' for name, svg in sheets.items())
    return _PAGE.format(title=escape(title), sheets="".join(divisions))
