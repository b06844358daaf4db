# SPDX-License-Identifier: GPL-3.0-or-later
"""Links the modules of a version for a chip with little memory: names are looked up once, code stays in the flash.

How that is done on the chip, and why, is written in firmware/linker.py. Here each module gets places in a common list
for its names, and a stub for each of its functions: it has the same signature, fits into one block of MicroPython's
heap, and raises TypeError should it ever be run.
"""

import ast
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from . import mpy

CHIPS = ("pico", "pico_w")  # modules with an RP2040; the others have memory enough
LINKER = "/linker.mpy"  # links the others
NAMES = "/names.mpy"
BLOCK = 4096
_HEAD = 12
_SIGNATURE = 4
_MARK = 0x25
_RAISES = bytes([0x51, 0x65])  # LOAD_CONST_NONE, RAISE_OBJ
_PLACE = 0x8000  # and more: a place in the list of names
_END = 0xFFFF  # of a module's names

# Run at a board's prompt: prints True if its image makes functions and dicts as firmware/linker.py knows them.
PROBE = """
import machine
def one():
    return 1
def two():
    return 2
def is_known(mem32):
    names = {"one": one}
    if mem32[mem32[id(names) + 12] + 8 * mem32[id(names) + 8] - 4] != id(one):
        return False
    mem32[id(one) + 12] = mem32[id(two) + 12]
    return one() == 2
print(is_known(machine.mem32))
"""


def linkable(source: str, package: str) -> str:
    """Return a module's source with what links it: before all else its names, when all is defined its functions.

    `_` is what firmware/linker.py puts there, or does nothing. It imports no `const`, which is for the compiler, and
    what it imports from its package it calls by its full name, so that the name need not be made each time.
    """
    source = source.replace("from micropython import const\n", "")
    source = re.sub(r"^from \. import", f"from {package} import", source, flags=re.M)
    source = re.sub(r"^from \.(\w+) import", rf"from {package}.\1 import", source, flags=re.M)
    body = ast.parse(source).body
    classes = [part.name for part in body if isinstance(part, ast.ClassDef)]
    has_functions = classes or any(isinstance(part, ast.FunctionDef) for part in body)
    last = f"_(__name__, ({''.join(name + ', ' for name in classes)}))\n" if has_functions else ""
    return f"_(__name__)\n{source}{last}"


def is_for(files: Mapping[str, bytes]) -> bool:
    """Return True if these are modules to be linked."""
    return LINKER in files


def known(data: bytes, empty: bytes) -> list[str]:
    """Return the list that was made a module, by `linked`, of an empty one."""
    return [str(name) for name in mpy.read(data).names[len(mpy.read(empty).names) :]]


def names(files: Mapping[str, bytes], known: Sequence[str] = ()) -> list[str]:
    """Return the names of all modules, each once. known: an earlier list; a name in both keeps its place."""
    found = {name for module in _modules(files).values() for name in module.names if isinstance(name, str)}
    free = iter(sorted(found.difference(known)))
    kept = [name if name in found else next(free, "") for name in known]
    return [name for name in [*kept, *free] if name]


def linked(files: Mapping[str, bytes], listed: Sequence[str]) -> dict[str, bytes]:
    """Return the modules linked to a list of names, which becomes a module as well."""
    module = mpy.read(files[NAMES])
    places = {name: _PLACE + len(module.names) + number for number, name in enumerate(listed)}
    made = {LINKER: files[LINKER], NAMES: bytes(replace(module, names=[*module.names, *listed]))}
    for path, module in _modules(files).items():
        own = [places.get(name, name) if isinstance(name, str) else name for name in module.names]
        made[path] = bytes(replace(module, names=[*own, _END], code=_stubbed(module)))
    return {**made, **{path: data for path, data in files.items() if path not in made}}


def blocks(files: Mapping[str, bytes], first: int, nonce: int) -> tuple[list[bytes], dict[str, int]]:
    """Return the content of the blocks with the code of these modules, and for each module where its table is.

    first: number of the first of them in its file. nonce: is in each of them, and in no other version. A place is
    4096 * the how many-th block + bytes into it.
    """
    made = _Blocks(first)
    tables = {}
    for path, module in _modules(files).items():
        if moved := _moved(module):
            places = [made.add(function.data) for function in moved]
            tables[path] = made.add(b"".join(place.to_bytes(4, "little") for place in places), 4)
    return list(made.signed(nonce)), tables


def has_table(data: bytes) -> bool:
    """Return True if there is code of this module in the blocks."""
    return bool(_moved(mpy.read(data)))


def first_block(size: int) -> tuple[int, int]:
    """Return the number of the first block of a file behind so many bytes, and the bytes of the file before it."""
    number, begin = 0, 0
    while begin < size:
        begin += BLOCK - _skip(number)
        number += 1
    return number, begin


class _Blocks:
    """Blocks that are being filled; nothing in them straddles two."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.filled: list[bytearray] = []

    def add(self, data: bytes, align: int = 1) -> int:
        """Put in what a function needs; return where it is."""
        if self.filled:
            self.filled[-1] += bytes(-len(self.filled[-1]) % align)
        if not self.filled or len(self.filled[-1]) + len(data) > BLOCK:
            self.filled.append(bytearray(_skip(self.first + len(self.filled)) + _HEAD))
        block = self.filled[-1]
        if len(block) + len(data) > BLOCK:
            raise ValueError(f"a function of {len(data)} bytes does not fit into a block of flash")
        block += data
        return (len(self.filled) - 1) * BLOCK + len(block) - len(data)

    def signed(self, nonce: int) -> Iterator[bytes]:
        """Yield the blocks without the pointers, which are LittleFS's."""
        for index, block in enumerate(self.filled):
            begin = _skip(self.first + index)
            code = bytes(block[begin + _HEAD :]).ljust(BLOCK - begin - _HEAD, b"\xff")
            head = (nonce, index, binascii.crc32(code) & 0x3FFFFFFF)
            yield b"".join(number.to_bytes(4, "little") for number in head) + code


def _modules(files: Mapping[str, bytes]) -> dict[str, mpy.Module]:
    alone = (LINKER, NAMES)
    return {path: mpy.read(data) for path, data in files.items() if path.endswith(".mpy") and path not in alone}


def _moved(module: mpy.Module) -> list[mpy.Function]:
    """Return the functions whose code lies in the flash: those of the module, and the methods of its classes."""
    found = [function for function in module.functions() if function.is_named and function.kind == mpy.BYTECODE]
    if any(len(mpy.signature(function.data)) > _SIGNATURE for function in found):
        raise ValueError(f"a function in {module.names[0]} takes more than a stub can say")
    return found


def _stubbed(module: mpy.Module) -> bytes:
    parts, at = [], 0
    for number, function in enumerate(_moved(module)):
        stub = _stub(function.data, number)
        head = mpy.uint(len(stub) << 3 | function.has_children << 2 | function.kind)
        parts += [module.code[at : function.begin], head, stub]
        at = function.end
    return b"".join([*parts, module.code[at:]])


def _stub(code: bytes, number: int) -> bytes:
    """Return what stands for a function. Its numbers are written with more bytes than they need: for a fixed place."""
    signature = [byte & 0x7F for byte in mpy.signature(code)]
    signature += [0] * (_SIGNATURE - len(signature))
    name = b"\x80\x00"  # the first of the module's names: its own
    info = bytes([(len(name) + 4) << 1 | 0x80, 0])
    start = bytes(byte | 0x80 for byte in signature[:-1]) + bytes(signature[-1:])
    return start + info + name + number.to_bytes(3, "little") + bytes([_MARK]) + _RAISES


def _skip(number: int) -> int:
    """Return the bytes of pointers at the beginning of a file's block of this number."""
    return 4 * (number & -number).bit_length()
