# SPDX-License-Identifier: GPL-3.0-or-later
"""The link over standard input and output: USB serial on a chip, a PTY on a desktop.

Bytes only, through the buffers below the text layer: the text layer turns a newline into two characters.

A call for the prompt is Enter, Ctrl-C, Enter as mpremote types it (Ctrl-A follows), Enter and two Ctrl-C as older tools
do, or three Ctrl-C as a person may. No line of ours has a Ctrl-C, and one alone is noise.
"""

import select
import sys

CALLS = (0x0D030D, 0x0D0303, 0x030303)


class Stdio:
    """Reads never wait. Writes do not either, as long as the caller keeps to 256 unacknowledged bytes.

    is_called: somebody wants the prompt. What he typed after the call is left for it.
    """

    def __init__(self):
        self.is_called = False
        self._last = 0  # three bytes
        # CPython buffers once more below `buffer`, where poll cannot see; MicroPython has no `raw`.
        self._in = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        self._out = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # MicroPython's ipoll yields without allocating.
        self._ready = getattr(poll, "ipoll", poll.poll)
        self._byte = bytearray(1)

    def read_into(self, buf):
        """Read at most len(buf) bytes that are here already; return how many."""
        count = 0
        # Byte by byte: readinto waits until its buffer is full.
        while count < len(buf) and not self.is_called and self._is_ready() and self._in.readinto(self._byte):
            byte = self._byte[0]
            buf[count] = byte
            count += 1
            self._last = (self._last & 0xFFFF) << 8 | byte
            self.is_called = byte < 0x0E and self._last in CALLS
        return count

    def write(self, line):
        self._out.write(line)

    def _is_ready(self):
        for _, event in self._ready(0):
            return bool(event & select.POLLIN)
        return False
