# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed, while something else goes on."""

import queue
import sys
import threading
from collections.abc import Callable

from .terminal import stdout

_PATIENT_S = 1.0  # how often a board is asked while somebody thinks: else it would take its lights back


class Keyboard:
    """Lines that are typed. After the end of the input Enter is pressed, again and again."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def line(self, wait_s: float) -> str | None:
        """Return the next line, None if there is none within this time."""
        try:
            return self._lines.get(timeout=wait_s)
        except queue.Empty:
            return None

    def answer(self, question: str, meanwhile: Callable[[], object]) -> str:
        """Ask, and wait for a line as long as it takes."""
        stdout.print(question, end=" ")
        stdout.file.flush()
        while (line := self.line(_PATIENT_S)) is None:
            meanwhile()
        return line.strip()

    def _read(self) -> None:
        while line := sys.stdin.readline():
            self._lines.put(line.rstrip("\n"))
        while True:
            self._lines.put("")
            threading.Event().wait(_PATIENT_S)
