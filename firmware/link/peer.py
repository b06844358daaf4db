# SPDX-License-Identifier: GPL-3.0-or-later
"""The board's end of the link: answer commands once, send records from where the host asked, no more than fit.

At most WINDOW bytes are sent that the host has not acknowledged, so a write always fits the USB buffer and cannot
block, whether anybody reads or not. A host that was away asks `from` again and gets every record, byte for byte as
in the journal.
"""

from micropython import const

from . import frame, table

WINDOW = const(256)
_CHUNK = const(64)
_ANSWERS = const(4)  # that wait for room at most; a host that is owed more than that is not reading


class Peer:
    def __init__(self, port, journal, commands, name, unique):
        """port: has read_into(buf) and write(line).

        commands: function (name, values) that does it, or raises ValueError; it returns the answer's name and values,
        or None for `ok`.
        """
        self.port = port
        self.journal = journal
        self.commands = commands
        self.name = name
        self.unique = unique
        self.next = 0  # the record to send next; 0: nobody has asked
        self.flight = []  # what is on its way, oldest first: (number of the record or 0 for an answer, bytes)
        self.in_flight = 0
        self.answers = []  # answers that wait for room
        self.last_id = -1  # of the last command that changed the game, and what was answered
        self.last_answer = b""
        self.splitter = frame.Splitter()
        self.buffer = bytearray(_CHUNK)

    def step(self):
        """Read what came, send what fits; never block. Return how many lines that were: they take memory."""
        lines = 0
        count = self.port.read_into(self.buffer)
        while count:
            for index in range(count):
                line = self.splitter.feed(self.buffer[index])
                if line:
                    lines += 1
                    self._read(frame.decode(line))
            count = self.port.read_into(self.buffer) if count == _CHUNK else 0
        while self.answers and self._send(0, self.answers[0]):
            self.answers.pop(0)
        if 0 < self.next < self.journal.games.first:  # another host keeps it, and it has gone: say so when asked again
            self.next = 0
        while not self.answers and self.next and self.next <= self.journal.synced:
            line = self.journal.read(self.next)
            if not self._send(self.next, line or frame.encode(frame.RECORD, self.next, "damaged", (0, "lost"))):
                break
            lines += 1
            self.next += 1
        return lines

    def _read(self, message):
        if message is None:
            return
        head, number, name, values = message
        if head == frame.ACK:
            if self.journal.games.kept < number <= self.journal.synced:
                self.journal.games.kept = number
            self._acknowledge(number)
        elif head == frame.COMMAND:
            self._command(number, name, values)

    def _acknowledge(self, number):
        while self.flight and self.flight[0][0] <= number:
            self.in_flight -= self.flight.pop(0)[1]

    def _command(self, number, name, values):
        """Answer a command; one that has changed the game is never carried out twice, only answered again."""
        if name in ("hello", "from"):  # the host reads from here on: nothing from before is still on its way
            self.flight.clear()
            self.in_flight = 0
            self._reply(self._answer(number, name, values))
            return
        self._acknowledge(0)  # a host that commands again has read the answers before
        if number != self.last_id:
            self.last_answer = self._answer(number, name, values)
            self.last_id = number
        self._reply(self.last_answer)

    def _reply(self, line):
        if len(self.answers) >= _ANSWERS:
            self.answers.pop(0)
        self.answers.append(line)

    def _answer(self, number, name, values):
        try:
            if name == "hello":
                self.next = 0
                self.commands(name, values)
                journal = self.journal
                return frame.encode(
                    frame.ANSWER,
                    number,
                    "hello",
                    (table.PROTOCOL, table.FIRMWARE, self.name, self.unique, journal.id, frame.digest())
                    + (journal.games.first, journal.synced),
                )
            if name == "from":
                first, last = self.journal.games.first, self.journal.synced
                if not first <= values[0] <= last + 1:
                    raise ValueError("no record %d: the journal has %d to %d" % (values[0], first, last))
                self.next = values[0]
                answer = None
            else:
                answer = self.commands(name, values)
            return frame.encode(frame.ANSWER, number, *(answer or ("ok", ())))
        except ValueError as error:
            return frame.encode(frame.ANSWER, number, "error", (str(error)[:120],))

    def _send(self, number, line):
        if self.in_flight + len(line) > WINDOW:
            return False
        self.port.write(line)
        self.flight.append((number, len(line)))
        self.in_flight += len(line)
        return True
