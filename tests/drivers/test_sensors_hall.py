# SPDX-License-Identifier: GPL-3.0-or-later
"""The driver of the Hall sensors against four multiplexers, 64 fields, and wires that take their time to settle."""

import pytest

from boards import pico_hall

DATA = pico_hall.PARTS["sensors"][1]
ORDER = DATA["order"]
REST, THRESHOLD = DATA["rest"], DATA["threshold"]
SETTLE_US = 3
START, READY = 5, 0x100


class Panel:
    """`levels[n]`: what sensor n gives, 0 where there is none. Stands for outputs, converter and timer of the chip."""

    def __init__(self):
        self.levels = [REST] * 64
        self.is_dead = False
        self._out = 0
        self._now_us = 0xFFFFFFF0  # just before the timer wraps
        self._changed_us = 0
        self._held = 0
        self._before = REST  # what the wire had
        self._busy = 0

    def set_outputs(self, mask):
        self._change(self._out | mask)

    def clear_outputs(self, mask):
        self._change(self._out & ~mask)

    def convert(self, command):
        assert command == START, "enabled, once, input 0"
        settled = self._now_us - self._changed_us >= SETTLE_US
        self._held = self._sensor() if settled else self._before
        self._before = self._sensor()
        self._busy = 3

    def control(self):
        self._busy -= not self.is_dead
        return READY if self._busy <= 0 and not self.is_dead else 0

    def result(self):
        assert self._busy <= 0
        return self._held

    def time(self):
        self._now_us += 1
        return self._now_us & 0xFFFFFFFF

    def _change(self, out):
        low = [pin for pin in DATA["enable"] if not out >> pin & 1]
        assert len(low) <= 1, "two multiplexers drive one wire"
        self._out = out
        self._changed_us = self._now_us

    def _sensor(self):
        open_ones = [chip for chip, pin in enumerate(DATA["enable"]) if not self._out >> pin & 1]
        channel = sum((self._out >> pin & 1) << bit for bit, pin in enumerate(DATA["select"]))
        return self.levels[16 * open_ones[0] + channel] if open_ones else 0


class Register:
    def __init__(self, read=None, write=None):
        self.read, self.write = read, write

    def __getitem__(self, index):
        assert index == 0
        return self.read()

    def __setitem__(self, index, value):
        assert index == 0
        self.write(value)


@pytest.fixture
def panel():
    return Panel()


@pytest.fixture
def make(driver, panel, pins, tmp_path):
    def make(**more):
        registers = (
            Register(write=panel.set_outputs),
            Register(write=panel.clear_outputs),
            Register(read=panel.control, write=panel.convert),
            Register(read=panel.result),
            Register(read=panel.time),
        )
        path = str(tmp_path / "hall")
        sensors = driver("sensors_hall").Hall(**{**DATA, "registers": registers, "path": path, **more})
        assert all(pins.driven[pin] and pins.latched[pin] for pin in DATA["select"] + DATA["enable"])
        panel.set_outputs(sum(1 << pin for pin in DATA["enable"]))  # as the pins have been set
        return sensors

    return make


def scan(sensors, raw=None):
    raw = raw or bytearray(b"\x00" * 8 + b"\xee")
    sensors.scan_into(raw)
    assert raw[8] == 0xEE, "buttons are another part's"
    return raw


def squares(raw):
    return {row * 8 + column for row in range(8) for column in range(8) if raw[row] >> column & 1}


@pytest.mark.parametrize("pole", [1, -1])
def test_every_sensor_has_its_square_and_either_pole_is_a_man(make, panel, pole):
    sensors = make()
    for n in range(64):
        panel.levels = [REST] * 64
        panel.levels[n] = REST + pole * THRESHOLD
        assert squares(scan(sensors)) == {ORDER[n]}
        assert list(sensors.levels) == panel.levels


def test_neighbours_do_not_blur(make, panel):
    sensors = make()
    panel.levels = [3800 if n * 7 % 3 else REST for n in range(64)]
    assert squares(scan(sensors)) == {ORDER[n] for n in range(64) if n * 7 % 3}


def test_without_settling_they_would(make, panel):
    sensors = make(settle_us=0)
    panel.levels = [3800 if n * 7 % 3 else REST for n in range(64)]
    assert squares(scan(sensors)) != {ORDER[n] for n in range(64) if n * 7 % 3}


@pytest.mark.parametrize("pole", [1, -1])
def test_a_man_near_the_threshold_does_not_flicker(make, panel, pole):
    sensors = make()
    raw = scan(sensors)
    for away, is_there in ((249, 0), (250, 1), (230, 1), (188, 1), (187, 0), (249, 0), (260, 1), (0, 0)):
        panel.levels[5] = REST + pole * away
        assert bool(squares(scan(sensors, raw))) == bool(is_there), away


def test_a_magnet_that_is_turned_over_in_place_stays_a_man(make, panel):
    sensors = make()
    panel.levels[5] = REST + 400
    raw = scan(sensors)
    panel.levels[5] = REST - 400
    assert squares(scan(sensors, raw)) == {ORDER[5]}


def test_turned_by_180_degrees_a1_is_h8(make, panel):
    sensors = make(turned=True)
    panel.levels[ORDER.index(0)] = REST + 400
    assert squares(scan(sensors)) == {63}
    sensors.turn()
    assert squares(scan(sensors)) == {0}


def test_calibration_gives_each_sensor_its_own_rest_and_threshold(make, panel, tmp_path):
    lines = [f"{1200 + n} {100 + n}\n" for n in range(64)]
    (tmp_path / "hall").write_text("".join(lines))
    sensors = make()
    for n in range(64):
        panel.levels = [1200 + index for index in range(64)]
        panel.levels[n] += 100 + n
        assert squares(scan(sensors)) == {ORDER[n]}
        panel.levels[n] -= (100 + n) // 4 + 1
        assert squares(scan(sensors)) == set()


@pytest.mark.parametrize("text", ["1200 100\n" * 63, "1200 100\n" * 63 + "1200 x\n", "\x00\xff" * 20])
def test_a_damaged_calibration_is_said_once_and_what_holds_for_all_is_taken(make, panel, tmp_path, text):
    (tmp_path / "hall").write_text(text)
    sensors = make()
    with pytest.raises(OSError, match="64 lines of two numbers: calibrate again"):
        scan(sensors)
    panel.levels[5] = REST + THRESHOLD
    assert squares(scan(sensors)) == {ORDER[5]}


def test_a_sensor_that_is_not_there_is_said_once_and_its_square_stays(make, panel):
    sensors = make()
    panel.levels[37] = REST + 400
    raw = scan(sensors)
    panel.levels[37] = 0
    with pytest.raises(OSError, match="no Hall sensor at input 5 of multiplexer 2"):
        scan(sensors, raw)
    panel.levels[3] = REST + 400
    assert squares(scan(sensors, raw)) == {ORDER[37], ORDER[3]}
    panel.levels[37] = REST
    assert squares(scan(sensors, raw)) == {ORDER[3]}
    panel.levels[16:32] = [0] * 16
    with pytest.raises(OSError, match="input 0 of multiplexer 1"):
        scan(sensors, raw)


def test_a_converter_that_is_dead_is_said_once_and_costs_one_wait_a_scan(make, panel):
    sensors = make()
    panel.levels[5] = REST + 400
    raw = scan(sensors)
    panel.is_dead = True
    with pytest.raises(OSError, match="the ADC of the Hall sensors does not answer"):
        scan(sensors, raw)
    before_us = panel.time()
    assert squares(scan(sensors, raw)) == {ORDER[5]}
    assert panel.time() - before_us < 1100
    panel.is_dead = False
    panel.levels[5] = REST
    assert squares(scan(sensors, raw)) == set()
