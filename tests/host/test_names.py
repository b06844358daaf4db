# SPDX-License-Identifier: GPL-3.0-or-later
"""What only its module uses gets a short name when it is compiled, and its own back in a traceback."""

import ast
import re
from pathlib import Path

import pytest

from touchmove import compiler

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = sorted([*(ROOT / "firmware").rglob("*.py"), *(ROOT / "boards").glob("*.py")])
PRIVATE = re.compile(r"_[A-Za-z]\w*\Z")
PLACE = re.compile(r"\w+")


def private(names: set[str]) -> set[str]:
    return {name for name in names if PRIVATE.match(name)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_private_name_is_used_only_where_it_is_made(path: Path) -> None:
    made: set[str] = set()
    used: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Name(name, context) | ast.Attribute(_, name, context):
                (used if isinstance(context, ast.Load) else made).add(name)
            case ast.FunctionDef(name) | ast.ClassDef(name):
                made.add(name)
            case ast.JoinedStr():
                inside = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                assert not private(inside), "not every Python shortens what stands in an f-string"
            case ast.arg(name):
                made.add(name)
            case ast.Import(names) | ast.ImportFrom(_, names):
                assert not private({alias.asname or alias.name for alias in names}), "imported, so not private"
            case ast.keyword(name) if name:
                assert not PRIVATE.match(name), "a keyword of somebody else's"
    assert private(used) <= made
    assert not re.search(r"[gs]etattr\(\w+, \"_", path.read_text()), "a name made at run time is not shortened"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_class_shares_its_private_names_with_one_of_another_file(path: Path) -> None:
    """Each file shortens its own: `_open` here and `_old` there would both be `_a` of one object."""
    classes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
    assert {ast.unparse(base) for one in classes for base in one.bases} <= {one.name for one in classes}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_else_is_changed(path: Path) -> None:
    source = path.read_text()
    short, names = compiler.shortened(source)
    assert len(set(names.values())) == len(names), "each has a name of its own"
    assert not {name for name in PLACE.findall(source) if name in names} - set(names.values())
    back = PLACE.sub(lambda found: names.get(found[0], found[0]), short)
    assert back == source
    assert len(short) <= len(source)


def test_a_traceback_names_what_the_sources_name() -> None:
    names = compiler.shortened((ROOT / "firmware" / "app.py").read_text())[1]
    short = next(short for short, name in names.items() if name == "_report")
    rest = 'File "nowhere", line 1, in _a ValueError: _b'
    shown = compiler.with_long_names(f'File "app", line 1, in {short} {rest}')
    assert shown == f'File "app", line 1, in _report {rest}'
