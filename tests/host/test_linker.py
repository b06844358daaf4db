# SPDX-License-Identifier: GPL-3.0-or-later
"""A version as it is linked for a chip with little memory: what its modules say, and what lies in the flash."""

import ast
import itertools

import pytest

from touchmove import compiler, linker, mpy, slots
from touchmove.paths import FIRMWARE

SOURCE = """
from .other import thing
import gc

LIMIT = 3

def double(number, times=2):
    return number * times

def each(numbers):
    for number in numbers:
        yield [double(one) for one in (number, number)]

class Counter:
    LIMIT = 4

    def __init__(self):
        self.count = 0

    @property
    def is_full(self):
        return self.count == self.LIMIT

    class Inner:
        def never_moved(self):
            return (lambda: 3)()

class Last(Counter):
    def __init__(self):
        super().__init__()
"""


@pytest.fixture(scope="module")
def files():
    return compiler.linkable("pico_reed")


@pytest.fixture
def compiled(tmp_path):
    """A function that makes a module of a source."""

    def compiled(source, name="thing", change=None):
        path = tmp_path / f"{name}.py"
        path.write_text(source)
        return compiler.compile_file(path, name, "armv6m", tmp_path / "out.mpy", change)

    return compiled


@pytest.fixture
def small(compiled):
    """A firmware of one module."""
    source = linker.linkable(SOURCE, "play")
    return {
        "/linker.mpy": compiled("x = 1\n", "linker"),
        "/names.mpy": compiled("", "names"),
        "/play/thing.mpy": compiled(source),
    }


def names(data):
    return [name for name in mpy.read(data).names if isinstance(name, str)]


def test_a_file_that_is_taken_apart_goes_together_again(files):
    assert all(bytes(mpy.read(data)) == data for data in files.values())


def test_what_has_code_in_a_module(small):
    module = mpy.read(small["/play/thing.mpy"])
    found = module.functions()
    assert [function.is_named for function in found] == [
        False,  # the module
        True,  # double
        True,  # each
        False,  # the list in it
        False,  # Counter
        True,  # __init__
        True,  # is_full
        False,  # Inner
        False,  # what is in it
        False,  # and in that
        False,  # Last, which has a cell
        True,  # its __init__
    ]
    assert all(module.code[function.begin : function.end].endswith(function.data) for function in found)


@pytest.mark.parametrize("data", [b"", b"M\x05\0\x1f", b"M\x06\x40\x1f\1\0", b"M\x06\0\x1f\1\0\x20ab"])
def test_a_file_that_is_none_of_ours(data):
    with pytest.raises(ValueError, match=r"^this "):
        mpy.read(data)


def test_a_module_is_linked_by_its_first_and_last_line():
    source = linker.linkable(
        "from micropython import const\nfrom . import a\nfrom .b import C\nclass D:\n    pass\n", "play"
    )
    assert source == ("_(__name__)\nfrom play import a\nfrom play.b import C\nclass D:\n    pass\n_(__name__, (D, ))\n")
    assert linker.linkable("X = 1\n", "play") == "_(__name__)\nX = 1\n"


def test_a_module_refers_to_its_names_by_their_places(small):
    listed = linker.names(small)
    made = linker.linked(small, listed)
    module = mpy.read(made["/play/thing.mpy"])
    assert names(made["/play/thing.mpy"]) == [] and module.names[-1] == 0xFFFF
    every = mpy.read(made["/names.mpy"]).names
    places = [name for name in module.names[:-1] if name >= 0x8000]
    assert {every[place - 0x8000] for place in places} == set(names(small["/play/thing.mpy"]))
    assert made["/linker.mpy"] == small["/linker.mpy"]
    assert linker.known(made["/names.mpy"], small["/names.mpy"]) == listed


def test_a_name_keeps_its_place_and_a_new_one_takes_that_of_one_that_went(small, compiled):
    listed = linker.names(small)
    later = {**small, "/play/thing.mpy": compiled(linker.linkable(SOURCE.replace("double", "triple"), "play"))}
    renamed = [name.replace("double", "triple") for name in listed]
    assert linker.names(later, listed) == renamed
    more = linker.names({**later, "/more.mpy": compiled("MORE = 1\n", "more")}, listed)
    assert sorted(more) == sorted([*renamed, "MORE", "more"])
    assert [name for name, before in zip(more, listed, strict=False) if name != before] == ["MORE"]


def test_a_stub_takes_what_its_function_takes_and_can_be_told(small):
    made = linker.linked(small, linker.names(small))
    before = [function for function in mpy.read(small["/play/thing.mpy"]).functions() if function.is_named]
    module = mpy.read(made["/play/thing.mpy"])
    stubs = [function for function in module.functions() if len(function.data) == 14]
    assert len(stubs) == len(before) == 5
    for number, (function, stub) in enumerate(zip(before, stubs, strict=True)):
        signature = [byte & 0x7F for byte in mpy.signature(function.data)]
        assert [byte & 0x7F for byte in stub.data[:4]] == [*signature, 0, 0, 0][:4]
        assert [byte >> 7 for byte in stub.data[:4]] == [1, 1, 1, 0]
        assert stub.data[8:12] == bytes([number, 0, 0, 0x25])


def test_the_code_of_each_function_lies_in_one_block(files):
    blocks, tables = linker.blocks(files, 19, 77)
    assert {len(block) + 4 * len(pointers(19 + index)) for index, block in enumerate(blocks)} == {4096}
    memory = b"".join(bytes(4 * len(pointers(19 + index))) + block for index, block in enumerate(blocks))
    assert [int.from_bytes(block[:4], "little") for block in blocks] == [77] * len(blocks)
    assert [block[4] for block in blocks] == list(range(len(blocks)))
    ends = []
    for path, table in tables.items():
        moved = [function for function in mpy.read(files[path]).functions() if function.is_named and not function.kind]
        assert table % 4 == 0
        for number, function in enumerate(moved):
            at = int.from_bytes(memory[table + 4 * number : table + 4 * number + 4], "little")
            assert memory[at : at + len(function.data)] == function.data
            assert at // 4096 == (at + len(function.data) - 1) // 4096
            ends.append((at, at + len(function.data)))
    ends.sort()
    assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(ends)), "nothing lies on another"


def pointers(number):
    """Return the numbers of the blocks to which the block of this number points, by LittleFS's own words."""
    if number == 0:
        return []
    count = 1
    while number % (1 << count) == 0:
        count += 1
    return [number - (1 << power) for power in range(count)]


@pytest.mark.parametrize(("size", "first", "begin"), [(0, 0, 0), (1, 1, 4096), (4096, 1, 4096), (4097, 2, 8188)])
def test_where_the_first_whole_block_of_a_file_is(size, first, begin):
    assert linker.first_block(size) == (first, begin)


def test_the_code_lies_where_the_first_line_says(files):
    version = slots.pack(files, 5)
    first, count, nonce = map(int, version.head.split(b"\n")[0].split()[1:])
    assert nonce == 5
    assert version.head[len(version.head.split(b"\n")[0]) + 1 :].count(b"\n") == version.head.count(b"\n") - 1
    begin = linker.first_block(len(version.head) + sum(map(len, version.files.values())))
    assert begin[0] == first
    data = bytes(version)
    assert data[begin[1] : begin[1] + 4] == (5).to_bytes(4, "little")
    assert len(data) == begin[1] + sum(4096 - 4 * len(pointers(first + index)) for index in range(count))


def test_a_function_that_a_stub_cannot_stand_for_is_told(small, compiled):
    arguments = ", ".join(f"a{number}" for number in range(200))
    data = compiled(linker.linkable(f"def many({arguments}):\n    return 0\n", "play"), "many")
    with pytest.raises(ValueError, match=r"^a function in many takes more than a stub can say$"):
        linker.linked({**small, "/many.mpy": data}, [])


def test_a_function_that_is_larger_than_a_block_is_told(small, compiled):
    lines = "".join(f"    print({number}, 'one', two, 3, five)\n" for number in range(500))
    data = compiled(linker.linkable(f"def long(two, five):\n{lines}", "play"), "long")
    with pytest.raises(ValueError, match=r"^a function of [\d]+ bytes does not fit into a block of flash$"):
        linker.blocks({**small, "/long.mpy": data}, 0, 1)


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_runs_its_own_functions_while_it_is_defined(path):
    """They are stubs until the last line; and `_` is the linker's there."""
    tree = ast.parse(path.read_text())
    own = {part.name for part in tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef)}
    if path.stem != "loader":
        called = {
            part.func.id
            for part in at_import(tree)
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in own
        }
        assert called == set()
    loops = {part for part in ast.walk(tree) if isinstance(part, ast.comprehension)}  # they have names of their own
    own = {part for loop in loops for part in ast.walk(loop.target)}
    stored = {part for part in at_import(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    assert "_" not in {name.id for name in stored - own}


def at_import(node):
    """Yield what is run when a module is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            for part in [*getattr(child, "decorator_list", []), *child.args.defaults]:
                yield part
                yield from at_import(part)
        else:
            yield from at_import(child)


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.stem)
def test_a_constant_is_one_for_the_compiler(path):
    """`X = const(1)` alone is; in a tuple it is a call of `const`, which no linked module has."""
    tree = ast.parse(path.read_text())
    alone = {
        part.value for part in ast.walk(tree) if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
    }
    found = {part for part in ast.walk(tree) if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "const"}
    assert found <= alone
