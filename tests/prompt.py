# SPDX-License-Identifier: GPL-3.0-or-later
"""A board's prompt without a board: MicroPython on the desktop, LittleFS on a flash whose power can go."""

import base64
import os
import subprocess
from pathlib import Path

from touchmove.sim import runtime

SCRIPT = Path(__file__).parent / "micropython" / "slots.py"


class Prompt:
    """Stands where mpremote's transport does: `exec`, and the moments of a power cut.

    commands: how many were carried out; breaks_at: the cable is pulled before this one.
    """

    def __init__(self):
        command = [runtime.find("micropython").command[0], "-X", "heapsize=64m", str(SCRIPT)]
        pipe = subprocess.PIPE
        environment = {**os.environ, "MICROPYPATH": f"{SCRIPT.parent}:.frozen"}
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        self.commands = 0
        self.breaks_at = -1

    def exec(self, command):
        if self.commands == self.breaks_at:
            self.breaks_at = -1
            self._ask("reset")  # whoever enters the prompt anew does that
            raise OSError("the cable is out")
        self.commands += 1
        return self._ask("exec", base64.b64encode(command.encode()).decode())

    def write(self, files):
        """Make files (path: content) at the top or in a folder there."""
        for path, data in files.items():
            folder = path.rpartition("/")[0]
            if folder:
                self.exec(f"import os\ntry: os.mkdir({folder!r})\nexcept OSError: pass")
            self.exec(f"with open({path!r}, 'wb') as file: file.write({bytes(data)!r})")

    def mark(self):
        """Begin to count what is done to the flash."""
        self._ask("mark")

    def count(self):
        return int(self._ask("count"))

    def boot(self, number, share=0):
        """Return what starts if the power goes at the number-th thing that was done since the mark."""
        return self._ask("boot", number, share).decode()

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, *words):
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer.startswith("="):
            raise RuntimeError(answer)
        return base64.b64decode(answer[1:])
