# SPDX-License-Identifier: GPL-3.0-or-later
"""A board without chess: the firmware's own end of the link over a list of records, in memory or on a PTY.

It can be cut, reset, made noisy, or left at a MicroPython prompt.
"""

import os
import pty
import select
import threading
import tty

from link import frame
from link.peer import Peer


class Journal:
    def __init__(self, id="j1"):
        self.id = id
        self.lines = []
        self.first = 1
        self.kept = 0
        self.games = self

    @property
    def synced(self):
        return len(self.lines)

    def read(self, number):
        return self.lines[number - 1]

    def add(self, name, *values):
        self.lines.append(frame.encode(frame.RECORD, len(self.lines) + 1, name, values))


class Cable:
    """What the firmware's Peer sees of a port. `change` may lose or damage a line on its way to the computer."""

    def __init__(self, change=lambda line: line):
        self.inbox = bytearray()
        self.outbox = bytearray()
        self.change = change

    def read_into(self, buf):
        count = min(len(buf), len(self.inbox))
        buf[:count] = self.inbox[:count]
        del self.inbox[:count]
        return count

    def write(self, line):
        self.outbox += self.change(line)

    def take(self):
        data = bytes(self.outbox)
        self.outbox.clear()
        return data


class FakeBoard:
    """The board's end in memory: `exchange` passes bytes between it and a conversation."""

    def __init__(self, journal=None, unique="u1", change=lambda line: line):
        self.journal = journal or Journal()
        self.unique = unique
        self.cable = Cable(change)
        self.done = []  # commands that were carried out
        self.at_prompt = False
        self.at_raw_prompt = False
        self.reset()

    def reset(self):
        """Restart the firmware: it forgets who was listening."""
        self.peer = Peer(self.cable, self.journal, self._command, "fake", self.unique)

    def receive(self, data):
        """Take bytes from the computer; return what comes back."""
        if self.at_prompt:
            return self._prompt(data)
        self.cable.inbox += data
        self.peer.step()
        return self.cable.take()

    def _command(self, name, values):
        if name == "hello":
            return None
        if name == "new" and values[0] == "bad":
            raise ValueError("time control bad")
        self.done.append((name, *values))
        if name == "set":
            return "settings", ("turned=off lights=10",)
        return None

    def _prompt(self, data):
        if self.at_raw_prompt:  # it waits for a program and answers nothing, until Ctrl-B ends that
            if b"\x02" not in data:
                return b""
            self.at_raw_prompt = False
            return b"\r\nMicroPython v1.28.0; Raspberry Pi Pico\r\n>>> "
        if b"\x02\x04" in data:
            self.at_prompt = False
            self.reset()
            return b"\r\nMPY: soft reboot\r\n"
        return data.replace(b"\n", b"\r\nSyntaxError: invalid syntax\r\n>>> ")


class PluggedBoard(FakeBoard):
    """The same on a PTY, served by a thread: `port` is what a computer opens, "" while the cable is out."""

    def __init__(self, journal=None, unique="u1", change=lambda line: line):
        super().__init__(journal, unique, change)
        self.port = ""
        self.acknowledged = threading.Condition()

    def plug(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self._woken, self._wake = os.pipe()
        self.port = os.ttyname(self._slave)
        self._lock = threading.Lock()
        self._is_plugged = True
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def unplug(self):
        if not self.port:
            return
        self.port = ""
        self._is_plugged = False
        os.write(self._wake, b"x")
        self._thread.join()
        for file in (self._master, self._slave, self._woken, self._wake):
            os.close(file)

    def add(self, name, *values):
        """Let the board write a record and send it."""
        with self._lock:
            self.journal.add(name, *values)
        os.write(self._wake, b"x")

    def say(self, data):
        """Send bytes that are not of the protocol."""
        os.write(self._master, data)

    def _serve(self):
        while True:
            ready, _, _ = select.select([self._master, self._woken], [], [])
            if self._woken in ready:
                os.read(self._woken, 64)
            if not self._is_plugged:
                return
            data = os.read(self._master, 4096) if self._master in ready else b""
            with self._lock:
                answer = self.receive(data)
            if answer:
                os.write(self._master, answer)
