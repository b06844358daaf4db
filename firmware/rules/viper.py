# SPDX-License-Identifier: GPL-3.0-or-later
"""Give CPython the pointer names of viper.

Viper knows these casts by name and never calls them; plain Python indexes the buffer itself. The two agree only while
a buffer's items are as wide as its pointer's.
"""


def ptr8(buffer):
    return buffer


def ptr16(buffer):
    return buffer


def ptr32(buffer):
    return buffer
