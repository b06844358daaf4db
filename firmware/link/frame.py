# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines on the wire and in the journal: one record, command, answer or acknowledgement each.

A line is printable ASCII: a head, the name, its fields, `*` and four hex digits of check sum, then a line feed. The
head says what it is: `17` record 17, `>3` command 3, `<3` its answer, `+17` all records up to 17 are kept. Lines
that fail the check are not errors of anyone: boot text, noise and REPL echo look like that, and both sides skip them.
"""

from binascii import crc32

from . import table

MAX_LINE = 250  # bytes with the line feed: one line always fits the window
RECORD, COMMAND, ANSWER, ACK = "", ">", "<", "+"
_HEADS = {0x3E: COMMAND, 0x3C: ANSWER, 0x2B: ACK}


def encode(head, number, name="", values=()):
    """Return the line as bytes. ValueError if the values do not fit the table or the line is too long."""
    parts = [head + str(number)]
    if head != ACK:
        types = table.fields(_table(head), name)
        if len(types) != len(values):
            raise ValueError("%s takes %d fields, not %d" % (name, len(types), len(values)))
        parts.append(name)
        for value in values:
            parts.append(str(value) if isinstance(value, int) else escape(value))
    body = " ".join(parts).encode()
    line = b"%s*%04X\n" % (body, check(body))
    if len(line) > MAX_LINE:
        raise ValueError("%s is too long for one line: %d bytes" % (name, len(line)))
    return line


def decode(line):
    """Return `(head, number, name, values)`, or None if the line is noise, damaged or not of this protocol."""
    line = line.strip()
    body = line[:-5]
    if line[-5:-4] != b"*" or line[-4:] != b"%04X" % check(body):
        return None
    try:
        parts = body.split(b" ")  # bytes: MicroPython looks each text up among all names it knows
        head = _HEADS.get(body[0], RECORD)
        number = int(parts[0][len(head) :])
        if head == ACK:
            return head, number, "", ()
        name = parts[1].decode()
        types = table.fields(_table(head), name)
        values = [int(word) if kind[1] in table.INTS else _unescape(word) for kind, word in zip(types, parts[2:])]
    except (ValueError, KeyError, IndexError):
        return None
    return (head, number, name, tuple(values)) if len(values) == len(types) == len(parts) - 2 else None


def check(body):
    """Return the low 16 bits of CRC-32: both runtimes have it in C, and four digits stay readable."""
    return crc32(body) & 0xFFFF


def digest():
    """Return eight hex digits that change whenever the table does: two ends with other tables must not talk."""
    crc = table.PROTOCOL
    for entries in (table.RECORDS, table.COMMANDS, table.ANSWERS):
        for entry in entries:  # one by one: the whole table as text is more than a full heap can give in one piece
            crc = crc32(repr(entry).encode(), crc)
    return "%08X" % crc


def escape(text):
    """Return text as one printable word: `_` for a space, `%XX` (UTF-8) for what is not plain, `%` for nothing."""
    if text.isalpha() and len(text) == len(text.encode()):
        return text
    out = bytearray()  # MicroPython keeps each string of one character for good
    for byte in text.encode():
        if byte == 0x20:
            out.append(0x5F)
        elif byte in b"%_*" or not 0x20 < byte < 0x7F:
            out += b"%%%02X" % byte
        else:
            out.append(byte)
    return bytes(out).decode() or "%"


def _unescape(word):
    """Undo `escape`. ValueError if the word is malformed."""
    if word == b"%":
        return ""
    if b"%" not in word:
        return (word.replace(b"_", b" ") if b"_" in word else word).decode()
    out = bytearray()
    index = 0
    while index < len(word):
        if word[index] == 0x25:
            out.append(int(word[index + 1 : index + 3], 16))
            index += 3
        else:
            out.append(0x20 if word[index] == 0x5F else word[index])
            index += 1
    return bytes(out).decode()


def _table(head):
    return table.RECORDS if head == RECORD else table.COMMANDS if head == COMMAND else table.ANSWERS


class Splitter:
    """Cut a stream of bytes into lines; a line that grows too long is dropped up to its end."""

    def __init__(self):
        self.line = bytearray()
        self.dropping = False

    def feed(self, byte):
        """Take one byte; return the finished line as bytes, else None."""
        if byte == 0x0A:
            line = bytes(self.line)
            whole = not self.dropping
            self.line = bytearray()
            self.dropping = False
            return line if whole and line else None
        if len(self.line) >= MAX_LINE:
            self.dropping = True
        else:
            self.line.append(byte)
        return None
