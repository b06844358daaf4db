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

from drivers import lights_virtual, mapped, sensors_virtual
from touchmove import doctor
from touchmove.ask import Talk
from touchmove.compiler import load_board
from touchmove.contacts import Contacts
from touchmove.conversation import Board
from touchmove.errors import InputError
from touchmove.panel import ONE_COLOUR, Panel
from touchmove.paths import FIRMWARE

PARTS = load_board("pico_reed").PARTS
REED = Panel(PARTS)
HC165 = Panel(load_board("esp32s3_hc165").PARTS)
HALL = Panel(load_board("pico_hall").PARTS)
MCP23017 = Panel(
    PARTS
    | {
        "sensors": (
            "mcp23017",
            {
                "addresses": (0x20, 0x21, 0x22, 0x23, 0x24),
                "order": bytes(range(69)) + b"\xff",
                "turned": False,
            },
        )
    }
)
MIRRORED = bytes(square ^ 7 for square in range(64))
TRANSPOSED = bytes((square & 7) << 3 | square >> 3 for square in range(64))
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
        ({"fault": " 85, in send OSError: TM1637: White's face is lost: no answer"}, "parts", "look at its wires"),
        ({"fault": "or: I2C: 0x20 is lost: [Errno 110] ETIMEDOUT, SDA is held low"}, "parts", "look at its wires"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(how, part, advice):
    ((found, _, todo),) = bad(doctor.state(talk(**how)))
    assert found == part and advice in todo


def hexed(squares, buttons=0):
    return chess.SquareSet(squares).__int__().to_bytes(8, "little").hex() + f"{buttons:02x}"


def walked(skipped=(), stuck=(), twins=(), buttons=0, beside=None):
    """Return contacts that have seen one man go over all squares; some never close, always, or with others."""
    contacts = Contacts()
    contacts.see(hexed(stuck, buttons))
    beside = {**{one: {other} for one, other in twins}, **{other: {one} for one, other in twins}, **(beside or {})}
    for square in range(64):
        closed = ({square} | beside.get(square, set())) - set(skipped)
        contacts.see(hexed(closed | set(stuck), buttons))
        contacts.see(hexed(stuck, buttons))
    return contacts


def turned(parts, kind, **data):
    """Return parts of which one has other data."""
    return parts | {kind: (parts[kind][0], parts[kind][1] | data)}


def file_of(square):
    return set(chess.SquareSet(chess.BB_FILES[square & 7]))


def test_sensors_that_are_well():
    assert not bad(doctor.sensors(walked(), REED))


@pytest.mark.parametrize(
    ("panel", "wires"),
    [
        (REED, "its reed, its diode and the wires to GP3 (row) and GP13"),
        (Panel(PARTS, is_turned=True), "GP4 (row) and GP12"),
        (Panel(turned(PARTS, "sensors", turned=True)), "GP4 (row) and GP12"),
        (Panel(turned(PARTS, "sensors", turned=True), is_turned=True), "GP3 (row) and GP13"),
        (Panel(PARTS, {"sensors": MIRRORED}), "GP3 (row) and GP12"),
        (Panel(PARTS, {"sensors": MIRRORED}, is_turned=True), "GP4 (row) and GP13"),
        (HC165, "its reed and input D of chip U4 of the 74HC165 chain"),
        (MCP23017, "its reed and pin GPA0 of the MCP23017 at 0x22"),
        (HALL, "its sensor and input I12 of multiplexer M1, a CD74HC4067"),
        (Panel(load_board("sim").PARTS), "its reed and the wires of e4"),
    ],
)
def test_one_sensor_that_is_silent_names_its_wires(panel, wires):
    (found,) = bad(doctor.sensors(walked(skipped=[chess.E4]), panel))
    assert found[1] == "e4 has not closed" and found[2].endswith(wires)


def test_the_last_input_of_each_port_of_an_expander_is_passed_over():
    assert MCP23017.sensor(6) == "pin GPA6 of the MCP23017 at 0x20"
    assert MCP23017.sensor(7) == "pin GPB0 of the MCP23017 at 0x20"
    assert MCP23017.sensor(14) == "pin GPA0 of the MCP23017 at 0x21"


def test_a_rank_and_a_file_that_are_silent_are_each_one_thing():
    silent = [*chess.SquareSet(chess.BB_RANK_3), *chess.SquareSet(chess.BB_FILE_B)]
    assert bad(doctor.sensors(walked(skipped=silent), REED)) == [
        ("sensors", "no square of the rank 3 has closed", "look at its row wire, to GP2"),
        ("sensors", "no square of the file b has closed", "look at its column wire, to GP10"),
    ]
    (found,) = bad(doctor.sensors(walked(skipped=silent[:8]), HC165))
    assert "chip U3 of the 74HC165 chain, and the ground" in found[2]
    (found,) = bad(doctor.sensors(walked(skipped=silent[:8]), HALL))
    assert found[1] == "no square of the rank 3 has closed" and found[2] == "look at its wires"
    (found,) = bad(doctor.sensors(walked(skipped=[*range(4), *range(8, 12), *range(16, 20), *range(24, 28)]), HALL))
    assert found[1].startswith("no square of a1 b1 c1 d1 a2 ")
    assert found[2] == "look at multiplexer M0, a CD74HC4067, and the ground of its sensors"


def test_a_sensor_that_is_stuck():
    (found,) = bad(doctor.sensors(walked(stuck=[chess.A1]), REED))
    assert found[1] == "a1 has been closed all the time" and "between the wires to GP0 (row) and GP9" in found[2]
    (found,) = bad(doctor.sensors(walked(stuck=[chess.A1]), HC165))
    assert "between input H of chip U1 of the 74HC165 chain and ground" in found[2]
    (found,) = bad(doctor.sensors(walked(stuck=[chess.A1]), HALL))
    assert "run `touchmove calibrate`" in found[2] and "I0 of multiplexer M0" in found[2]


@pytest.mark.parametrize(
    ("panel", "buttons", "gpio"),
    [
        (REED, 1, "GP9"),
        (Panel(turned(PARTS, "sensors", rows=range(8))), 0, "GP9"),
        (Panel(PARTS, is_turned=True), 0, "GP16"),  # no button hangs on that
        (Panel(turned(PARTS, "sensors", turned=True)), 0, "GP16"),
        (Panel(PARTS, {"sensors": MIRRORED}, is_turned=True), 1, "GP9"),
    ],
)
def test_a_column_that_touches_ground(panel, buttons, gpio):
    contacts = walked(stuck=chess.SquareSet(chess.BB_FILE_A), buttons=buttons)
    (found,) = bad(doctor.sensors(contacts, panel))
    assert found[1] == "every square of the file a is closed all the time"
    wire = f"look whether its column wire, to {gpio}, touches ground"
    assert found[2] == (wire if buttons else f"take all men off; if it stays so, {wire}")


def test_a_column_of_a_panel_that_lies_on_its_side():
    contacts = walked(stuck=chess.SquareSet(chess.BB_RANK_1), buttons=1)
    (found,) = bad(doctor.sensors(contacts, Panel(PARTS, {"sensors": TRANSPOSED})))
    assert found[1] == "every square of the rank 1 is closed all the time" and "column wire, to GP9," in found[2]


def test_a_single_sensor_is_stuck_beside_a_column():
    stuck = chess.SquareSet(chess.BB_FILE_B) | chess.BB_H8
    found = bad(doctor.sensors(walked(stuck=stuck, buttons=2), REED))
    assert [text for _, text, _ in found] == [
        "every square of the file b is closed all the time",
        "h8 has been closed all the time",
    ]


def test_men_that_were_left_on_the_board_are_one_thing():
    (found,) = bad(doctor.sensors(walked(stuck=range(8)), REED))
    assert found[1] == "closed all the time: a1 b1 c1 d1 e1 f1 g1 h1"
    assert found[2] == "take all men off, and try again (no wire closes all of the rank 1: men do)"
    (found,) = bad(doctor.sensors(walked(stuck=range(6)), REED))
    assert found[2] == "take all men off, and try again"
    (found,) = bad(doctor.sensors(walked(stuck=[*range(16), *range(48, 64)]), HC165))
    assert found[2] == "take all men off; if it stays so, look whether the resistors at the inputs lack 3.3 V"
    # On the column of a button that is up there are men, too.
    (found,) = bad(doctor.sensors(walked(stuck=chess.SquareSet(chess.BB_FILE_A)), REED))
    assert found[1].startswith("closed all the time: a1 a2") and found[2] == "take all men off, and try again"


@pytest.mark.parametrize(
    ("panel", "advice"),
    [
        (REED, "column wires, or their resistors' other ends, touch ground: GP9 GP10"),
        (HC165, "resistors at the inputs lack 3.3 V"),
        (HALL, "`touchmove calibrate`"),
        (MCP23017, "the supply and the ground of the sensors"),
    ],
)
def test_all_squares_are_closed_all_the_time(panel, advice):
    (found,) = bad(doctor.sensors(walked(stuck=range(64), buttons=0xFF), panel))
    assert found[1] == "all 64 squares are closed all the time"
    assert found[2].startswith("take all men off; if it stays so, ") and advice in found[2]


def test_a_chip_whose_resistors_lack_their_supply():
    (found,) = bad(doctor.sensors(walked(stuck=range(8, 16)), HC165))
    assert found[1] == "every square of the rank 2 is closed all the time"
    assert "look whether the resistors of chip U2 of the 74HC165 chain lack 3.3 V" in found[2]


def test_a_row_that_touches_ground():
    """A man on it closes his column at every row."""
    beside = {square: file_of(square) for square in chess.SquareSet(chess.BB_RANK_3)}
    (found,) = bad(doctor.sensors(walked(beside=beside), REED))
    assert found[1] == "a man on the rank 3 closes all of the file a"
    assert found[2] == "look whether its row wire, to GP2, touches ground"
    contacts = Contacts()
    for square in chess.SquareSet(chess.BB_RANK_1):  # all has been seen both ways then
        contacts.see(hexed(file_of(square)))
        contacts.see(hexed([]))
    (found,) = bad(doctor.sensors(contacts, REED))
    assert found[1] == "a man closes all of the file a"
    assert found[2] == "look whether the row wire of his square touches ground"


def test_a_row_that_touches_ground_beside_a_sensor_that_is_stuck():
    beside = {square: file_of(square) for square in chess.SquareSet(chess.BB_RANK_3)}
    found = bad(doctor.sensors(walked(beside=beside, stuck=[chess.H8]), REED))
    assert [text for _, text, _ in found] == [
        "h8 has been closed all the time",
        "a man on the rank 3 closes all of the file a",
    ]


def test_men_who_are_taken_away_are_no_row_at_ground():
    contacts = Contacts()
    for squares in (range(64), chess.SquareSet(chess.BB_FILE_A), []):
        contacts.see(hexed(squares))
    assert not bad(doctor.sensors(contacts, REED))


@pytest.mark.parametrize(
    ("step", "names", "wires"),
    [
        (1, "the file b and the file c", "column wire, to GP10 and"),
        (8, "the rank 1 and the rank 2", "row wire, to GP0 and"),
    ],
)
def test_two_lines_that_are_joined_are_one_thing(step, names, wires):
    line = chess.BB_FILE_B if step == 1 else chess.BB_RANK_1
    (found,) = bad(doctor.sensors(walked(twins=[(one, one + step) for one in chess.SquareSet(line)]), REED))
    assert found[1] == f"{names} always close together"
    assert wires in found[2]


def test_two_that_close_together():
    (found,) = bad(doctor.sensors(walked(twins=[(chess.C3, chess.D3)]), REED))
    assert found[1] == "c3 and d3 always close together"
    assert "between the wires to GP2 (row) and GP11 and the wires to GP2 (row) and GP12" in found[2]


def test_nothing_at_all():
    contacts = Contacts()
    contacts.see(hexed([]))
    (found,) = bad(doctor.sensors(contacts, REED))
    assert found[1] == "nothing has changed"
    contacts = Contacts()
    contacts.see(hexed(chess.SquareSet(chess.BB_FILE_C), 4))
    found = bad(doctor.sensors(contacts, REED))
    assert [text for _, text, _ in found] == [
        "every square of the file c is closed all the time",
        "nothing has changed",
    ]


def test_lights():
    assert not bad(doctor.lights([], "glow red", REED))
    (found,) = bad(doctor.lights([chess.E4], "glow red", REED))
    assert found[1:] == ("do not glow red: e4", "change the light of e4")
    # The chain goes to and fro: after g8 come f8 to a8.
    (found,) = bad(doctor.lights(list(range(chess.A8, chess.G8)), "glow white", REED))
    assert "the chain ends after g8: look at the wire from there to f8" in found[2]
    (found,) = bad(doctor.lights(range(64), "glow blue", REED))
    assert "data pin" in found[2]


def test_where_a_chain_ends_on_a_panel_that_lies_otherwise():
    for panel in (Panel(PARTS, {"lights": MIRRORED}), Panel(PARTS, {"sensors": TRANSPOSED, "lights": MIRRORED})):
        (found,) = bad(doctor.lights(list(range(chess.B8, chess.H8 + 1)), "glow white", panel))
        assert "the chain ends after a8: look at the wire from there to b8" in found[2]
    for panel in (
        Panel(PARTS, {"lights": MIRRORED}, is_turned=True),
        Panel(turned(PARTS, "lights", turned=True), {"lights": MIRRORED}),
    ):
        (found,) = bad(doctor.lights(list(range(chess.A1, chess.C1)), "glow white", panel))
        assert "the chain ends after c1: look at the wire from there to b1" in found[2]


def one_colour(part):
    return PARTS | {"lights": (part, {"order": bytes(range(64)), "turned": False})}


@pytest.mark.parametrize(("part", "name"), [("max7219", "DIG3 C"), ("ht16k33", "COM3 ROW4")])
def test_lights_of_one_colour_are_asked_for_once(part, name):
    parts = one_colour(part)
    assert list(doctor.colours(parts)) == ["glow"]
    assert list(doctor.colours(PARTS)) == ["glow red", "glow green", "glow blue", "glow white"]
    assert doctor.lights([], "glow", Panel(parts))[0].text == "all 64 squares glow"
    (found,) = bad(doctor.lights([chess.E4], "glow", Panel(parts)))
    assert found[1:] == ("do not glow: e4", f"look at what is soldered to {name}")
    # They are no chain, though the last of them are dark.
    (found,) = bad(doctor.lights([chess.G8, chess.H8], "glow", Panel(parts)))
    assert "chain" not in found[2]
    (found,) = bad(doctor.lights(range(64), "glow", Panel(parts)))
    assert "of their chip" in found[2]


def test_which_drivers_show_one_colour():
    drivers = (FIRMWARE / "drivers").glob("lights_*.py")
    assert {path.stem.removeprefix("lights_") for path in drivers if "lights of one colour" in path.read_text()} == {
        *ONE_COLOUR
    }


class Bus:
    """Of a simulator: what is read from it, and what it was told last."""

    def __init__(self):
        self.contacts = bytes(9)
        self.lights = b""

    def show(self, text):
        self.lights = bytes.fromhex(text.removeprefix("lights "))


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("is_data_turned", [False, True])
@pytest.mark.parametrize("squares", [bytes(range(64)), MIRRORED, TRANSPOSED])
def test_maps_and_turns_are_put_together_as_the_board_does(squares, is_data_turned, is_turned):
    bus = Bus()
    sensors, lights = sensors_virtual.Virtual(bus), lights_virtual.Virtual(bus)
    for part in (sensors, lights) if is_data_turned else ():
        part.turn()
    sensors, lights = mapped.Sensors(sensors, squares), mapped.Lights(lights, squares)
    for part in (sensors, lights) if is_turned else ():
        part.turn()
    parts = turned(turned(PARTS, "sensors", turned=is_data_turned), "lights", turned=is_data_turned)
    panel = Panel(parts, {"sensors": squares, "lights": squares}, is_turned)
    for square in range(64):
        frame = bytearray(192)
        frame[3 * square] = 1
        lights.show(frame)
        at = bus.lights.index(1) // 3
        assert panel.lights()[PARTS["lights"][1]["order"].index(at)] == square
        raw = bytearray(9)
        bus.contacts = (1 << at).to_bytes(9, "little")
        sensors.scan_into(raw)
        assert int.from_bytes(raw, "little") == 1 << square
        assert panel.sensor(square) == f"the wires to GP{at >> 3} (row) and GP{9 + (at & 7)}"


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_board_is_asked_how_it_lies(is_turned):
    maps = {"sensors": MIRRORED, "lights": TRANSPOSED}

    def ask(name, *values):
        if name == "set":
            return {"text": f"lights=5 turned={'on' if is_turned else 'off'}"}
        assert values[0] == "map"
        return {"text": maps[values[1]].hex()}

    board = Talk(Board(doctor.table.FIRMWARE, "pico_reed", "u1", "j1", 1, 0), "/dev/ttyACM0", ask)
    panel, same = doctor.panel(board, PARTS), Panel(PARTS, maps, is_turned)
    assert (panel.lines, panel.lights()) == (same.lines, same.lights())
    maps.clear()  # one that keeps none is not asked for any
    without = {kind: part for kind, part in PARTS.items() if kind != "maps"}
    assert doctor.panel(board, without).lines == Panel(PARTS, is_turned=is_turned).lines


def test_faces():
    assert not bad(doctor.faces([], PARTS))
    (found,) = bad(doctor.faces(["black"], PARTS))
    assert "CLK to GP20, DIO to GP21" in found[2]
    (found,) = bad(doctor.faces(["white"], load_board("pico_w_oled").PARTS))
    assert "0x3c" in found[2]


def test_buttons():
    contacts = Contacts()
    for buttons in (0, 1, 0, 2, 0, 4, 0, 8, 0, 8, 0, 16, 16):
        contacts.see(hexed([], buttons))
    assert contacts.presses == [1, 1, 1, 2, 1]
    (found,) = bad(doctor.buttons(contacts, REED))
    assert found[1] == "the arbiter's button is still down" and "sits turned by 90°" in found[2]


@pytest.mark.parametrize(
    ("panel", "where"),
    [
        (REED, "GP8 (row) and GP10, and at its diode"),
        (HALL, "its wires, to GP9 and ground"),
        (HC165, "its wires, to input G of chip U9 of the 74HC165 chain and ground"),
        (MCP23017, "its wires, to pin GPB2 of the MCP23017 at 0x24 and ground"),
        (Panel(load_board("sim").PARTS), "its wires to the virtual"),
    ],
)
def test_a_button_that_is_not_heard(panel, where):
    contacts = Contacts()
    for buttons in (0, 1, 4, 8, 16, 0):
        contacts.see(hexed([], buttons))
    (found,) = bad(doctor.buttons(contacts, panel))
    assert found[1] == "White's action button was not heard" and found[2].endswith(where)


def test_a_button_on_a_column_that_touches_ground_is_not_to_blame():
    contacts = Contacts()
    for buttons in (0, 1, 4, 8, 16, 0):
        contacts.see(hexed(chess.SquareSet(chess.BB_FILE_B), buttons | 2))
    (found,) = bad(doctor.buttons(contacts, REED))
    assert found[1] == "White's action button reads as pressed, like all of the file b"
    assert found[2] == "look whether its column wire, to GP10, touches ground"


def test_buttons_on_a_chip_whose_resistors_lack_their_supply():
    contacts = Contacts()
    contacts.see(hexed([], 0x1F))
    found = bad(doctor.buttons(contacts, HC165))
    assert len(found) == 5
    assert found[0][1] == "White's press button reads as pressed, like all of the buttons"
    assert "resistors of chip U9" in found[0][2]


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
    assert "✗ lights    do not glow green: e4" in said and "squares are written as e4" in said
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
