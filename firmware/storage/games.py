# SPDX-License-Identifier: GPL-3.0-or-later
"""The games of a journal, a folder each: what room they take, and what may go to make some."""

import os

from micropython import const

from .lines import exists, join, numbers

_PACK = const(8)  # segments that become a file


class Games:
    """folder: of the running or last game, "" before the first. first: number of the first record that is still here.

    kept: the caller says up to which record a computer keeps them. is_crowded: there may be no room for a long game;
    free_kb are left. is_untidy: `tidy` has, or may have, something to do.
    """

    def __init__(self, path, reserve_kb):
        """path: of the journal, which is there. reserve_kb: so much room a long game may need."""
        self.path = path
        self.reserve_kb = reserve_kb
        self.kept = 0
        games = numbers(path)
        self.first = games[0] if games else 1
        self.folder = join(path, games[-1]) if games else ""
        self._loose = []  # finished segments that are not packed yet, oldest first
        self._spare = []  # files that are not needed any more
        self._old = path + "/old"
        self._is_removing = exists(self._old)
        self._tried = -1  # as far as which computers kept records when nothing could be removed
        self._look()

    def begin(self, number):
        """A game begins with this record."""
        self.folder = join(self.path, number)
        if not exists(self.folder):
            os.mkdir(self.folder)
        self._tried = -1
        self._look()

    def _look(self):
        """See how much room there is."""
        disk = os.statvfs(self.path)
        self.free_kb = disk[0] * disk[3] // 1024
        self.is_crowded = self.free_kb < self.reserve_kb
        self.is_untidy = True

    def finish(self, path):
        """Nothing will be appended to this segment any more."""
        self._loose.append(path)
        self.is_untidy = self.is_untidy or self._is_ripe()

    def spare(self, path):
        """This segment lies in a packed file, too."""
        self._spare.append(path)

    def tidy(self):
        """Do one thing that makes room: remove a file that is not needed, or pack segments.

        Games that a computer keeps are not needed if the disk is crowded. Return False if there is nothing to do, or
        nothing that may be done yet.
        """
        if self._spare:
            os.remove(self._spare.pop(0))  # the oldest first: what is left of them is whole where it is read
        elif self._is_ripe():
            self._pack()
        elif self._is_removing or self._choose():
            self._remove()
        else:
            self.is_untidy = self.is_crowded  # a computer may keep more later
            return False
        return True

    def _is_ripe(self):
        """Return True if the oldest loose segments should be packed: there are enough, or their game is over."""
        return len(self._loose) >= _PACK or (self._loose and not self._loose[0].startswith(self.folder))

    def _pack(self):
        """Make one file of the oldest loose segments; it takes the name and the place of the first."""
        packed = [path for path in self._loose[:_PACK] if path[:-8] == self._loose[0][:-8]]
        self._loose = self._loose[len(packed) :]
        if len(packed) == 1:
            return
        part = packed[0] + ".part"
        with open(part, "wb") as file:
            for path in packed:
                with open(path, "rb") as segment:
                    file.write(segment.read())
        os.rename(part, packed[0])
        self._spare = packed[1:]

    def _choose(self):
        """Let the oldest game be the one that is removed; return False if it may not go."""
        if not self.is_crowded or self._tried == self.kept:
            return False
        games = numbers(self.path)
        if len(games) < 2 or games[1] > self.kept + 1:
            self._tried = self.kept
            return False
        os.rename(join(self.path, games[0]), self._old)  # at once, whatever happens to its files
        self.first = games[1]
        self._is_removing = True
        return True

    def _remove(self):
        for entry in os.ilistdir(self._old):
            os.remove("%s/%s" % (self._old, entry[0]))
            return
        os.rmdir(self._old)
        self._is_removing = False
        self._look()
