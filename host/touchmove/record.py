# SPDX-License-Identifier: GPL-3.0-or-later
"""One record as the host handles it: its number, its name, its fields, and the line exactly as the board wrote it.

The line is what is kept; the rest is read from it with the table of the link, never the other way round. A record that
this version's table does not have (an older firmware wrote it) is kept all the same, and its fields stay unread.
"""

import re
from dataclasses import dataclass
from typing import Any

from touchmove.firmware.link import frame, table

Value = int | str


@dataclass(frozen=True, slots=True)
class Record:
    seq: int
    name: str
    values: tuple[Value, ...]
    line: bytes
    is_known: bool = True  # False: the table of this version cannot read it, and there are no values

    def __getitem__(self, field: str) -> Any:
        """Return the value of a field by its name in the table; KeyError if the record has no such field."""
        if not self.is_known:
            raise KeyError(field)
        return self.values[_FIELDS[self.name][field]]

    def get(self, field: str, default: Any = None) -> Any:
        index = _FIELDS[self.name].get(field) if self.is_known else None
        return default if index is None else self.values[index]


_FIELDS: dict[str, dict[str, int]] = {
    name: {field: index for index, (field, _) in enumerate(fields)} for name, fields in table.RECORDS
}
_FOREIGN = re.compile(rb"([1-9][0-9]{0,15}) ([a-z][a-z_]*)(?: [!-)+-~]+)*\*[0-9A-F]{4}")


def parse(line: bytes) -> Record | None:
    """Return the record in a line without its line feed, or None if the line is anything else."""
    decoded = frame.decode(line)
    if decoded is None or decoded[0] != frame.RECORD:
        return None
    _, seq, name, values = decoded
    return Record(seq, name, values, bytes(line))


def foreign(line: bytes) -> Record | None:
    """Return the whole record of another table in a line that `parse` does not read, or None if it is no record."""
    match = _FOREIGN.fullmatch(line)
    if match is None or line[-4:] != b"%04X" % frame.check(line[:-5]):
        return None
    return Record(int(match[1]), match[2].decode(), (), bytes(line), is_known=False)


def recall(seq: int, name: str, line: bytes) -> Record:
    """Return a record that is kept, as far as this version can read it."""
    return parse(line) or Record(seq, name, (), line, is_known=False)


def make(seq: int, name: str, *values: Value) -> Record:
    """Return the record that a board would write; ValueError if the values do not fit the table."""
    return Record(seq, name, values, bytes(frame.encode(frame.RECORD, seq, name, values)).rstrip(b"\n"))
