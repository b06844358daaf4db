# SPDX-License-Identifier: GPL-3.0-or-later
"""The sheets of the squares are what the data say: every switch, light and input is where it belongs."""

import pytest
from samples import BUTTONS, DRAWN, FILES, OTHERS, SAMPLES, on_each, used
from sheet import dots, near, on, paths, rectangle, tag

from touchmove.wiring.modules import MODULES


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
    for column, name_ in zip(sensors["columns"], BUTTONS, strict=False):
        words = " ".join(text for text, _, _ in sheet.texts(button=column))
        assert words == (name_ if column in pressed else "")


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
            assert [node.text for node in label.iter() if tag(node) == "text"] == [pin.name, f"pin {pin.number}"]


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("hall", "sensors", lambda n: f"M{n // 16} I{n % 16}"),
        ("hc165", "sensors", lambda n: f"U{n // 8 + 1} {'HGFEDCBA'[n % 8]}"),
        ("mcp23017", "sensors", lambda n: f"0x2{n // 14} {'A' if n % 14 < 7 else 'B'}{n % 7}"),
        ("mcp23017", "lights", lambda n: f"COM{n // 8} ROW{n % 8}"),
        ("max7219", "lights", lambda n: f"DIG{n // 8} {'G F E D C B A DP'.split()[n % 8]}"),
    ],
)
def test_every_square_says_what_it_hangs_on(name, kind, said):
    data = OTHERS[name].PARTS[kind][1]
    for view in ("below", "above"):
        sheet = DRAWN[name][view]
        found = set()
        for number, at in enumerate(data["order"]):
            if at < 64:
                square = 63 - at if data["turned"] else at
                groups = sheet.groups("part input", square=square, number=number)
                (group,) = [entry for entry in groups if entry.find("{*}text").text == said(number)]
                ((_, x, y),) = sheet.texts(square=square)
                left, top, right, bottom = rectangle(group)
                assert abs((left + right) / 2 - x) < 41
                assert y < (top + bottom) / 2 < y + 68
                found.add(square)
        assert found == set(range(64))
