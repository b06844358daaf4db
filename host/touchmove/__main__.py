# SPDX-License-Identifier: GPL-3.0-or-later
"""`python -m touchmove` is the command `touchmove`."""

from .cli import main

if __name__ == "__main__":
    main()
