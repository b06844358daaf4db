# SPDX-License-Identifier: GPL-3.0-or-later
"""Copying onto a board: only what it does not have, nothing that is not ours, all or a clear word."""

import pytest

from touchmove import install
from touchmove.errors import BoardError

FILES = {"/rules/a.mpy": b"A" * 3000, "/rules/b.mpy": b"B" * 10, "/app.mpy": bytes(range(256)), "/main.py": b"x = 1\n"}


def content(bench, path):
    return bytes.fromhex(bench.run(f"print(open({path!r}, 'rb').read().hex())").strip())


def test_the_first_time_all_is_sent_and_the_second_time_nothing(bench):
    progress = []
    report = install.copy(bench.transport, FILES, lambda *step: progress.append(step))
    assert report.sent[-1] == "/main.py"
    assert sorted(report.sent) == sorted(FILES)
    assert progress[-1] == ("", 3272, 3272)
    assert {path: content(bench, path) for path in FILES} == FILES
    assert install.copy(bench.transport, FILES) == install.Report(kept=list(FILES))


def test_what_changed_is_sent_and_what_is_left_over_goes(bench):
    install.copy(bench.transport, FILES)
    bench.run("import os\nfor path in ('/app.py', '/rules/old.mpy', '/mine.txt'): open(path, 'w').close()")
    report = install.copy(bench.transport, {**FILES, "/rules/b.mpy": b"new"})
    assert report.sent == ["/rules/b.mpy", "/main.py"]
    assert sorted(report.removed) == ["/app.py", "/rules/old.mpy"]
    assert bench.run("print('mine.txt' in os.listdir('/'))").strip() == "True"


def test_a_full_board_says_so_and_stays_as_it_was(bench):
    install.copy(bench.transport, FILES)
    with pytest.raises(BoardError, match=r"The board has \d+ KB free, the firmware needs \d+ KB"):
        install.copy(bench.transport, {**FILES, "/rules/huge.mpy": bytes(2_000_000)})
    assert install.copy(bench.transport, FILES) == install.Report(kept=list(FILES))
