# SPDX-License-Identifier: GPL-3.0-or-later
"""The doctor: what he makes of what a board says, and of what hands and eyes show; then a simulated board."""

import asyncio
import json
import subprocess
import threading
from itertools import pairwise

import aiohttp
import chess
import pytest
from test_run import read_to, running, start, stop

from touchmove import doctor
from touchmove.ask import Talk
from touchmove.compiler import load_board
from touchmove.conversation import Board
from touchmove.errors import InputError

REED = load_board("pico_reed").PARTS
ABOUT = "image=micropython 1.28.0;machine=Pico;free_kb=904;reserve_kb=384;playing=off"
HEALTH = {"used": 190_000, "free": 54_000, "late": 374, "last": 0, "squares": ""}


def talk(about=ABOUT, health=None, fault="", firmware=doctor.table.FIRMWARE, verdict="flickers"):
    def ask(name, *values):
        if name == "health":
            return {**HEALTH, **(health or {})}
        if name == "sensor":
            return {"verdict": verdict}
        return {"text": {"about": about, "fault": fault}[values[0]]}

    return Talk(Board(firmware, "pico_reed", "u1", "j1", 1, 0), "/dev/ttyACM0", ask)


def bad(findings):
    return [(finding.part, finding.text, finding.advice) for finding in findings if not finding.is_good]


def test_a_board_that_is_well():
    found = doctor.state(talk())
    assert not bad(found)
    assert [finding.part for finding in found] == "port board firmware image memory flash loop sensors".split()


@pytest.mark.parametrize(
    ("how", "part", "advice"),
    [
        ({"firmware": "0.0.1"}, "firmware", "run `touchmove update`"),
        ({"health": {"free": 9000}}, "memory", "switch it off and on"),
        ({"about": ABOUT.replace("904", "200")}, "flash", "connect it with `touchmove run`"),
        ({"health": {"late": 2000}}, "loop", "presses may be seen late"),
        ({"health": {"squares": "e4"}}, "sensors", "e4 changes its mind: a cold solder joint"),
        ({"health": {"squares": "e4"}, "verdict": "good"}, "sensors", "e4 it is played around until"),
        ({"fault": "OSError: no face"}, "firmware", "`touchmove log faulted`"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(how, part, advice):
    ((found, _, todo),) = bad(doctor.state(talk(**how)))
    assert found == part and advice in todo


def hexed(squares, buttons=0):
    return chess.SquareSet(squares).__int__().to_bytes(8, "little").hex() + f"{buttons:02x}"


def walked(skipped=(), stuck=(), twins=()):
    """Return contacts that have seen one man go over all squares; some never close, always, or with another."""
    contacts = doctor.Contacts()
    contacts.see(hexed(stuck))
    beside = {**dict(twins), **{other: one for one, other in twins}}
    for square in range(64):
        closed = {square, beside.get(square, square)} - set(skipped)
        contacts.see(hexed(closed | set(stuck)))
        contacts.see(hexed(stuck))
    return contacts


def test_sensors_that_are_well():
    assert not bad(doctor.sensors(walked(), REED))


def test_one_sensor_that_is_silent_names_its_wires():
    (found,) = bad(doctor.sensors(walked(skipped=[chess.E4]), REED))
    assert found[1] == "e4 has not closed" and "GP3 (row) and GP13" in found[2]
    (found,) = bad(doctor.sensors(walked(skipped=[chess.E4]), REED, is_turned=True))
    assert "GP4 (row) and GP12" in found[2]


def test_a_rank_and_a_file_that_are_silent_are_each_one_thing():
    silent = [*chess.SquareSet(chess.BB_RANK_3), *chess.SquareSet(chess.BB_FILE_B)]
    found = bad(doctor.sensors(walked(skipped=silent), REED))
    assert found[0][1] == "no square of the rank 3 has closed"
    assert "GP2 (row)" in found[0][2]
    found = bad(doctor.sensors(walked(skipped=list(chess.SquareSet(chess.BB_FILE_B))), REED))
    assert [text for _, text, _ in found] == ["no square of the file b has closed"]
    assert "GP10" in found[0][2]


def test_a_sensor_that_is_stuck():
    (found,) = bad(doctor.sensors(walked(stuck=[chess.A1]), REED))
    assert found[1] == "a1 has been closed all the time" and "GP0 (row) and GP9" in found[2]


def test_men_that_were_left_on_the_board_are_one_thing():
    (found,) = bad(doctor.sensors(walked(stuck=range(8)), REED))
    assert found[1] == "closed all the time: a1 b1 c1 d1 e1 f1 g1 h1"


def test_two_that_close_together():
    (found,) = bad(doctor.sensors(walked(twins=[(chess.C3, chess.D3)]), REED))
    assert found[1] == "c3 and d3 always close together"


def test_nothing_at_all():
    contacts = doctor.Contacts()
    contacts.see(hexed([]))
    (found,) = bad(doctor.sensors(contacts, REED))
    assert found[1] == "nothing has changed"


def test_lights():
    assert not bad(doctor.lights([], "red", REED))
    (found,) = bad(doctor.lights([chess.E4], "red", REED))
    assert found[1:] == ("not red: e4", "change the light of e4")
    # The chain goes to and fro: after g8 come f8 to a8.
    (found,) = bad(doctor.lights(list(range(chess.A8, chess.G8)), "white", REED))
    assert "the chain ends after g8: look at the wire from there to f8" in found[2]
    (found,) = bad(doctor.lights(range(64), "blue", REED))
    assert "data pin" in found[2]


def test_faces():
    assert not bad(doctor.faces([], REED))
    (found,) = bad(doctor.faces(["black"], REED))
    assert "CLK to GP20, DIO to GP21" in found[2]
    (found,) = bad(doctor.faces(["white"], load_board("pico_w_oled").PARTS))
    assert "0x3c" in found[2]


def test_buttons():
    contacts = doctor.Contacts()
    for buttons in (0, 1, 0, 2, 0, 4, 0, 8, 0, 8, 0, 16, 16):
        contacts.see(hexed([], buttons))
    assert contacts.presses == [1, 1, 1, 2, 1]
    (found,) = bad(doctor.buttons(contacts, REED))
    assert found[1] == "the arbiter's button is still down"
    contacts.presses[1] = 0
    assert "GP8 (row) and GP10" in bad(doctor.buttons(contacts, REED))[0][2]


def test_squares_are_read_as_people_write_them():
    assert doctor.squares("E4, g5") == [chess.E4, chess.G5]
    assert doctor.squares("all") == list(range(64))
    with pytest.raises(InputError, match="squares are written as e4 g5"):
        doctor.squares("e9")


class Hands:
    """Hands on the page of a `touchmove run --sim`, from a thread of their own."""

    def __init__(self, url, work):
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run(url, work)))
        self.thread.start()

    async def _run(self, url, work):
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{url}socket", origin=url[:-1]) as socket,
        ):
            for wishes, pause_s in work:
                for wish in wishes:
                    await socket.send_str(json.dumps(wish))
                await asyncio.sleep(pause_s)


def walk():
    """Clear the board, then lift one man from square to square."""
    names = [chess.square_name(square) for square in range(64)]
    men = [name for name in names if name[1] in "1278"]
    lift = [({"do": "lift", "square": name, "key": name}, {"do": "drop", "key": name}) for name in men if name != "a1"]
    yield [wish for pair in lift for wish in pair], 4
    for before, after in pairwise(names):
        yield [{"do": "lift", "square": before, "key": after}, {"do": "place", "square": after, "key": after}], 0.15
    yield [{"do": "lift", "square": "h8", "key": "end"}], 0.5


def press():
    for button in ("white press", "white action", "black press", "black action", "arbiter"):
        yield [{"do": "hold", "button": button}], 0.15
        yield [{"do": "release", "button": button}], 0.15


def test_a_simulated_board_with_hands_and_eyes(tmp_path):
    with running(tmp_path, "--sim") as run:
        read_to(run.stderr, "is connected")
        process = start("doctor", tmp_path, stdin=subprocess.PIPE)
        said = read_to(process.stdout, "in any order")
        Hands(run.url, walk())
        for answer, question in (("", "red"), ("e4", "green"), ("x9\nall", "blue"), ("", "white")):
            said += read_to(process.stdout, f"glow {question}?")
            process.stdin.write(answer + "\n")
            process.stdin.flush()
        process.stdin.write("\nblack\nn\n")
        process.stdin.flush()
        said += read_to(process.stdout, "Press each")
        Hands(run.url, press()).thread.join()
        out, error = process.communicate(timeout=60)
        said += out
        assert stop(run) == ""
    assert error == "" and process.returncode == 1
    assert "all 64 squares have been seen empty and occupied" in said
    assert "✗ lights    not green: e4" in said and "squares are written as e4" in said
    assert "✗ faces     Black's face does not show 88:88" in said
    assert "✗ buzzer    it is silent" in said
    assert "✓ buttons   all five are heard" in said
    assert "4 things are wrong" in said


def test_during_a_game_nothing_is_shown(tmp_path):
    with running(tmp_path, "--sim") as run:
        read_to(run.stderr, "is connected")
        press = [{"do": "hold", "button": "black press"}], 0.2
        release = [{"do": "release", "button": "black press"}], 0.6
        Hands(run.url, [press, release] * 4).thread.join()
        process = start("doctor", tmp_path)
        out, _ = process.communicate(timeout=60)
        stop(run)
    assert process.returncode == 0 and "tried when it is over" in out and "nothing is wrong" in out
