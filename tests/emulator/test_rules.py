# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules core on the real image: no kernel and no question about a position allocates there either."""

from pathlib import Path

from touchmove import compiler, install

SCRIPT = Path(__file__).parents[1] / "micropython" / "rules_heap.py"


def test_rules_do_not_allocate_on_the_chip(uf2, tmp_path):
    import flashed

    files = {path: data for path, data in compiler.compiled("pico_reed").items() if path.startswith("/rules/")}
    files["/rules_heap.mpy"] = compiler.compile_file(SCRIPT, SCRIPT.name, compiler.PICO, tmp_path / "out.mpy")
    chip = flashed.booted(uf2, files)
    with chip.running(), install.repl(chip.port) as transport:
        output, errors = transport.exec_raw("import rules_heap", timeout=600)
    chip.close()
    assert (output.strip(), errors) == (b"ok", b"")
