# SPDX-License-Identifier: GPL-3.0-or-later
"""The identity of a board without a serial number of its own: the one that its data give it."""


class Fixed:
    def __init__(self, unique):
        self.unique = unique
