# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/link.md from the table of the link, with examples that the code itself encodes. `--check` only compares."""

import sys
from pathlib import Path

from comments import meanings, write

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "link.md"
sys.path.insert(0, str(ROOT / "firmware"))

from link import frame, table  # noqa: E402 - the path comes first

_HEAD = """# The link

Board and computer exchange lines of printable ASCII over a serial port. **A record is the same line in the board's journal,
on the wire and in the computer's archive, byte for byte**, so a journal, an arbiter's dispute and a bug report are one file.
This page is written from `firmware/link/table.py` by `make docs`; the table is what counts.

## A line

```
{example}
```

- A head: `17` is record 17, `>3` command 3, `<3` the answer to it, `+17` says that all records up to 17 are kept.
- The name and its fields, one space between two. Text is one word: `_` is a space, `%XX` a byte of UTF-8, `%` alone is empty.
- `*` and four hex digits: the low 16 bits of the CRC-32 of all before it. Then a line feed. At most {max_line} bytes in all.

A line that fails the check is skipped by both sides: boot text, noise and REPL echo look like that. No line contains 0x03.

## A conversation

1. `hello`: the computer says its protocol and the time; the board says who it is, the digest of its table ({digest}) and its last
   record. Another protocol or digest is an error that names both.
2. `from N`: the board sends records N, N+1, … and goes on with new ones as they are safe in its journal.
3. The computer stores records by (board, journal, number) and acknowledges with `+N`. At most {window} bytes are on their way
   without that, so no write can block the board, whether anybody reads or not.
4. A gap, a damaged line or a silence: the computer says `hello` and `from` again. Repetition does no harm.

A command has a number and gets one answer. The board carries out one number only once, and answers it again if it is repeated.
"""


def render() -> str:
    example = frame.encode(frame.RECORD, 17, "moved", (61500, 3, "g1f3", "black", 301200, 298000, 2, 1, 0, 0))
    shown = example.decode().strip()
    parts = [_HEAD.format(example=shown, max_line=frame.MAX_LINE, digest=f"`{frame.digest()}` now", window=256)]
    source = ROOT / "firmware" / "link" / "table.py"
    for title in ("Records", "Commands", "Answers"):
        said = meanings(source, title.upper())
        parts.append(f"\n## {title}\n\n| name | fields | meaning |\n|---|---|---|\n")
        for name, fields in getattr(table, title.upper()):
            row = " ".join(f"`{field}`:{kind}" for field, kind in fields)
            parts.append(f"| `{name}` | {row or '–'} | {said[name]} |\n")
    parts.append("\nReasons of `ended`: ")
    parts.append("; ".join(f"`{name}`: {meaning}" for name, meaning in meanings(source, "REASONS").items()) + ".\n")
    parts.append("\nActs of `ruled` and `rule`: ")
    acts = meanings(ROOT / "firmware" / "play" / "arbiter.py").items()
    parts.append("; ".join(f"`{name}`: {meaning}" for name, meaning in acts) + ".\n")
    parts.append(
        "\nTypes: `int`, `ms` (milliseconds) and `ply` are whole numbers; `square`, `move` (UCI), `side` and `text` are text.\n"
        "`at` is board time in milliseconds since the game started; it stands still while the board is off.\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(FILE, render()))
