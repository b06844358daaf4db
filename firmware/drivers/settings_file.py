# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps one line of text on the flash: the old one or the new one, never half of either."""

import os


class File:
    def __init__(self, path):
        self.path = path

    def load(self):
        """Return the line, empty if none was ever saved."""
        try:
            with open(self.path) as file:
                return file.read().strip()
        except (OSError, ValueError):  # a disk gone bad is no reason not to play
            return ""

    def save(self, text):
        """OSError if the disk will not take it: the old line stays."""
        part = self.path + ".part"
        with open(part, "w") as file:
            file.write(text + "\n")
        os.rename(part, self.path)
