# SPDX-License-Identifier: GPL-3.0-or-later
"""Links the modules of a version on an RP2040: names are looked up once for all, code stays in the flash.

An import looks up each name of a module among all that MicroPython knows, one after the other: half a second for all of
the firmware. And it copies the code of all functions into the heap, of which a Pico has 240 KB. But the flash can be
read as memory, and code is never written to. So in a version (`host/touchmove/linker.py` makes it):

- A module refers to its names by their places in one list, which is a module too, and imported first. Before all else,
  each module calls `_(__name__)`, and the numbers of the names take the places' place.
- Most code lies in blocks of the flash, and in the modules are stubs. A function object is four words: type, module,
  children, code. When all of a module is defined it calls `_(__name__, classes)`, and the last word of each of its
  functions comes to point to its code in the flash.

LittleFS keeps a file as blocks, each of which begins with pointers to blocks before it (`lfs_ctz`). They stay where
they are until the file is removed; a version that runs is not.

    a block     pointers; nonce, how many-th block, check sum of what follows (a word each); code
    a table     for each stub of a module where its code is: 4096 * the how many-th block + bytes into it (a word each)
    a stub      4 bytes of signature, 4 of other prelude, its number, a mark, code that raises TypeError
"""

import builtins
import sys
from array import array
from binascii import crc32

import micropython
import rp2
import uctypes
from machine import mem32
from micropython import const

_FLASH = const(0x10000000)
_RAM = const(0x20000000)
_BLOCK = const(4096)
_HEAD = const(12)
_SIZE = const(2)  # word of a dict: how many entries it has room for
_TABLE = const(3)  # and where they are, two words each
_CODE = const(3)  # word of a function: where its code is
_FUNCTION = const(1)  # word of a property, and of a function with cells: its function
_MARK = const(0x25)
_NUMBERS = const(2)  # word of a module: where the numbers of its names are, 16 bits each
_PLACE = const(0x8000)  # such a number and more: a place in the list
_END = const(0xFFFF)
# Modules that MicroPython would look for among the files first.
_OF_IMAGE = ("array", "binascii", "gc", "machine", "micropython", "os", "select", "sys", "time")
_SIZES_MB = (2, 4, 8, 16)  # of flash; files are at its end

_slow_import = __import__
_opened = {}  # modules that are being defined, and their paths in the version
version = None  # the one that is loaded
blocks = array("I")  # addresses of those with code, in their order
kinds = array("I")  # addresses of the types of functions, generators, properties, functions with cells
listed = 0  # address of the numbers of all names


def use(loaded, head):
    """Link a version from now on. OSError if its code is not there as it was written. head: words of its first line."""
    global blocks, kinds, listed, version
    import names

    if not _is_known(names):
        raise OSError("MicroPython is made in another way here: flash the firmware again")
    listed = mem32[id(names) + 4 * _NUMBERS]
    first, count, nonce = [int(word) for word in head[1:]]
    found = _find(first, count, nonce)
    for index, block in enumerate(found):
        begin = block + _skip(first + index)
        found_head = mem32[begin], mem32[begin + 4], mem32[begin + 8]
        if found_head != (nonce, index, _sum(begin + _HEAD, block + _BLOCK)):
            raise OSError("block %d of the firmware is damaged: flash it again" % index)
    version = loaded
    blocks = array("I", found)
    kinds = array("I", [id(kind) for kind in (type(_one), type(_count), property, type(_enclose(1)))])
    for name in _OF_IMAGE:
        sys.modules[name] = __import__(name)
    builtins._ = link
    builtins.__import__ = _import


def done():
    """All is loaded: what comes is imported as ever, and linked."""
    version.forget()
    builtins.__import__ = _slow_import


def _import(name, names=None, own=None, wanted=(), level=0):
    """Import; what has been before is found without a look at the files, or at the parts of its name."""
    return sys.modules.get(name) or _slow_import(name, names, own, wanted, level)


def link(name, classes=None):
    """Link the names of a module that has just been opened; or, with its classes, its functions."""
    module = sys.modules[name]
    if classes is None:
        _opened[name] = version.opened
        _number(id(module), listed)
        return
    table = version.tables.get(_opened.pop(name))
    if table is not None:
        table = blocks[table >> 12] + (table & 0xFFF)
        _place(id(module.__dict__), table, blocks, kinds)
        for one in classes:
            _place(id(one.__dict__), table, blocks, kinds)


@micropython.viper
def _number(module: int, listed: int):
    """Put the numbers of names where a module has their places in the list."""
    numbers = ptr16(listed)
    own = ptr16(ptr32(module)[_NUMBERS])
    at = 0
    while own[at] != _END:
        if own[at] >= _PLACE:
            own[at] = numbers[own[at] - _PLACE]
        at += 1


@micropython.viper
def _place(names: int, table: int, blocks: ptr32, kinds: ptr32):
    """Let the functions in a dict run from the flash; they are known by what they begin with."""
    wheres = ptr32(table)
    size = ptr32(names)[_SIZE]
    entry = ptr32(names)[_TABLE] + 4
    end = entry + 8 * size
    while entry < end:
        value = ptr32(entry)[0]
        entry += 8
        if value & 3 or value < _RAM:  # a number, a name, or an object of the image
            continue
        kind = ptr32(value)[0]
        if kind == kinds[2] or kind == kinds[3]:
            value = ptr32(value)[_FUNCTION]
            kind = ptr32(value)[0]
        if kind != kinds[0] and kind != kinds[1]:
            continue
        code = ptr32(value)[_CODE]
        if code >= _RAM and ptr32(code)[2] >> 24 == _MARK:
            where = wheres[ptr32(code)[2] & 0xFFFF]
            ptr32(value)[_CODE] = blocks[where >> 12] + (where & 0xFFF)


def _find(first, count, nonce):
    """Return the addresses of the blocks: the last one is found by what is in it, each before it by a pointer."""
    number = rp2.Flash().ioctl(4, 0)  # of all blocks
    skip = _skip(first + count - 1)
    for size_mb in _SIZES_MB:
        base = _FLASH + (size_mb << 20) - number * _BLOCK
        last = [
            at
            for at in range(base, base + number * _BLOCK, _BLOCK)
            if mem32[at + skip] == nonce and mem32[at + skip + 4] == count - 1
        ]
        if len(last) > 1:  # of a copy that was removed, blocks may be overwritten
            raise OSError("the firmware was copied on the board: flash it again")
        if last:
            found = last
            while len(found) < count:
                found.append(base + mem32[found[-1]] * _BLOCK)
            found.reverse()
            return found
    raise OSError("the code of the firmware is not in the flash: flash it again")


def _skip(number):
    """Return the bytes of pointers at the beginning of a file's block: one, and one for each time two divides it."""
    count = 1
    while not number & 1:
        number >>= 1
        count += 1
    return 4 * count


def _sum(begin, end):
    return crc32(uctypes.bytearray_at(begin, end - begin)) & 0x3FFFFFFF


def _is_known(module):
    """Return True if modules, functions and dicts are made as we know them: code can be lent."""
    if mem32[mem32[id(module) + 4 * _NUMBERS]] & 0xFFFF != id("names") >> 3:
        return False
    names = {"one": _one}
    if mem32[mem32[id(names) + 4 * _TABLE] + 8 * mem32[id(names) + 4 * _SIZE] - 4] != id(_one):
        return False
    mine = id(_one) + 4 * _CODE
    kept = mem32[mine]
    mem32[mine] = mem32[id(_two) + 4 * _CODE]
    found = _one()
    mem32[mine] = kept
    return found == 2 and _one() == 1


def _one():
    return 1


def _two():
    return 2


def _count():
    yield


def _enclose(cell):
    return lambda: cell
