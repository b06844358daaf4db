# SPDX-License-Identifier: GPL-3.0-or-later
"""The self-test on the board: it shows what it is told, leaves a game alone, and gives the board back."""

import random

import chess
import pytest
from bench import Bench, Sensors

from touchmove.errors import BoardError, InputError
from touchmove.sim import runtime
from touchmove.sim.player import Player
from touchmove.sim.process import Process

ALL = "ffffffffffffffff"
EIGHTS = "7fff7f7f7fff7f7f"


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path / "journal")


def test(bench, act, value="-"):
    """Have the self-test do an act; return what it says."""
    name, (text,) = bench.app.command("test", (act, value))
    assert name == "tested"
    return text


test.__test__ = False


def playing(bench):
    bench.set_up()
    bench.press(chess.BLACK)
    assert bench.app.game.phase == bench.app.game.PLAYING


def test_it_is_loaded_when_it_is_asked_for(bench):
    assert bench.app.test is None
    test(bench, "contacts")
    assert bench.app.test is not None


def test_contacts_are_as_they_are_now(bench):
    assert test(bench, "contacts") == "ffff00000000ffff00"
    bench.world.lift(chess.E2)
    bench.world.hold(16)
    bench.let(1)
    assert test(bench, "contacts") == "ffef00000000ffff10"


def test_reading_leaves_a_game_alone(bench):
    playing(bench)
    frames, records = list(bench.lights.frames), bench.records()
    for act in ("about", "contacts", "fault"):
        test(bench, act)
    bench.let(50)
    assert (bench.lights.frames, bench.records()) == (frames, records)
    bench.lift("e2")
    bench.place("e4")
    bench.press(chess.WHITE)
    assert bench.moves() == ["e2e4"]


@pytest.mark.parametrize("act", [("lights", f"{ALL}:ff0000"), ("faces", EIGHTS), ("tone", "880")])
def test_showing_is_refused_while_a_game_is_played(bench, act):
    playing(bench)
    with pytest.raises(ValueError, match="a game is being played"):
        test(bench, *act)
    bench.let(200)
    assert bench.app.parts[1] == bench.app.run


def test_lights_are_those_squares_in_that_colour_and_within_the_budget(bench):
    test(bench, "lights", "0100000000000080:102030")
    frame = bench.lights.frames[-1]
    assert frame[:3] == frame[-3:] == b"\x10\x20\x30" and not any(frame[3:-3])
    test(bench, "lights", f"{ALL}:ffffff")
    frame = bench.lights.frames[-1]
    assert len(set(frame)) == 1
    assert 0 < sum(frame) / 255 * 20 <= 2000, "mA"


def test_faces(bench):
    test(bench, "faces", EIGHTS)
    bench.let(10)
    assert bench.faces.cells == [b"\x7f\xff\x7f\x7f"] * 2


def test_the_game_hears_nothing_until_it_has_its_board_back(bench):
    bench.let(500)
    shown, faces = bench.lights.frames[-1], [bytes(cells) for cells in bench.faces.cells]
    records = bench.records()
    test(bench, "lights", f"{ALL}:ff0000")
    test(bench, "faces", EIGHTS)
    red = bench.lights.frames[-1]
    bench.world.lift(chess.E2)
    for _ in range(20):
        bench.press(chess.WHITE)
        test(bench, "contacts")
    assert bench.lights.frames[-1] == red
    assert bench.records() == records
    test(bench, "end")
    bench.let(1000)
    assert bench.lights.frames[-1] != red, "e2 is shown as empty"
    assert bench.faces.cells != [b"\x7f\xff\x7f\x7f"] * 2
    bench.place("e2")
    bench.let(1000)
    assert bench.lights.frames[-1] == shown
    assert [bytes(cells) for cells in bench.faces.cells] == faces


def test_a_press_between_two_looks_is_told(bench):
    test(bench, "lights", f"{ALL}:ff0000")
    bench.press(chess.BLACK)
    assert test(bench, "contacts")[16:] == "04"
    assert test(bench, "contacts")[16:] == "00"


def test_another_command_ends_it(bench):
    test(bench, "lights", f"{ALL}:ff0000")
    bench.app.command("new", ("5+3", "-", "club"))
    bench.let(500)
    bench.press(chess.BLACK)
    assert bench.app.game.phase == bench.app.game.PLAYING


def test_a_touch_ends_it_when_nobody_has_asked_for_long(bench):
    test(bench, "lights", f"{ALL}:ff0000")
    bench.let(9000)
    bench.lift("e2")
    assert bench.app.test.parts
    bench.let(1100)
    bench.place("e2")
    bench.lift("d2")
    assert not bench.app.test.parts
    assert bench.app.told[1] == 0xF7


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (("dance", "-"), "no test dance: there are about, "),
        (("lights", "ff:ff0000"), "lights ff:ff0000: 16 digits for squares"),
        (("faces", "7f"), "faces 7f: 16 digits"),
        (("tone", "30"), "tone 30: 100 to 10000 hertz"),
        (("tone", "880"), "this board has no buzzer"),
    ],
)
def test_what_cannot_be_done_says_why(bench, act, problem):
    with pytest.raises(ValueError, match=problem):
        test(bench, *act)


def test_a_part_that_does_not_answer_says_so(bench):
    def broken(side, cells):
        raise OSError("no answer at 0x3c")

    bench.app.face_driver.show = broken
    with pytest.raises(ValueError, match=r"faces: the part does not answer \(no answer at 0x3c\)"):
        test(bench, "faces", EIGHTS)


MIRRORED = bytes(square ^ 7 for square in range(64)).hex()


class Hall(Sensors):
    """Sensors with levels, as the driver of Hall sensors has them."""

    def __init__(self, world, path):
        super().__init__(world)
        self.path = path
        self.levels = list(range(1000, 1064))
        self.limits = [1266, 250] * 64


def test_levels_of_switches_there_are_none(bench):
    with pytest.raises(ValueError, match="these sensors are switches"):
        test(bench, "levels", "0")


def test_levels_and_limits_of_hall_sensors(bench, tmp_path):
    hall = Hall(bench.world, str(tmp_path / "hall"))
    bench.app.panel = (hall, bench.app.panel[1])
    assert test(bench, "levels", "48") == ",".join(map(str, range(1048, 1064)))
    for first in range(0, 64, 8):
        assert not (tmp_path / "hall").exists()
        test(bench, "limits", f"{first}:" + ",".join(f"{first + n},{200 + n}" for n in range(8)))
    assert hall.limits[:4] == [0, 200, 1, 201] and hall.limits[-2:] == [63, 207]
    lines = (tmp_path / "hall").read_text().split("\n")
    assert len(lines) == 65 and lines[0] == "0 200" and lines[63] == "63 207"


def test_a_board_that_keeps_no_maps_says_so(bench):
    with pytest.raises(ValueError, match="no map of sensors on this board"):
        test(bench, "rewire", f"sensors:{MIRRORED}")


@pytest.mark.parametrize("name", ["micropython", "cpython"])
def test_a_board_that_is_wired_otherwise_is_told_so_and_remembers(tmp_path, name):
    try:
        chosen = runtime.find(name)
    except InputError as error:
        pytest.skip(str(error))

    def sit_down():
        return Player(Process(tmp_path / "board", chosen), random.Random(1))

    def ask(player, act, value="-"):
        return str(player.command("test", act, value)["text"])

    one = f"{'00' * 7}80:404040"  # h8
    with sit_down() as player:
        player.lift(chess.A2)
        player.let(50)
        assert ask(player, "map", "sensors") == bytes(range(64)).hex()
        ask(player, "rewire", f"sensors:{MIRRORED}")
        ask(player, "rewire", f"lights:{MIRRORED}")
        player.let(50)
        assert ask(player, "contacts") == "ff7f00000000ffff00"
        ask(player, "lights", one)
        player.let(50)
        assert player.body.lights[3 * chess.A8] == 0x40 and sum(player.body.lights) == 0xC0
        with pytest.raises(BoardError, match="map of sensors: every square once"):
            ask(player, "rewire", f"sensors:{'00' * 64}")
        with pytest.raises(BoardError, match="no map of faces"):
            ask(player, "rewire", f"faces:{MIRRORED}")
    with sit_down() as player:
        player.let(50)
        assert ask(player, "map", "lights") == MIRRORED
        player.world.set_up("8/8/8/8/8/8/8/K7 w - - 0 1")
        player.reeds.settle(player.world.occupied())
        player.let(100)
        assert ask(player, "contacts") == "8000000000000000" + "00"
        player.command("set", "turned", "on")
        player.let(100)
        assert ask(player, "contacts") == "0000000000000001" + "00"
        with pytest.raises(BoardError, match="the board is turned"):
            ask(player, "rewire", "sensors:")
        player.command("set", "turned", "off")
        ask(player, "rewire", "sensors:")
        ask(player, "rewire", "lights:")
        player.let(100)
        assert ask(player, "contacts") == "0100000000000000" + "00"
    assert (tmp_path / "board" / "maps").read_text() == "\n"


@pytest.mark.parametrize("name", ["micropython", "cpython"])
def test_over_the_cable(tmp_path, name):
    try:
        chosen = runtime.find(name)
    except InputError as error:
        pytest.skip(str(error))
    with Player(Process(tmp_path / "board", chosen), random.Random(1)) as player:

        def ask(act, value="-"):
            return str(player.command("test", act, value)["text"])

        about = dict(word.split("=", 1) for word in ask("about").split(";"))
        assert about["image"].startswith(f"{name} ") and about["playing"] == "off"
        assert int(about["free_kb"]) > 0 and about["reserve_kb"] == "384"
        assert ask("contacts") == "ffff00000000ffff00"
        ask("lights", f"{ALL}:000040")
        ask("faces", EIGHTS)
        ask("tone", "880")
        player.let(100)
        assert player.body.lights == b"\x00\x00\x40" * 64
        assert [bytes(cells) for cells in player.body.faces] == [b"\x7f\xff\x7f\x7f"] * 2
        assert player.body.tones[-1] == 880
        player.let(5000)
        assert player.body.lights == b"\x00\x00\x40" * 64, "time passes"
        ask("end")
        player.let(1000)
        assert player.body.lights != b"\x00\x00\x40" * 64 and player.body.tones[-1] == 0
        with pytest.raises(BoardError, match="no test dance: there are about"):
            ask("dance")
