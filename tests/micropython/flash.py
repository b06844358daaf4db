# SPDX-License-Identifier: GPL-3.0-or-later
"""A flash in memory, as a block device for LittleFS on desktop MicroPython; it can be put back to any moment."""

import vfs

BLOCK = 4096
BLOCKS = 352  # what the image for the Pico leaves for files
PAGE = 256
_ERASED = b"\xff" * BLOCK


class Flash:
    """A block device. `log`: what was done to it, as (block, offset, bytes or None for an erase)."""

    def __init__(self):
        self.blocks = {}
        self.log = []
        self.programs = 0
        self.erases = 0

    def block(self, number):
        """Return the bytes of a block, to be read."""
        return self.blocks[number]

    def own(self, number):
        """Return the bytes of a block, to be written."""
        if number not in self.blocks:
            self.blocks[number] = bytearray(self.block(number))
        return self.blocks[number]

    def apply(self, operation, share=1):
        """Do an operation, or only a share of it: what comes first is done, the rest not."""
        number, offset, data = operation
        data = _ERASED if data is None else data
        size = int(len(data) * share)
        self.own(number)[offset : offset + size] = data[:size]

    def readblocks(self, number, buf, offset=0):
        buf[:] = memoryview(self.block(number))[offset : offset + len(buf)]

    def writeblocks(self, number, buf, offset=0):
        self.programs += (len(buf) + PAGE - 1) // PAGE
        self._do((number, offset, bytes(buf)))

    def ioctl(self, request, argument):
        if request == 6:
            self.erases += 1
            self._do((argument, 0, None))
        return {4: BLOCKS, 5: BLOCK}.get(request, 0)

    def _do(self, operation):
        self.log.append(operation)
        self.apply(operation)


class Copy(Flash):
    """A flash as another one is now; what is written goes nowhere else."""

    def __init__(self, flash):
        super().__init__()
        self.flash = flash

    def block(self, number):
        return self.blocks.get(number) or self.flash.block(number)


def make():
    """Return a flash with an empty file system."""
    flash = Flash()
    flash.blocks = {number: bytearray(_ERASED) for number in range(BLOCKS)}
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
    flash.log.clear()
    return flash
