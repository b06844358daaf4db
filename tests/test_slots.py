# SPDX-License-Identifier: GPL-3.0-or-later
"""Two versions of the firmware on one board: which of them starts, wherever the power goes or the cable is pulled."""

import pytest
from prompt import Prompt

from touchmove import compiler, install, linker, slots
from touchmove.errors import BoardError, InputError
from touchmove.sim import runtime

MAIN = """
import sys
VERSION = {version!r}
def main(board, loaded=None):
    import app
    from play import game, {own}
    versions = {{VERSION, app.VERSION, game.VERSION, {own}.VERSION}}
    loaded()
    from play import late
    versions.add(late.VERSION)
    sys.modules["said"] += [board] + sorted(versions)
"""
BEFORE = """
import sys
import app
from play import game
with open("board") as file:
    sys.modules["said"] += [file.read(), app.VERSION, game.VERSION]
"""


@pytest.fixture(scope="module")
def make(tmp_path_factory):
    """A function that makes a small firmware which says its version in every file; one file never changes."""
    folder = tmp_path_factory.mktemp("firmware")

    def compiled(path, source):
        file = folder / "module.py"
        file.write_text(source)
        return compiler.compile_file(file, path, "", folder / "out.mpy")

    def make(version):
        own = f"only_{version}"
        sources = {"/main": MAIN.format(version=version, own=own)}
        for path in ("/app", "/play/game", f"/play/{own}", "/play/late"):
            sources[path] = f"VERSION = {version!r}\n" + f"TEXT = {version * 9000!r}\n"
        sources["/play/__init__"] = "SAME = 1\n"
        return {f"{path}.mpy": compiled(path, source) for path, source in sources.items()}

    return make


@pytest.fixture
def prompt():
    try:
        runtime.find("micropython")
    except InputError as error:
        pytest.skip(str(error))
    prompt = Prompt()
    prompt.write({"/journal/1": b"kept", "/settings": b"lights=4"})
    yield prompt
    prompt.close()


def put(prompt, files, board="one"):
    return slots.put(prompt, files, compiler.loader(), board)


def started(prompt):
    """Return what starts now."""
    prompt.mark()
    return prompt.boot(0)


def cut_everywhere(prompt, old, new):
    """Let the power go at everything that was done to the flash since the mark, before it and amid it."""
    count = prompt.count()
    seen = [prompt.boot(number, share) for number in range(count) for share in (0, 50)] + [prompt.boot(count)]
    assert seen[0] == old and seen[-1] == new
    at = seen.index(new)
    assert set(seen[:at]) == {old} and set(seen[at:]) == {new}
    return count


def test_a_new_board_runs_what_it_got(prompt, make):
    files = make("1")
    report = put(prompt, files)
    assert (report.sent, report.kept, report.before) == (list(files), [], None)
    assert started(prompt) == "one 1 kept"
    assert slots.running(prompt) == slots.Running("a", "one")


def test_the_same_again_does_nothing_to_the_flash(prompt, make):
    put(prompt, make("1"))
    prompt.mark()
    report = put(prompt, make("1"))
    assert (report.sent, report.kept) == ([], list(make("1")))
    assert prompt.count() == 0


def test_only_what_changed_is_sent(prompt, make):
    put(prompt, make("1"))
    files = {**make("1"), "/app.mpy": make("2")["/app.mpy"]}
    progress = []
    report = slots.put(prompt, files, compiler.loader(), "one", lambda *step: progress.append(step))
    assert report.sent == ["/app.mpy"] and len(report.kept) == len(files) - 1
    size = len(files["/app.mpy"])
    assert progress[0][1:] == (0, size) and progress[-1] == ("", size, size)
    assert started(prompt) == "one 1 2 kept"


@pytest.fixture
def link(tmp_path, monkeypatch):
    """A function that makes a version to be linked, of sources by path; the desktop passes for a chip that we know."""
    monkeypatch.setattr(linker, "PROBE", "print(True)")

    def link(**sources):
        made = {}
        for name, source in {"linker": "LINKS = 1\n", "names": "", **sources}.items():
            path = tmp_path / f"{name}.py"
            path.write_text(source)
            change = None if name in ("linker", "names") else lambda text: linker.linkable(text, "")
            made[f"/{name}.mpy"] = compiler.compile_file(path, name, "", tmp_path / "out.mpy", change)
        return made

    return link


THINGS = "".join(f"def thing{number}(first, second):\n    return first + second + {number}\n" for number in range(300))
OTHER = "def other(third):\n    return third\n"


def test_a_linked_version_is_known_again(prompt, link):
    files = link(things=THINGS, other=OTHER)
    report = put(prompt, files)
    assert report.sent == ["/linker.mpy", "/names.mpy", "/things.mpy", "/other.mpy"]
    assert put(prompt, files).sent == []


def test_of_a_linked_version_modules_that_did_not_change_are_kept(prompt, link):
    put(prompt, link(things=THINGS, other=OTHER))
    report = put(prompt, link(things=THINGS, other=OTHER.replace("third", "fourth")))
    assert (report.sent, report.kept) == (["/names.mpy"], ["/linker.mpy", "/things.mpy", "/other.mpy"])
    report = put(prompt, link(things=THINGS, other=OTHER + "def more():\n    return 7\n"))
    assert (report.sent, report.kept) == (["/names.mpy", "/other.mpy"], ["/linker.mpy", "/things.mpy"])


def test_no_version_has_the_mark_of_one_before(prompt, link):
    """What a version before has left in the flash must not be taken for code of the one that runs."""
    nonces = set()
    for number in range(3):
        put(prompt, link(other=OTHER.replace("return", f"return {number} +")))
        slot = slots.running(prompt).slot
        nonces.add(prompt.exec(f"print(open('/{slot}').readline())").split()[3])
    assert len(nonces) == 3


def test_a_board_whose_image_is_unknown_gets_a_version_that_is_not_linked(prompt, link, monkeypatch):
    monkeypatch.setattr(linker, "PROBE", "print(False)")
    files = link(things=THINGS)
    assert put(prompt, files).sent == list(files)
    slot = slots.running(prompt).slot
    assert len(prompt.exec(f"print(open('/{slot}').readline())").split()) == 1


def test_the_power_goes_at_any_moment_of_an_update(prompt, make):
    put(prompt, make("1"))
    put(prompt, make("2"))
    prompt.mark()
    put(prompt, make("3"))
    assert cut_everywhere(prompt, "one 2 kept", "one 3 kept") > 20


def test_the_power_goes_at_any_moment_of_the_first_one_in_slots(prompt, make):
    """What the layout before had at the top goes when the new version is whole, and not before."""
    files = {path: data for path, data in make("1").items() if path != "/main.mpy"}
    boards = {"/boards/one.mpy": b"M", "/link/frame.mpy": b"M", "/rules/move.mpy": b"M", "/drivers/x.mpy": b"M"}
    prompt.write({**files, **boards, "/board": b"one", "/main.py": BEFORE.encode()})
    assert started(prompt) == "one 1 1 kept"
    assert slots.running(prompt) == slots.Running("", "one")
    prompt.mark()
    put(prompt, make("2"))
    cut_everywhere(prompt, "one 1 1 kept", "one 2 kept")
    assert sorted(eval(prompt.exec("print(os.listdir('/'))"))) == ["a", "journal", "main.py", "settings", "slot"]


def test_the_cable_is_pulled_before_any_command_and_the_next_attempt_is_whole(prompt, make):
    put(prompt, make("1"))
    before = prompt.commands
    put(prompt, make("2"))
    count = prompt.commands - before
    for number in range(count):
        old, new = ("2", "1") if number % 2 == 0 else ("1", "2")
        assert started(prompt) == f"one {old} kept"
        prompt.breaks_at = prompt.commands + number
        with pytest.raises(OSError, match="the cable is out"):
            put(prompt, make(new))
        assert started(prompt) in (f"one {old} kept", f"one {new} kept")
        put(prompt, make(new))
        assert started(prompt) == f"one {new} kept"
    assert count > 20


def test_another_board_is_another_version(prompt, make):
    put(prompt, make("1"))
    prompt.mark()
    put(prompt, make("1"), "two")
    cut_everywhere(prompt, "one 1 kept", "two 1 kept")


def test_going_back(prompt, make):
    put(prompt, make("1"))
    report = put(prompt, make("2"))
    slots.point(prompt, report.before)
    assert started(prompt) == "one 1 kept"


def test_a_board_without_room_stays_as_it_is(prompt, make):
    put(prompt, make("1"))
    prompt.exec("with open('/big', 'wb') as file:\n for _ in range(1200): file.write(bytes(1024))")
    with pytest.raises(BoardError, match=r"has \d+ KB free for a second version, the firmware needs \d+: delete"):
        put(prompt, {**make("2"), "/huge.mpy": bytes(150_000)})
    assert started(prompt) == "one 1 kept"


JOURNAL = {
    "/journal/00000001/00000001": b"1 started 0*0\n2 moved 1*0\n3 ended 5*0\n",
    "/journal/00000004/00000004": b"4 started 0*0\n",
    "/journal/00000004/00000005": b"5 moved 1*0\n",
    "/journal/id": b"x",
}


@pytest.mark.parametrize(
    ("more", "playing"),
    [(b"", True), (b"6 ended 7*0\n", False), (b"6 ended 7*0\n7 reopened 8*0\n", True)],
)
def test_whether_a_game_is_being_played(prompt, more, playing):
    prompt.exec("import os\nos.remove('/journal/1')")
    assert install._is_playing(prompt) is False
    prompt.write({**JOURNAL, "/journal/00000004/00000006": more})
    assert install._is_playing(prompt) is playing


def test_what_arrives_damaged_never_runs(prompt, make):
    put(prompt, make("1"))

    class Noise:
        def exec(self, command):
            return prompt.exec(command.replace("a2b_base64(b'", "a2b_base64(b'AAAA", 1))

    with pytest.raises(BoardError, match="/b on the board is not what was sent"):
        put(Noise(), make("2"))
    assert started(prompt) == "one 1 kept"
