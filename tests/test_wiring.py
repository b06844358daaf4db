# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn of a board is what its data say: every pin, wire, switch and light, followed from end to end."""

import importlib
import itertools
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import pytest

from touchmove.errors import InputError
from touchmove.wiring import svg
from touchmove.wiring.modules import MODULES
from touchmove.wiring.sheets import draw, wired

ROOT = Path(__file__).resolve().parent.parent
BOARDS = sorted(path.stem for path in (ROOT / "boards").glob("*.py") if path.stem != "__init__")
# Raspberry Pi Pico datasheet, pin-out: the chip's pins by their place on the module.
PICO = {
    **dict(zip((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), range(16), strict=True)),
    **dict(zip((21, 22, 24, 25, 26, 27, 29), range(16, 23), strict=True)),
    31: 26,
    32: 27,
    34: 28,
}
FILES = "abcdefgh"
NEAR = 0.11  # what is written is rounded to tenths


def board(name, **changes):
    """Return a board's data, with parts replaced by kind."""
    module = importlib.import_module(f"boards.{name}")
    parts = dict(module.PARTS)
    for kind, change in changes.items():
        parts[kind] = (parts[kind][0], {**parts[kind][1], **change})
    return SimpleNamespace(NAME=name, MODULE=module.MODULE, LIGHTS_MA=module.LIGHTS_MA, PARTS=parts)


def scattered(seed, module="pico"):
    """Return the reference board with its pins anywhere."""
    dice = random.Random(seed)
    pins = [pin.gpio for pin in MODULES[module].left + MODULES[module].right if pin.gpio is not None]
    dice.shuffle(pins)
    found = board(
        "pico_reed",
        sensors={"rows": pins[:9], "columns": pins[9:17], "turned": bool(seed % 2)},
        lights={"pin": pins[17], "order": bytes(dice.sample(range(64), 64))},
        clockface={"faces": (pins[18:20], pins[20:22])},
        buzzer={"pin": pins[22]},
    )
    found.MODULE = module
    return found


def on_a_bus():
    """Return the board with OLED faces, their bus a part of its own."""
    found = board("pico_w_oled")
    found.PARTS["bus"] = ("i2c", {"unit": 1, "scl": 19, "sda": 18})
    found.PARTS["clockface"] = ("ssd1306", {"bus": "bus", "addresses": (0x3C, 0x3D)})
    return found


class Sheet:
    """A sheet, read as anybody reads SVG."""

    def __init__(self, text):
        self.root = ET.fromstring(text)
        self.size = [float(number) for number in self.root.get("viewBox").split()[2:]]
        self.all = [(_name(node), node) for node in self.root.iter()]

    def lines(self, kind, **data):
        """Return the points of all lines of a kind with such data."""
        return [
            [tuple(float(number) for number in pair.split()) for pair in node.get("d")[1:].rstrip("Z").split("L")]
            for name, node in self.all
            if name == "path" and kind in node.get("class").split() and _has(node, data)
        ]

    def groups(self, kind, **data):
        return [node for name, node in self.all if name == "g" and node.get("class") == kind and _has(node, data)]

    def texts(self, **data):
        return [
            (node.text, float(node.get("x")), float(node.get("y")))
            for name, node in self.all
            if name == "text" and _has(node, data)
        ]

    def words(self):
        return {node.text for name, node in self.all if name == "text"}


def _name(node):
    return node.tag.rpartition("}")[2]


def _has(node, data):
    return all(node.get(f"data-{key}") == str(value) for key, value in data.items())


def rectangle(group):
    """Return left, top, right, bottom of the first box in a group."""
    node = next(child for child in group.iter() if _name(child) == "rect")
    left, top, width, height = (float(node.get(key)) for key in ("x", "y", "width", "height"))
    return left, top, left + width, top + height


def dots(group):
    return {
        node.get("class").split()[-1]: (float(node.get("cx")), float(node.get("cy")))
        for node in group.iter()
        if _name(node) == "circle" and "dot" in node.get("class")
    }


def near(a, b):
    return all(abs(x - y) <= NEAR for x, y in zip(a, b, strict=True))


def on(point, line):
    """Say whether a point lies on a line of horizontal and vertical parts."""
    x, y = point
    return any(
        min(x1, x2) - NEAR <= x <= max(x1, x2) + NEAR and min(y1, y2) - NEAR <= y <= max(y1, y2) + NEAR
        for (x1, y1), (x2, y2) in itertools.pairwise(line)
    )


def used(found):
    """Return what every pin of a board is for, by number in the chip, from the data alone."""
    data = {kind: part[1] for kind, part in found.PARTS.items()}
    bus = data.get("bus", data["clockface"])
    sensors, step = data["sensors"], -1 if data["sensors"]["turned"] else 1
    pins = {pin: f"rank {rank + 1}" for rank, pin in enumerate(list(sensors["rows"][:8])[::step])}
    pins |= dict.fromkeys(sensors["rows"][8:], "buttons")
    pins |= {pin: FILES[file] for file, pin in enumerate(list(sensors["columns"])[::step])}
    pins |= {data["lights"]["pin"]: "1A pin 2", data["buzzer"]["pin"]: "+"}
    if "faces" in data["clockface"]:
        pins |= {
            pin: name for face in data["clockface"]["faces"] for pin, name in zip(face, ("CLK", "DIO"), strict=True)
        }
    else:
        pins |= {bus["sda"]: "SDA", bus["scl"]: "SCL"}
    return pins


def sheets(found):
    return {name: Sheet(text) for name, text in draw(wired(found)).items()}


SAMPLES = {
    "pico_reed": board("pico_reed"),
    "pico_w_oled": board("pico_w_oled"),
    "on a bus": on_a_bus(),
    "turned": board("pico_reed", sensors={"turned": True}, lights={"turned": True}),
    "without buttons": board("pico_reed", sensors={"rows": tuple(range(8))}),
    **{f"scattered {seed}": scattered(seed) for seed in range(12)},
    **{f"other module {seed}": scattered(seed, "esp32s3_devkitc") for seed in range(12)},
}
on_each = pytest.mark.parametrize("name", SAMPLES)
DRAWN = {name: sheets(found) for name, found in SAMPLES.items()}


@on_each
def test_every_pin_has_one_wire_from_its_pad_to_its_part(name):
    sheet = DRAWN[name]["wiring"]
    drawn = [node.get("data-gpio") for kind, node in sheet.all if kind == "path" and node.get("data-gpio")]
    assert sorted(map(int, drawn)) == sorted(used(SAMPLES[name]))
    for gpio, part in used(SAMPLES[name]).items():
        ((start, *_, end),) = sheet.lines("wire", gpio=gpio)
        (pad,) = sheet.groups("part", gpio=gpio)
        left, top, right, bottom = rectangle(pad)
        assert start[0] in (left, right)
        assert abs(start[1] - (top + bottom) / 2) <= NEAR
        if part in FILES or part.startswith(("rank", "buttons")):
            inner = [line for line in sheet.lines("wire", name=part) if near(line[0], end)]
            assert len(inner) == 1, f"{part} goes on where the wire of {gpio} ends"
        else:
            named = [text for text, _, y in sheet.texts(gpio=gpio) if abs(y - 4 - end[1]) <= NEAR]
            assert named == [part]


@on_each
def test_a_wire_ends_at_the_name_of_its_row_or_column(name):
    sheet = DRAWN[name]["wiring"]
    for gpio, part in used(SAMPLES[name]).items():
        if part in FILES:
            (line,) = sheet.lines("column", name=part)
            (label,) = sheet.texts(gpio=gpio)
            assert label[0] == part
            assert abs(label[1] - line[-1][0]) < 10
            assert label[2] < line[-1][1]
        elif part.startswith(("rank", "buttons")):
            (line,) = sheet.lines("row", name=part)
            (label,) = sheet.texts(gpio=gpio)
            assert label[0] == part
            assert abs(label[2] - 4 - line[-1][1]) <= NEAR


@on_each
def test_every_reed_is_marked_where_its_row_crosses_its_column(name):
    sheet, pins = DRAWN[name]["wiring"], used(SAMPLES[name])
    marks = {
        (int(node.get("data-row")), int(node.get("data-column"))): (float(node.get("cx")), float(node.get("cy")))
        for kind, node in sheet.all
        if kind == "circle" and node.get("data-row")
    }
    rows = [pin for pin, part in pins.items() if part.startswith("rank")]
    columns = [pin for pin, part in pins.items() if part in FILES]
    assert set(marks) == {(row, column) for row in rows for column in columns}
    for (row, column), point in marks.items():
        assert on(point, *sheet.lines("row", name=pins[row]))
        assert any(on(point, line) for line in sheet.lines("column"))
        assert abs(sheet.lines("column", name=pins[column])[0][-1][0] - point[0]) <= NEAR


@pytest.mark.parametrize("name", ["pico_reed", "pico_w_oled"])
def test_the_module_is_as_its_maker_made_it(name):
    sheet = DRAWN[name]["wiring"]
    groups = {int(group.get("data-pin")): group for group in sheet.groups("part") if group.get("data-pin")}
    assert sorted(groups) == list(range(1, 41))
    assert {number: int(group.get("data-gpio")) for number, group in groups.items() if group.get("data-gpio")} == PICO
    names = {}
    for number, group in groups.items():
        left, top, right, bottom = rectangle(group)
        names[number] = [
            text
            for text, x, y in sheet.texts()
            if abs(y - 3.5 - (top + bottom) / 2) <= NEAR
            and 0 < min(abs(x - left), abs(x - right)) < 8
            and text != str(number)
        ]
    assert {number: [f"GP{gpio}"] for number, gpio in PICO.items()}.items() <= names.items()
    assert sorted(number for number, found in names.items() if found == ["GND"]) == [3, 8, 13, 18, 23, 28, 38]
    powers = {"VBUS": 40, "VSYS": 39, "3V3_EN": 37, "3V3(OUT)": 36, "ADC_VREF": 35, "AGND": 33, "RUN": 30}
    assert {found[0]: number for number, found in names.items() if found[0] in powers} == powers
    left = [rectangle(groups[number]) for number in range(1, 21)]
    right = [rectangle(groups[number]) for number in range(40, 20, -1)]
    assert [box[1] for box in left] == [box[1] for box in right] == sorted(box[1] for box in left)
    assert max(box[2] for box in left) < min(box[0] for box in right)


@on_each
def test_every_net_comes_from_its_pin_to_all_that_it_feeds(name):
    sheet = DRAWN[name]["wiring"]
    pins = {"5V": {"40", "J1-21"}, "3V3": {"36", "J1-1"}, "GND": {"3", "38", "J1-22", "J3-1"}}
    for net, numbers in pins.items():
        rails = sheet.lines(f"net-{net}", net=net)
        for rail in rails:
            pads = [group for group in sheet.groups("part") if group.get("data-pin") in numbers]
            boxes = [rectangle(pad) for pad in pads]
            assert any(rail[0][0] in (box[0], box[2]) and box[1] < rail[0][1] < box[3] for box in boxes)
        taps = sheet.lines("tap", tap=net)
        assert taps
        for tap in taps:
            assert sum(on(tap[-1], rail) for rail in rails) == 1


@on_each
def test_no_wire_runs_along_another_one(name):
    sheet = DRAWN[name]["wiring"]
    parts = []
    lines = [(node.get("data-gpio"), node) for kind, node in sheet.all if kind == "path" and node.get("data-gpio")]
    for gpio, _ in lines:
        (points,) = sheet.lines("wire", gpio=gpio)
        parts += [(gpio, start, end) for start, end in itertools.pairwise(points) if start != end]
    for number, (gpio, start, end) in enumerate(parts):
        for other, other_start, other_end in parts[number + 1 :]:
            for along, across in ((0, 1), (1, 0)):
                if gpio != other and len({point[across] for point in (start, end, other_start, other_end)}) == 1:
                    ends = sorted((start[along], end[along])), sorted((other_start[along], other_end[along]))
                    assert ends[0][1] < ends[1][0] or ends[1][1] < ends[0][0], f"the wires of {gpio} and {other}"


@on_each
@pytest.mark.parametrize("view", ["below", "above"])
def test_every_square_has_its_name_and_its_light(name, view):
    sheet, data = DRAWN[name][view], SAMPLES[name].PARTS["lights"][1]
    cells = {}
    for square in range(64):
        ((text, x, y),) = sheet.texts(square=square)
        assert text == FILES[square & 7] + str((square >> 3) + 1)
        cells[square] = x, y
    way = 1 if view == "above" else -1
    for square, (x, y) in cells.items():
        if square & 7:
            assert (x - cells[square - 1][0]) * way == pytest.approx(82)
        if square >> 3:
            assert cells[square - 8][1] - y == pytest.approx(82)
    for number, square in enumerate(data["order"]):
        shown = 63 - square if data["turned"] else square
        (group,) = sheet.groups("part light-of-square", square=shown)
        ((text, x, y),) = list(sheet.texts(light=number + 1))
        assert text == str(number + 1)
        assert group.find("{*}text").text == text
        assert abs(x - cells[shown][0]) < 41
        assert 0 < y - cells[shown][1] < 82
    assert len(sheet.groups("part light-of-square")) == 64


@on_each
@pytest.mark.parametrize("view", ["below", "above"])
def test_the_chain_goes_from_each_light_to_the_next(name, view):
    sheet = DRAWN[name][view]
    middles = {number: sheet.texts(light=number)[0][1:] for number in range(1, 65)}
    for number in range(1, 64):
        (way,) = sheet.lines("chain", step=f"{number}-{number + 1}")
        for point, (x, y) in ((way[0], middles[number]), (way[-1], middles[number + 1])):
            assert near(point, (x, y - 3.5))
    (entry,) = sheet.lines("chain", step="in")
    assert near(entry[-1], (middles[1][0], middles[1][1] - 3.5))


@on_each
@pytest.mark.parametrize("view", ["below", "above"])
def test_every_switch_hangs_between_its_column_and_its_row_the_right_way_round(name, view):
    sheet, pins = DRAWN[name][view], used(SAMPLES[name])
    sensors = SAMPLES[name].PARTS["sensors"][1]
    by_name = {part: pin for pin, part in pins.items()}
    switches = {(int(group.get("data-file")), int(group.get("data-rank"))): group for group in sheet.groups("switch")}
    pressed = {column for column in sensors["columns"][:5] if len(sensors["rows"]) > 8}
    files = {FILES.index(pins[column]) for column in pressed}
    assert set(switches) == {(file, rank) for file in range(8) for rank in range(8)} | {(file, -1) for file in files}
    for (file, rank), group in switches.items():
        joints = dots(group)
        column, row = by_name[FILES[file]], by_name["buttons" if rank < 0 else f"rank {rank + 1}"]
        assert on(joints["column"], *sheet.lines("column", gpio=column))
        assert on(joints["row"], *sheet.lines("row", gpio=row))
        (triangle,) = list(paths(group, "diode"))
        (bar,) = list(paths(group, "cathode"))
        tip = max(y for _, y in triangle)
        assert joints["column"][1] < min(y for _, y in triangle) < tip <= bar[0][1] < joints["row"][1]
        if rank >= 0:
            _, x, y = sheet.texts(square=rank * 8 + file)[0]
            assert abs((joints["column"][0] + joints["row"][0]) / 2 - x) < 41
            assert y < joints["column"][1] < joints["row"][1] < y + 70
    names = ["White press", "White action", "Black press", "Black action", "Arbiter's button"]
    for column, name_ in zip(sensors["columns"], names, strict=False):
        words = " ".join(text for text, _, _ in sheet.texts(button=column))
        assert words == (name_ if column in pressed else "")


def paths(group, kind):
    for node in group.iter():
        if _name(node) == "path" and kind in node.get("class").split():
            yield [tuple(map(float, pair.split())) for pair in node.get("d")[1:].rstrip("Z").split("L")]


@on_each
@pytest.mark.parametrize("view", ["below", "above"])
def test_rows_and_columns_end_at_the_labels_of_their_pins(name, view):
    sheet = DRAWN[name][view]
    for gpio, part in used(SAMPLES[name]).items():
        if part in FILES or part.startswith(("rank", "buttons")):
            (label,) = sheet.groups("part label", gpio=gpio)
            ((start, _),) = sheet.lines("wire", gpio=gpio)
            left, top, right, bottom = rectangle(label)
            assert left <= start[0] <= right
            assert top <= start[1] <= bottom
            pin = MODULES[SAMPLES[name].MODULE].pin(gpio)
            assert [node.text for node in label.iter() if _name(node) == "text"] == [pin.name, f"pin {pin.number}"]


@on_each
def test_text_fits_its_box_and_its_sheet(name):
    for sheet in DRAWN[name].values():
        for kind, group in sheet.all:
            if kind == "g" and group.get("class").startswith("part"):
                left, top, right, bottom = rectangle(group)
                for node in group.iter():
                    if _name(node) == "text" and top < float(node.get("y")) < bottom:
                        start, end = extent(node)
                        assert left <= start + 1
                        assert end <= right + 1, node.text
        for kind, node in sheet.all:
            if kind == "text" and "rotate" not in node.get("transform", ""):
                start, end = extent(node)
                assert start >= 14, node.text
                assert end <= sheet.size[0] - 14, node.text


def extent(node):
    kinds = node.get("class").split()
    wide, x = svg.width(node.text, kinds[0]), float(node.get("x"))
    return (x - wide, x) if "end" in kinds else (x - wide / 2, x + wide / 2) if "middle" in kinds else (x, x + wide)


def test_other_data_make_another_picture():
    plain, turned = SAMPLES["pico_reed"], SAMPLES["turned"]
    assert used(plain)[0] == "rank 1"
    assert used(turned)[0] == "rank 8"
    swapped = board("pico_reed", sensors={"rows": (1, 0, 2, 3, 4, 5, 6, 7, 8)})
    (line,) = sheets(swapped)["wiring"].lines("wire", gpio=0)
    (row,) = sheets(swapped)["wiring"].lines("row", name="rank 2")
    assert near(line[-1], row[0])
    assert draw(wired(plain)).keys() == draw(wired(turned)).keys()
    assert all(a != b for a, b in zip(draw(wired(plain)).values(), draw(wired(turned)).values(), strict=True))


def test_the_same_data_make_the_same_picture():
    assert draw(wired(board("pico_reed"))) == draw(wired(board("pico_reed")))


def test_the_current_is_the_boards():
    found = board("pico_reed")
    found.LIGHTS_MA = 123
    assert any("123 mA" in word for word in sheets(found)["wiring"].words())


def test_what_is_not_known_is_left_out_and_said():
    found = board("pico_reed")
    found.PARTS["sensors"] = ("sonar", {"pins": (0, 1)})
    assert wired(found).left_out == ["sensors sonar"]
    drawn = sheets(found)
    assert set(drawn) == {"wiring", "below", "above"}
    for sheet in drawn.values():
        assert any("sensors sonar" in word for word in sheet.words())
        assert not sheet.lines("row")
    found.PARTS["lights"] = ("candles", {})
    assert set(draw(wired(found))) == {"wiring"}


def test_text_is_text():
    found = board("pico_reed")
    found.NAME = '<b>&"x'
    assert '<b>&"x: wiring' in sheets(found)["wiring"].words()


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_drawn_or_says_why_not(name):
    module = importlib.import_module(f"boards.{name}")
    parts = {part for part, _ in module.PARTS.values()}
    if "virtual" in parts:
        with pytest.raises(InputError, match="all its parts are virtual"):
            wired(module)
    else:
        assert "wiring" in draw(wired(module))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"MODULE": None}, r"boards/pico_reed.py names no module: MODULE has to be one of pico, "),
        ({"MODULE": "arduino"}, "names the module 'arduino'"),
    ],
)
def test_a_board_needs_a_module_that_is_known(change, message):
    with pytest.raises(InputError, match=message):
        wired(SimpleNamespace(**{**vars(board("pico_reed")), **change}))


def test_a_pin_has_to_be_brought_out():
    with pytest.raises(InputError, match="Raspberry Pi Pico does not bring out pin 23"):
        draw(wired(board("pico_reed", buzzer={"pin": 23})))


def test_pages_and_pictures_have_the_size_of_paper():
    for name, text in draw(wired(board("pico_reed"))).items():
        size = ("297mm", "210mm") if name == "wiring" else ("210mm", "297mm")
        assert re.search(r'width="(\w+)" height="(\w+)"', text).groups() == size


def test_all_that_is_on_a_bus_hangs_on_one_pair_of_wires():
    sheet = DRAWN["on a bus"]["wiring"]
    assert draw(wired(SAMPLES["on a bus"])) == draw(wired(SAMPLES["pico_w_oled"]))
    boxes = [group for group in sheet.groups("part") if any("address" in (node.text or "") for node in group.iter())]
    assert len(boxes) == 2
    for box in boxes:
        left, top, _, bottom = rectangle(box)
        ends = {line[-1] for line in sheet.lines("bus") if near((line[-1][0],), (left,)) and top < line[-1][1] < bottom}
        assert len(ends) == 2
