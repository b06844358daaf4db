# SPDX-License-Identifier: GPL-3.0-or-later
"""Records as lines that people read: number, time of the game, name, and its fields by their names."""

from collections.abc import Iterable

from touchmove.firmware.link import table

from .record import Record

_MS = {name: {field for field, kind in fields if kind == "ms"} for name, fields in table.RECORDS}
_FIELDS = {name: [field for field, _ in fields] for name, fields in table.RECORDS}
NAMES = tuple(_FIELDS)
_WIDTH = max(map(len, NAMES))


def text(record: Record) -> str:
    """Return a record as a line; one that this version cannot read as the board wrote it."""
    if not record.is_known:
        return f"{record.seq:6}  {record.line.decode('ascii', 'replace')}"
    fields = [f"{field}={_value(record, field)}" for field in _FIELDS[record.name] if field != "at"]
    return f"{record.seq:6}  {time(record['at']):>10}  {record.name:{_WIDTH}}  {' '.join(fields)}".rstrip()


def chosen(records: Iterable[Record], names: Iterable[str]) -> list[Record]:
    """Return the records of these names, all if there are none."""
    wanted = set(names)
    return [record for record in records if not wanted or record.name in wanted]


def time(ms: int) -> str:
    """Return a time as 1:02:03.456."""
    sign, ms = ("-", -ms) if ms < 0 else ("", ms)
    minutes, ms = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{ms // 1000:02}.{ms % 1000:03}"


def _value(record: Record, field: str) -> str:
    value = record[field]
    if field in _MS[record.name]:
        return time(value)
    return repr(value) if isinstance(value, str) and (" " in value or not value) else str(value)
