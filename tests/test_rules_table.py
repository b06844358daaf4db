# SPDX-License-Identifier: GPL-3.0-or-later
"""The table in docs/rules.md is complete both ways: a row has modules and tests that name its rule, each rule a row."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
LAWS = ROOT.parent / "shared" / "rules.md"
CORE = "R1 R2 R3 R4 R10 R11 R12 R13 R14 R15 R16 R30 R32 R34 R35 R37 R38 R39 R40".split()


def page():
    return (ROOT / "docs" / "rules.md").read_text()


def rows():
    """Return (id, modules, tests) of every row, top to bottom."""
    found = re.findall(r"^\| (R\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", page(), re.MULTILINE)
    return [(rule, modules.split(", "), tests.split(", ")) for rule, modules, tests in found]


def not_yet():
    (sentence,) = re.findall(r"^Not yet.*\.$", page(), re.MULTILINE)
    return re.findall(r"R\d+", sentence)


def number(rule):
    return int(rule[1:])


def named_by(path):
    """Return the rules that a file names: in the names of its test functions, or in a scenario's comments."""
    text = path.read_text()
    if path.suffix == ".txt":
        return set(re.findall(r"\bR\d+\b", " ".join(re.findall(r"^#.*", text, re.MULTILINE))))
    names = re.findall(r"^\s*(?:async )?def (test_\w+)", text, re.MULTILINE)
    return {rule for name in names for rule in re.findall(r"_(R\d+)(?=_|$)", name)}


def test_each_rule_has_one_row_in_order():
    rules = [rule for rule, _, _ in rows()]
    assert rules == sorted(set(rules), key=number)
    assert len(rules) == len(re.findall(r"^\| R", page(), re.MULTILINE)), "a row has another form"
    assert set(CORE) <= set(rules)
    assert not_yet() == sorted(set(not_yet()) - set(rules), key=number)


@pytest.mark.parametrize(("rule", "modules", "tests"), rows(), ids=[row[0] for row in rows()])
def test_modules_exist_and_tests_name_the_rule(rule, modules, tests):
    for module in modules:
        assert (ROOT / "firmware" / module).is_file(), f"{rule}: there is no firmware/{module}"
    for test in tests:
        assert (TESTS / test).is_file(), f"{rule}: there is no tests/{test}"
        assert rule in named_by(TESTS / test), f"tests/{test} has no test that names {rule}"


def test_every_rule_that_a_test_names_has_a_row():
    rules = {rule for rule, _, _ in rows()}
    for path in [*sorted(TESTS.rglob("*.py")), *sorted((TESTS / "scenarios").glob("*.txt"))]:
        missing = named_by(path) - rules
        assert not missing, f"{path.relative_to(ROOT)} names {missing}: docs/rules.md has no row"


def test_the_laws_beside_the_project_are_all_in_the_table_or_not_yet():
    if not LAWS.is_file():
        pytest.skip(f"no laws beside the project: {LAWS} does not exist")
    laws = re.findall(r"^- (R\d+) ", LAWS.read_text(), re.MULTILINE)
    assert sorted([rule for rule, _, _ in rows()] + not_yet(), key=number) == laws
