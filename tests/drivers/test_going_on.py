# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware on a board whose I2C bus, or a part on it, comes off: it says so, and the rest of the board plays on."""

from types import SimpleNamespace

import ht16k33
import pytest
from mcp23017 import Expander

from app import App
from drivers.journal_files import Files
from drivers.settings_file import File
from link import frame
from play.states import PRESS

BOARD = SimpleNamespace(NAME="test", LIGHTS_MA=400, LIGHT_MA=5)
PINS = (8, 9, 10, 11, 12)


class Port:
    def read_into(self, buf):
        return 0

    def write(self, line):
        pass


@pytest.fixture
def parts(driver, bus, tmp_path):
    return {
        "bus": bus,
        "sensors": driver("sensors_mcp23017").MCP23017(bus, (0x20, 0x21, 0x22, 0x23, 0x24), bytes(70), 5, False),
        "lights": driver("lights_ht16k33").HT16K33(bus, 0x72, bytes(range(64)), 9, False),
        "clockface": driver("clockface_ht16k33").HT16K33(bus, (0x70, 0x71), 4),
        "buttons": driver("buttons_pins").Pins(pins=PINS, poll_ms=5),
        "link": Port(),
        "journal": Files(str(tmp_path / "journal"), 0),
        "settings": File(str(tmp_path / "settings")),
        "identity": SimpleNamespace(unique="test"),
    }


def records(journal):
    lines = [journal.read(number) for number in range(1, journal.synced + 1)] + journal.waiting
    return [(message[2], message[3]) for message in map(frame.decode, lines)]


def let(firmware, ms):
    for _ in range(0, ms, 5):
        firmware.step(5)


def lost(firmware):
    """Return what was recorded as lost, from the address on."""
    faults = [values[1] for name, values in records(firmware.journal) if name == "faulted"]
    return [fault[fault.index("0x") :] for fault in faults]


def test_all_that_is_lost_is_recorded_and_the_buttons_are_heard(parts, pins):
    firmware = App(BOARD, parts)
    let(firmware, 4000)
    addresses = [0x20, 0x21, 0x22, 0x23, 0x24, 0x70, 0x71, 0x72]
    assert sorted(lost(firmware)) == [f"0x{address:02x} is lost: [Errno 5] EIO" for address in addresses]
    heard = []
    firmware.buttons.listener = SimpleNamespace(do=lambda side, button: heard.append((side, button)))
    pins.pulled[PINS[2]] = 0
    let(firmware, 50)
    assert heard == [(1, PRESS)]


def test_a_bus_that_is_held_down_is_recorded_and_freed(parts, wire):
    wire.parts = {address: Expander() for address in (0x20, 0x21, 0x22, 0x23, 0x24)}
    wire.parts |= {address: ht16k33.Chip() for address in (0x70, 0x71, 0x72)}
    firmware = App(BOARD, parts)
    let(firmware, 4000)
    wire.hold(5)
    let(firmware, 1000)
    (said,) = lost(firmware)
    assert said.endswith("[Errno 110] ETIMEDOUT, SDA is held low")
    assert not wire.held and not parts["bus"].lost


def test_a_loose_contact_is_recorded_again_ten_seconds_after_it_last_came_off(parts, wire):
    wire.parts = {address: Expander() for address in (0x20, 0x21, 0x22, 0x23, 0x24)}
    wire.parts |= {address: ht16k33.Chip() for address in (0x70, 0x71, 0x72)}
    firmware = App(BOARD, parts)
    expander = wire.parts[0x20]
    for well_ms, lost_ms, times in ((4000, 100, 1), (2000, 100, 1), (9000, 100, 1), (10_000, 12_000, 2), (300, 100, 3)):
        let(firmware, well_ms)
        del wire.parts[0x20]
        let(firmware, lost_ms)
        assert lost(firmware) == ["0x20 is lost: [Errno 5] EIO"] * times
        wire.parts[0x20] = expander
