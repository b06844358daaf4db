# SPDX-License-Identifier: GPL-3.0-or-later
"""The table in docs/rules-core.md names, for each rule of the core, a module and a test that has the rule's id."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
IDS = "R1 R2 R3 R4 R10 R11 R12 R13 R14 R15 R16 R30 R32 R34 R35 R37 R38 R39 R40".split()


def test_every_rule_has_its_module_and_its_test():
    text = (ROOT / "docs" / "rules-core.md").read_text()
    rows = dict(re.findall(r"^\| (R\d+) \| (.+) \|$", text, re.MULTILINE))
    assert list(rows) == IDS
    for rule, row in rows.items():
        modules, tests = (cell.split(", ") for cell in row.split(" | "))
        for module in modules:
            assert (ROOT / "firmware" / "rules" / module).is_file()
        for test in tests:
            source = (ROOT / "tests" / "rules" / test).read_text()
            assert re.search(rf"def test_\w*{rule}_", source), f"{test} has no test named after {rule}"
