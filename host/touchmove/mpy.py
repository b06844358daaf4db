# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a .mpy apart, as mpy-cross writes it (MicroPython, py/persistentcode.c), and puts it together again."""

from collections.abc import Iterator
from dataclasses import dataclass

BYTECODE = 0
_NATIVE_PY, _VIPER, _ASM = 1, 2, 3  # kinds of code
_HEADER = 4
_HAS_ARCH_FLAGS = 0x40  # in the header
_LAST_ALONE = 4  # objects of a kind up to this one have no content
_STR, _BYTES, _TUPLE = 5, 6, 10
_HAS_RODATA, _HAS_BSS, _IS_RELOCATED = 0x20, 0x40, 0x10  # flags of viper code
_LOAD_NAME, _STORE_NAME = 0x11, 0x16
_KNOWN = ((False,), (False, True))  # in a module; in a class there
_MODULE = 22  # the name `__module__`


@dataclass(frozen=True)
class Function:
    """A function, the body of a class or a module: its code is `data`; begin to end in `code`, with kind and size.

    is_named: its module, or a class of it, knows it by its name. has_children: functions are defined in it.
    """

    kind: int
    has_children: bool
    begin: int
    end: int
    data: bytes
    is_named: bool


@dataclass(frozen=True)
class Module:
    """head: the version of the format. names: those that code and constants refer to by their place; the first is the
    file's own; a number is one that MicroPython has numbered for all. code: constants and code; they begin at `begin`.
    """

    head: bytes
    names: list[str | int]
    objects: int
    code: bytes

    def __bytes__(self) -> bytes:
        names = b"".join(map(_name, self.names))
        return self.head + uint(len(self.names)) + uint(self.objects) + names + self.code

    def functions(self) -> list[Function]:
        """Return all that has code, in the order of the file. ValueError if it cannot be read."""
        reader = _Reader(self.code)
        for _ in range(self.objects):
            reader.skip_object()
        return list(self._functions(reader, ()))

    def _functions(self, reader: "_Reader", around: tuple[bool, ...]) -> Iterator[Function]:
        """Yield what comes next and all in it. around: for each body around it whether it is one of a class."""
        begin = reader.at
        head = reader.uint()
        kind, has_children = head & 3, bool(head & 4)
        data = reader.take(head >> 3)
        end = reader.at
        is_class = False
        name: str | int = ""
        if kind == BYTECODE:
            name, is_class = self._describe(data)
        else:
            reader.skip_native(kind)
        is_named = around in _KNOWN and not is_class and not str(name).startswith("<")
        yield Function(kind, has_children, begin, end, data, is_named)
        for _ in range(reader.uint() if has_children else 0):
            yield from self._functions(reader, (*around, is_class))

    def _describe(self, data: bytes) -> tuple[str | int, bool]:
        """Return the name of bytecode, and whether it is the body of a class: that begins with saying its module."""
        reader = _Reader(data, len(signature(data)))
        size, cells = reader.sizes()
        begin = reader.at
        name = self.names[reader.uint()]
        reader.at = begin + size + cells
        if reader.take(1)[0] != _LOAD_NAME:
            return name, False
        reader.uint()
        return name, reader.take(1)[0] == _STORE_NAME and self.names[reader.uint()] == _MODULE


def read(data: bytes) -> Module:
    """Take a file apart. ValueError if it is none that we know."""
    if data[:2] != b"M\x06" or data[2] & _HAS_ARCH_FLAGS:
        raise ValueError("this is no .mpy file of version 6")
    reader = _Reader(data, _HEADER)
    names, objects = reader.uint(), reader.uint()
    return Module(data[:_HEADER], [reader.name() for _ in range(names)], objects, data[reader.at :])


def signature(code: bytes) -> bytes:
    """Return how a function's code begins: what it takes, and whether it is a generator."""
    size = 1
    while code[size - 1] >= 0x80:
        size += 1
    return code[:size]


def uint(number: int) -> bytes:
    """Return a number as these files have it: seven bits a byte, the highest first."""
    found = bytes([number & 0x7F])
    while number := number >> 7:
        found = bytes([number & 0x7F | 0x80]) + found
    return found


def _name(name: str | int) -> bytes:
    if isinstance(name, int):
        return uint(name << 1 | 1)
    return uint(len(name.encode()) << 1) + name.encode() + b"\0"


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def take(self, size: int) -> bytes:
        self.at += size
        if self.at > len(self.data):
            raise ValueError("this .mpy ends too early")
        return self.data[self.at - size : self.at]

    def uint(self) -> int:
        found, is_more = 0, True
        while is_more:
            byte = self.take(1)[0]
            found = found << 7 | byte & 0x7F
            is_more = byte >= 0x80
        return found

    def sizes(self) -> tuple[int, int]:
        """Return how many bytes describe a function and its cells: six bits in a byte and one, the lowest first."""
        info = cells = number = 0
        is_more = True
        while is_more:
            byte = self.take(1)[0]
            info |= (byte & 0x7E) >> 1 << 6 * number
            cells |= (byte & 1) << number
            number += 1
            is_more = byte >= 0x80
        return info, cells

    def name(self) -> str | int:
        size = self.uint()
        return size >> 1 if size & 1 else self.take((size >> 1) + 1)[:-1].decode()

    def skip_object(self) -> None:
        kind = self.take(1)[0]
        if kind <= _LAST_ALONE:
            return
        size = self.uint()
        if kind == _TUPLE:
            for _ in range(size):
                self.skip_object()
        else:
            self.take(size + (kind in (_STR, _BYTES)))

    def skip_native(self, kind: int) -> None:
        flags = self.uint()  # for _NATIVE_PY it is where its prelude is
        if kind == _ASM:
            self.uint()
            self.uint()
        elif kind == _VIPER:
            if flags & _IS_RELOCATED:
                raise ValueError("this .mpy has code that has to be relocated")
            size = self.uint() if flags & _HAS_RODATA else 0
            if flags & _HAS_BSS:
                self.uint()
            self.take(size)
