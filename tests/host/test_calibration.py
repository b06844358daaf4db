# SPDX-License-Identifier: GPL-3.0-or-later
"""What calibration makes of panels that lie in every way, and of squares that answer badly; then a simulated board."""

import asyncio
import json
import random
import subprocess
import threading
from xml.etree import ElementTree

import aiohttp
import chess
import pytest
from test_run import read_to, running, start, stop

from touchmove import heatmap, margins
from touchmove.calibration import SAME, SYMMETRIES, compose, describe, is_turned, learn
from touchmove.errors import BoardError

WAYS = {name: [at(square & 7, square >> 3) for square in SAME] for name, at in SYMMETRIES.items()}


class Panel:
    """sensors[n], lights[n]: the square under which what the board calls square n lies; dead sensors see nothing."""

    def __init__(self, sensors=SAME, lights=SAME, dead=()):
        self.sensors, self.lights, self.dead = list(sensors), list(lights), dead
        self.asked = []

    def place(self, square):
        self.asked.append(square)
        return self._seen(square)

    def follow(self, light):
        return self._seen(self.lights[light])

    def _seen(self, square):
        return None if square in self.dead else self.sensors.index(square)

    def learn(self):
        return learn(self.place, self.follow)


def swapped(one, other, squares=SAME):
    squares = list(squares)
    squares[one], squares[other] = squares[other], squares[one]
    return squares


def lines(ranks, files):
    return [8 * rank + file for rank in ranks for file in files]


@pytest.mark.parametrize("sensors", WAYS)
@pytest.mark.parametrize("lights", WAYS)
def test_every_way_in_which_panels_can_lie(sensors, lights):
    panel = Panel(WAYS[sensors], WAYS[lights])
    learned = panel.learn()
    assert (learned.sensors, learned.lights, learned.silent) == (WAYS[sensors], WAYS[lights], [])
    assert len(panel.asked) == 15, "more is not asked for by name"
    assert describe(learned.sensors) == sensors and describe(learned.lights) == lights


@pytest.mark.parametrize("way", WAYS)
def test_lines_that_are_swapped(way):
    sensors = [WAYS[way][square] for square in lines([0, 1, 3, 2, 4, 5, 6, 7], [0, 1, 2, 3, 4, 7, 6, 5])]
    panel = Panel(sensors, WAYS[way])
    assert panel.learn().sensors == sensors
    assert len(panel.asked) == 15


@pytest.mark.parametrize("lights", [SAME, WAYS["mirrored, a to h"], swapped(3, 40)])
def test_two_sensors_that_are_swapped_are_not_taken_for_two_lights(lights):
    sensors = swapped(chess.E4, chess.F4)
    panel = Panel(sensors, lights)
    learned = panel.learn()
    assert (learned.sensors, learned.lights) == (sensors, list(lights))
    assert {chess.E4, chess.F4} <= set(panel.asked)


def test_two_lights_that_are_swapped():
    learned = Panel(SAME, swapped(chess.C6, chess.A1)).learn()
    assert (learned.sensors, learned.lights) == (SAME, swapped(chess.C6, chess.A1))


def test_sensors_in_no_order_at_all():
    sensors = list(SAME)
    random.Random(5).shuffle(sensors)
    panel = Panel(sensors, WAYS["turned by 180°"])
    learned = panel.learn()
    assert (learned.sensors, learned.lights) == (sensors, WAYS["turned by 180°"])
    assert len(panel.asked) >= 64


@pytest.mark.parametrize("dead", [[chess.A1], [chess.D5], [chess.C1, chess.A6], [chess.B7, chess.G2]])
@pytest.mark.parametrize("way", WAYS)
def test_dead_sensors_are_named_and_the_others_learned(dead, way):
    panel = Panel(WAYS[way], WAYS[way], dead)
    learned = panel.learn()
    assert learned.silent == sorted(dead)
    assert learned.lights == WAYS[way]
    assert [square for square in learned.sensors if square not in dead] == [
        square for square in WAYS[way] if square not in dead
    ]
    assert sorted(learned.sensors) == SAME


def test_a_man_who_stood_on_another_square():
    panel = Panel()
    honest = panel.place
    panel.place = lambda square: honest(chess.B1 if square == chess.A1 else square)
    with pytest.raises(BoardError, match="a1 and b1 were felt by the same sensor"):
        panel.learn()
    panel = Panel()
    honest = panel.follow
    panel.follow = lambda light: honest(chess.E5 if light == chess.E4 else light)
    with pytest.raises(BoardError, match="two lights seem to lie under e5"):
        panel.learn()


def test_what_a_panel_is_called():
    assert describe(lines([0, 1, 3, 2, 4, 5, 6, 7], range(8))) == "with 3 and 4 in each other's places"
    assert describe(swapped(0, 9)) == "as they should, but for b2 a1"


def test_what_was_stored_before_counts():
    mirrored = WAYS["mirrored, a to h"]
    learned = Panel(mirrored).learn()
    assert compose(learned.sensors, SAME) == mirrored
    assert compose(learned.sensors, mirrored) == SAME


def test_a_board_that_stands_the_other_way_round():
    turned = WAYS["turned by 180°"]
    assert is_turned(Panel(turned, turned).learn())
    assert not is_turned(Panel(turned, SAME).learn())


class Talk:
    """A board with Hall sensors: 64 levels that noise moves by one or two, a man by 400 to either side."""

    def __init__(self):
        self.man = None
        self.random = random.Random(6)
        self.limits = {}

    def test(self, act, value):
        first, _, numbers = value.partition(":")
        if act == "limits":
            self.limits[int(first)] = numbers
            return ""
        return ",".join(str(self._level(number)) for number in range(int(first), int(first) + 16))

    def _level(self, number):
        swing = (400 if number % 2 else -400) if number == self.man else 0
        return 1266 + number + swing + self.random.randint(-1, 1)


def test_hall_sensors_are_told_by_their_levels_and_get_their_thresholds():
    talk = Talk()
    squares = [63 - square for square in SAME]
    hall = margins.Hall(talk, squares)
    hall.settle()
    assert hall.closed() == set()
    for talk.man in (0, 7):
        assert hall.closed() == {squares[talk.man]}
    limits = hall.limits(250)
    assert limits[1][1] == 250 and 195 <= limits[0][1] <= 205 and abs(limits[7][0] - 1273) <= 1
    assert hall.margin(63)[0] >= 98 and hall.margin(62)[0] == 0
    margins.save(talk, limits)
    assert sorted(talk.limits) == list(range(0, 64, 8))
    assert talk.limits[0].split(",")[:2] == [str(limits[0][0]), str(limits[0][1])]


@pytest.mark.parametrize(
    ("toggles", "longest", "margin"), [(2, 12, 100), (2, 24, 100), (2, 42, 50), (2, 90, 0), (0, 0, 0)]
)
def test_margins_of_switches(toggles, longest, margin):
    class Talk:
        def ask(self, name, square):
            assert (name, square) == ("sensor", "e4")
            return {"toggles": toggles, "bounces": 1, "slow": 0, "longest": longest}

    assert margins.Switches(Talk()).margin(chess.E4)[0] == margin


def test_the_picture():
    picture = heatmap.svg([square * 100 // 63 for square in SAME], "a <board>")
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "a <board>" in texts and "e4" in texts and "100" in texts
    assert heatmap.colour(0) != heatmap.colour(50) != heatmap.colour(100)


class Hands:
    """Hands and eyes at the page of a `touchmove run --sim`: one man, put where words or the light say."""

    def __init__(self, url):
        self.url = url
        self.lit = []
        self.at = None
        self.loop = asyncio.new_event_loop()
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=lambda: self.loop.run_until_complete(self._run()))
        self.thread.start()
        assert self.is_ready.wait(20)

    async def _run(self):
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{self.url}socket", origin=self.url[:-1]) as self.socket,
        ):
            self.is_ready.set()
            async for message in self.socket:
                said = json.loads(message.data)
                if said["topic"] == "desk":
                    lights = bytes.fromhex(said["lights"])
                    self.lit = [at for at in SAME if any(lights[3 * at : 3 * at + 3])]

    def say(self, **wish):
        asyncio.run_coroutine_threadsafe(self.socket.send_str(json.dumps(wish)), self.loop).result(20)

    def clear(self):
        for square in [*range(16), *range(48, 64)]:
            name = chess.square_name(square)
            self.say(do="lift", square=name, key=name)
            self.say(do="drop", key=name)
        threading.Event().wait(4)  # a hand takes its time

    def put(self, square):
        if self.at is not None:
            self.say(do="lift", square=chess.square_name(self.at), key="man")
            self.say(do="drop", key="man")
        self.say(do="take", letter="Q", key="man")
        self.say(do="place", square=chess.square_name(square), key="man")
        self.at = square

    def follow(self, before):
        """Put the man where another light than before is; return where that was."""
        for _ in range(400):
            if len(self.lit) == 1 and self.lit != before:
                break
            threading.Event().wait(0.02)
        before = self.lit
        self.put(before[0])
        return before

    def leave(self):
        asyncio.run_coroutine_threadsafe(self.socket.close(), self.loop).result(20)
        self.thread.join()
        self.loop.close()


def calibrated(tmp_path, sensors, lights):
    """Calibrate the simulated board with these maps in its flash; return all that was said, and what it keeps then."""
    (tmp_path / "sim").mkdir(exist_ok=True)
    kept = tmp_path / "sim" / "maps"
    kept.write_text(f"sensors {bytes(sensors).hex()}\nlights {bytes(lights).hex()}\n")
    with running(tmp_path, "--sim") as run:
        read_to(run.stderr, "is connected")
        hands = Hands(run.url)
        hands.clear()
        process = start("calibrate", tmp_path, "--out", str(tmp_path / "heat.svg"), stdin=subprocess.PIPE)
        process.stdin.write("\n")
        process.stdin.flush()
        said, lit = "", []
        while "lights lie" not in said and (line := process.stdout.readline()):
            said += line
            if "put him on" in line:
                hands.put(chess.parse_square(line.split()[-1]))
            elif line.endswith("put him where the light is\n"):
                lit = hands.follow(lit)
        out, error = process.communicate("y\n", timeout=60)
        hands.leave()
        stop(run)
    assert (error, process.returncode) == ("", 0)
    return said + out, kept.read_text()


def test_a_simulated_board_that_is_wired_otherwise_is_put_right(tmp_path):
    said, kept = calibrated(tmp_path, WAYS["mirrored, a to h"], swapped(chess.E4, chess.D5))
    assert "The sensors lie mirrored, a to h." in said
    assert "The lights lie as they should, but for d5 e4." in said
    assert "Stored: it holds from now on." in said
    assert kept == "\n", "the simulated board is wired as its data say"
    assert (tmp_path / "heat.svg").read_text().startswith("<svg")
    figures = json.loads((tmp_path / "heat.json").read_text())
    assert figures["board"] == "sim" and len(figures["squares"]) == 64
    assert figures["squares"]["e4"]["margin"] > 0
    assert figures["learned"]["sensors"][0] == "h1"
