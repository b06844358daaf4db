# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the sheets of the reference board into docs/build/, as `touchmove wiring` does. `--check` compares."""

import sys
from pathlib import Path

from touchmove.compiler import load_board
from touchmove.wiring import sheets

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "build"
BOARD = "pico_reed"


def main() -> int:
    for name, svg in sheets.draw(sheets.wired(load_board(BOARD))).items():
        path = FOLDER / f"{BOARD}-{name}.svg"
        if "--check" not in sys.argv:
            path.write_text(svg, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != svg:
            print(f"{path.relative_to(ROOT)} is not what the code draws: `make docs` draws it")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
