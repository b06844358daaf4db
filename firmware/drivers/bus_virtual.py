# SPDX-License-Identifier: GPL-3.0-or-later
"""The bus of the simulator: one local socket, over which come sensors, buttons and time, and go lights and faces.

Lines of text. In: `sense HEX18` (nine bytes: the ranks and the row of buttons), `advance N` (let at most N ms pass,
stop at the first output). Out: `lights HEX`, `face SIDE HEX`, `tone HERTZ`, and `at N` when the time of an `advance`
has passed or something was shown.
"""

import os
import socket
from binascii import unhexlify

from micropython import const

_ROWS = const(9)


class Virtual:
    def __init__(self, variable):
        """variable: the environment variable that holds the port of the simulator on the loopback address."""
        self.socket = socket.socket()
        self.socket.connect(socket.getaddrinfo("127.0.0.1", int(os.getenv(variable)))[0][-1])
        self.contacts = bytearray(_ROWS)
        self.left_ms = 0  # of the time that the simulator has granted
        self.passed_ms = 0
        self.granted = False
        self.shown = False
        self.news = False
        self._rest = b""
        self._out = ""

    def show(self, text):
        """Take an output for the simulator; the granted time ends here, and both are told together."""
        self._out += text + "\n"
        self.shown = True

    def pass_ms(self, wanted_ms):
        """Return how many milliseconds pass now, at most wanted_ms; None if the simulator must speak first."""
        if self.news:
            self.news = False
            return 0
        if not self.granted:
            return None
        if self.left_ms and not self.shown:
            passed_ms = min(wanted_ms, self.left_ms)
            self.left_ms -= passed_ms
            self.passed_ms += passed_ms
            return passed_ms
        self.granted = False
        self.socket.send(("%sat %d\n" % (self._out, self.passed_ms)).encode())
        self._out = ""
        return None

    def read(self):
        """Wait for the simulator and take what it says; without a simulator there is no board."""
        data = self.socket.recv(512)
        if not data:
            raise SystemExit
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line.startswith(b"sense "):
                self.contacts[:] = unhexlify(line[6:])
                self.news = True
            elif line.startswith(b"advance "):
                self.left_ms = int(line[8:])
                self.passed_ms = 0
                self.granted = True
                self.shown = False
