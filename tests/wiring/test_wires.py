# SPDX-License-Identifier: GPL-3.0-or-later
"""The sheet of wires is what the data say: every pin and net, followed from end to end."""

import itertools

import pytest
from samples import ALL, DRAWN, FILES, NAMES, OTHERS, SAMPLES, board, nets, on_all, on_each, sheets, used
from sheet import NEAR, dots, near, on, paths, rectangle

from touchmove.wiring.sheets import draw, wired

# Raspberry Pi Pico datasheet, pin-out: the chip's pins by their place on the module.
PICO = {
    **dict(zip((1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), range(16), strict=True)),
    **dict(zip((21, 22, 24, 25, 26, 27, 29), range(16, 23), strict=True)),
    31: 26,
    32: 27,
    34: 28,
}


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


@on_each
def test_every_column_ends_at_a_resistor_to_the_3_volts(name):
    sheet, pins = DRAWN[name]["wiring"], used(SAMPLES[name])
    columns = {int(group.get("data-column")): group for group in sheet.groups("pull-up")}
    assert len(columns) == 8
    assert set(columns) == {pin for pin, part in pins.items() if part in FILES}
    ends = [tap[0] for tap in sheet.lines("tap", tap="3V3")]
    (rail,) = [line for line in sheet.lines("net-3V3") if line[-1] in ends and line[0] not in ends]
    for pin, group in columns.items():
        ((low, high),) = paths(group, "lead-wire")
        left, top, right, bottom = rectangle(group)
        assert near(low, sheet.lines("column", name=pins[pin])[0][-1])
        assert high[1] < top < bottom < low[1]
        assert abs((left + right) / 2 - low[0]) <= NEAR
        assert on(high, rail)
        assert near(high, dots(group)["net-3V3"])
    assert "8 × 22 kΩ" in sheet.words()


def test_resistors_are_the_boards():
    found = board("pico_reed")
    found.PULL_UP_OHM = 4700
    assert "8 × 4.7 kΩ" in sheets(found)["wiring"].words()
    del found.PULL_UP_OHM
    assert not sheets(found)["wiring"].groups("pull-up")


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


@on_all
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
        assert bool(taps) == bool(rails) == (net in nets(ALL[name]))
        for tap in taps:
            assert sum(on(tap[-1], rail) for rail in rails) == 1


@on_all
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


def test_all_that_is_on_a_bus_hangs_on_one_pair_of_wires():
    sheet = DRAWN["on a bus"]["wiring"]
    assert draw(wired(SAMPLES["on a bus"])) == draw(wired(SAMPLES["pico_w_oled"]))
    boxes = [group for group in sheet.groups("part") if any("address" in (node.text or "") for node in group.iter())]
    assert len(boxes) == 2
    for box in boxes:
        left, top, _, bottom = rectangle(box)
        ends = {line[-1] for line in sheet.lines("bus") if near((line[-1][0],), (left,)) and top < line[-1][1] < bottom}
        assert len(ends) == 2


@pytest.mark.parametrize("name", OTHERS)
def test_parts_of_other_boards_have_a_wire_a_pin(name):
    sheet, found = DRAWN[name]["wiring"], OTHERS[name]
    assert wired(found).left_out == []
    expected = {}
    for kind, (part, data) in found.PARTS.items():
        expected |= NAMES.get((kind, part), lambda _: {})(data)
    if "rows" in found.PARTS["sensors"][1]:
        expected |= {gpio: use for gpio, use in used(SAMPLES["pico_reed"]).items() if gpio < 17}
    drawn = [int(node.get("data-gpio")) for kind, node in sheet.all if kind == "path" and node.get("data-gpio")]
    assert sorted(drawn) == sorted(expected)
    for gpio, part in expected.items():
        ((_, *_, end),) = sheet.lines("wire", gpio=gpio)
        if part not in FILES and not part.startswith(("rank", "buttons")):
            assert part in [text for text, _, y in sheet.texts(gpio=gpio) if abs(y - 4 - end[1]) <= NEAR]


def test_buttons_on_inputs_are_named():
    notes = " ".join(DRAWN["hc165"]["wiring"].words())
    assert all(f"U9 {letter}" in notes for letter in "HGFED")
