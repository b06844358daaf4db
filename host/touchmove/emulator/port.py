# SPDX-License-Identifier: GPL-3.0-or-later
"""A PTY that looks like the board's serial port.

Nothing here blocks: bytes that nobody fetches wait in a queue.
"""

import os
import pty
import select
import tty


class Port:
    def __init__(self) -> None:
        self._master, self._slave = pty.openpty()
        # Raw from the start: a client may send before it has set the line up. We keep the far end open too, so that
        # clients may come and go.
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        self._queue = bytearray()

    def read(self, wait_s: float = 0) -> bytes:
        """Return what has come in, waiting up to `wait_s` for the first byte."""
        if not select.select([self._master], [], [], wait_s)[0]:
            return b""
        return os.read(self._master, 4096)

    def write(self, data: bytes | bytearray) -> None:
        self._queue += data
        self.flush()

    def flush(self) -> None:
        """Pass on as much of the queue as the PTY takes."""
        try:
            while self._queue:
                del self._queue[: os.write(self._master, self._queue)]
        except BlockingIOError:
            pass  # full: the client does not read at present

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
