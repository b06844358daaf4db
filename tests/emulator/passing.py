# SPDX-License-Identifier: GPL-3.0-or-later
"""Time that passes on an emulated chip."""


def let(chip, ms):
    """Let so many milliseconds pass, whatever the chip puts out meanwhile."""
    while ms > 0:
        ms -= chip.advance(ms)
