# SPDX-License-Identifier: GPL-3.0-or-later
"""Stand in for MicroPython's `micropython` module on CPython: every decorator gives back the plain function.

Only names that the firmware uses are here, so that a new use shows up as an ImportError.
"""

import builtins
import gc
import os
import sys
import traceback

from viper import ptr8, ptr32


def const(value):
    """Return the value: CPython has no compile-time constants."""
    return value


def viper(function):
    """Return the function as it is: the plain meaning of a kernel is what CPython tests."""
    return function


def native(function):
    """Return the function as it is."""
    return function


def kbd_intr(character):
    """Do nothing: over our serial ports Ctrl-C is a byte anyway."""


def _print_exception(error, file):
    traceback.print_exception(error, file=file)


def _ilistdir(path):
    return ((name, 0, 0) for name in os.listdir(path))


# Viper's names are nobody's import.
builtins.ptr8 = ptr8
builtins.ptr32 = ptr32

# MicroPython's own modules have these.
os.ilistdir = _ilistdir
sys.print_exception = _print_exception
gc.mem_alloc = lambda: 0
gc.mem_free = lambda: 1 << 20  # always enough
