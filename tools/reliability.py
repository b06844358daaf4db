# SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks things on purpose, and counts what is lost. Every file reliability_PART.py beside this one is a part.

    python tools/reliability.py [--full] [PART …]

A part has `run(full)`, which yields what it measured, a line each, and raises AssertionError where something was lost.
Without --full all parts together fit ten minutes.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def main() -> int:
    parts = sorted(path.stem.removeprefix("reliability_") for path in HERE.glob("reliability_*.py"))
    parser = argparse.ArgumentParser(description="Break things on purpose, and count what is lost.")
    parser.add_argument("--full", action="store_true", help="in full, which may take hours")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of: {', '.join(parts)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(parts):
        parser.error(f"no part {', '.join(sorted(unknown))}: there are {', '.join(parts)}")
    failed = 0
    for part in arguments.parts or parts:
        begun = time.monotonic()
        try:
            for line in importlib.import_module(f"reliability_{part}").run(arguments.full):
                print(f"{part}: {line}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"{part}: FAILED: {error}", flush=True)
        print(f"{part}: {time.monotonic() - begun:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
