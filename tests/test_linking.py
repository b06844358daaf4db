# SPDX-License-Identifier: GPL-3.0-or-later
"""How a chip links a version: the memory of an RP2040, in which MicroPython's objects lie as the image makes them."""

import sys
import types

import pytest

from touchmove import linker as host

FLASH, RAM = 0x10000000, 0x20000000
BLOCKS = 352
STORAGE = FLASH + (2 << 20) - BLOCKS * 4096  # the last 1,408 KB of 2 MB
FUNCTION, GENERATOR, PROPERTY, CLOSURE, MODULE, DICT = range(FLASH + 0x5000, FLASH + 0x5060, 16)
KINDS = [FUNCTION, GENERATOR, PROPERTY, CLOSURE]
OTHER = FLASH + 0x6000  # a type of which nothing is known


class Memory:
    """Words by address; what was never written is all ones, as an erased flash is."""

    def __init__(self):
        self.words = {}
        self.free = RAM

    def __getitem__(self, address):
        assert address % 4 == 0, "machine.mem32 takes no other"
        return self.words.get(address, 0xFFFFFFFF)

    def __setitem__(self, address, word):
        assert address >= RAM, "nobody writes to the flash"
        self.words[address] = word

    def put(self, address, data):
        for at in range(0, len(data), 4):
            self.words[address + at] = int.from_bytes(data[at : at + 4], "little")

    def bytes(self, address, size):
        return b"".join(self[address + at].to_bytes(4, "little") for at in range(0, size, 4))

    def make(self, *words):
        """Return the address of a new object."""
        address = self.free
        self.free += 16 * (len(words) // 4 + 1)
        for at, word in enumerate(words):
            self[address + 4 * at] = word
        return address

    def code(self, data):
        address = self.make(*[0] * 8)
        self.put(address, data.ljust(16, b"\0"))
        return address


class Pointer:
    def __init__(self, memory, address, size):
        self.memory, self.address, self.size = memory, address, size

    def __getitem__(self, index):
        at = self.address + index * self.size
        return self.memory[at & ~3] >> 8 * (at & 3) & ((1 << 8 * self.size) - 1)

    def __setitem__(self, index, value):
        at = self.address + index * self.size
        shift, mask = 8 * (at & 3), (1 << 8 * self.size) - 1
        self.memory[at & ~3] = self.memory[at & ~3] & ~(mask << shift) | value << shift


@pytest.fixture
def memory():
    return Memory()


@pytest.fixture
def linker(memory, monkeypatch):
    """The module, on a chip with this memory."""

    class Flash:
        def ioctl(self, what, argument):
            assert what == 4
            return BLOCKS

    for name, parts in {
        "machine": {"mem32": memory},
        "rp2": {"Flash": Flash},
        "uctypes": {"bytearray_at": memory.bytes},
    }.items():
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**parts))
    monkeypatch.delitem(sys.modules, "linker", raising=False)
    import linker

    linker.ptr16 = lambda address: Pointer(memory, address, 2)
    linker.ptr32 = lambda address: Pointer(memory, address, 4) if isinstance(address, int) else address
    yield linker
    monkeypatch.delitem(sys.modules, "linker", raising=False)


def stub(number):
    return host._stub(b"\x09\x04\x0d\x18\x32\x00", number)


def test_numbers_take_the_place_of_places(linker, memory):
    listed = memory.make(0x0200_0100, 0x0400_0300)  # 0x100, 0x200, 0x300, 0x400
    own = memory.make(0x8003_0007, 0x8000_0016, 0xABCD_FFFF, 0x8001_8001)
    linker._number(memory.make(MODULE, 0, own), listed)
    assert [memory[own + 4 * at] for at in range(4)] == [0x0400_0007, 0x0100_0016, 0xABCD_FFFF, 0x8001_8001]


def test_functions_run_from_where_their_code_lies(linker, memory):
    code = [memory.code(stub(number)) for number in (0, 1, 2, 0, 3)]
    own = memory.code(b"\x09\x04\x0d\x18\x32\x00")
    moved = [memory.make(kind, 1, 2, code[number]) for number, kind in enumerate((FUNCTION, GENERATOR, FUNCTION))]
    unmoved = [memory.make(FUNCTION, 1, 2, own), memory.make(OTHER, 1, 2, code[3])]
    placed = memory.make(FUNCTION, 1, 2, FLASH + 0x20001)  # by the module that it comes from; no address of a word
    getter = memory.make(PROPERTY, moved[2], 0, 0)
    moved.append(memory.make(FUNCTION, 1, 2, code[4]))
    closure = memory.make(CLOSURE, moved[3], 1, 0)
    values = [moved[0], 7, FLASH + 0x9000, getter, closure, 0xFA, *unmoved, moved[1], placed]
    table = memory.make(*[word for value in values for word in (0xE2, value)], 0, 0)
    names = memory.make(DICT, len(values) << 3, len(values) + 1, table)
    wheres = memory.make(16, 4096 + 33, 8192 + 5, 99)  # each 4096 times the block, and more
    linker._place(names, wheres, [0x100A0000, 0x100B1000, 0x10111000], KINDS)
    assert [memory[function + 12] for function in moved] == [0x100A0010, 0x100B1021, 0x10111005, 0x100A0063]
    assert [memory[function + 12] for function in [*unmoved, placed]] == [own, code[3], FLASH + 0x20001]


def version(memory, first, where, nonce=0x123456, size=9):
    """Put the blocks of a version where a file system might; return what its first line says."""
    made = host._Blocks(first)
    for number in range(size):
        made.add(bytes([number]) * 3000)
    for index, block in enumerate(made.signed(nonce)):
        at = STORAGE + where[index] * 4096
        before = STORAGE + where[index - 1] * 4096
        skip = 4096 - len(block)
        memory.put(at, ((before - STORAGE) // 4096).to_bytes(4, "little") + b"\x77" * (skip - 4) + block)
    return [b"2600", b"%d" % first, b"%d" % size, b"%d" % nonce]


SCATTERED = [5, 200, 17, 351, 0, 9, 10, 11, 44]


@pytest.mark.parametrize("first", [1, 2, 8, 15, 24])
def test_the_blocks_are_found_wherever_they_are(linker, memory, first):
    head = version(memory, first, SCATTERED)
    version(memory, first, [number + 20 for number in SCATTERED[::-1][:3]] + [60, 61, 62, 63, 64, 65], nonce=0x123457)
    assert linker._find(first, int(head[2]), int(head[3])) == [STORAGE + block * 4096 for block in SCATTERED]


def test_a_flash_of_another_size(linker, memory, monkeypatch):
    monkeypatch.setitem(globals(), "STORAGE", FLASH + (4 << 20) - BLOCKS * 4096)
    head = version(memory, 3, SCATTERED)
    assert linker._find(3, int(head[2]), int(head[3]))[0] == STORAGE + 5 * 4096


def test_code_that_is_not_there_is_told(linker, memory):
    with pytest.raises(OSError, match=r"^the code of the firmware is not in the flash: flash it again$"):
        linker._find(3, 9, 0x123456)


def test_a_copy_is_told(linker, memory):
    """Where one of them was removed, nobody can tell which, and its blocks may be overwritten."""
    head = version(memory, 3, SCATTERED)
    version(memory, 3, [number + 20 for number in SCATTERED[:3]] + [60, 61, 62, 63, 64, 65])
    with pytest.raises(OSError, match=r"^the firmware was copied on the board: flash it again$"):
        linker._find(3, int(head[2]), int(head[3]))


@pytest.mark.parametrize("damage", [0, 4, 8, 500])
def test_a_damaged_block_is_told(linker, memory, monkeypatch, damage):
    head = version(memory, 3, SCATTERED)
    monkeypatch.setattr(linker, "_is_known", lambda names: True)
    at = STORAGE + 17 * 4096 + 4 * 1 + damage  # the third, which is the fifth of the file: one pointer
    memory.words[at & ~3] ^= 1 << 9
    with pytest.raises(OSError, match=r"^block 2 of the firmware is damaged: flash it again$"):
        linker.use(None, head)


def test_an_image_that_makes_functions_in_another_way_is_told(linker, monkeypatch):
    monkeypatch.setattr(linker, "_is_known", lambda names: False)
    with pytest.raises(OSError, match=r"^MicroPython is made in another way here: flash the firmware again$"):
        linker.use(None, [b"2600", b"3", b"9", b"1"])
