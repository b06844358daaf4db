# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights are as dim as is wished, and never take more than the board may (F03)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import lights as light
from play.settings import Settings

meanings = st.binary(min_size=64, max_size=64).map(lambda data: bytes(byte % len(light.MEANINGS) for byte in data))


def drawn(what, budget_ma, level=255, at_ms=0):
    lights = light.Lights(budget_ma, 20)
    lights.level = level
    lights.meanings[:] = what
    lights.draw(at_ms)
    return lights.frame


@given(meanings, st.integers(100, 4000), st.integers(1, 10), st.integers(0, 999))
def test_no_frame_takes_more_than_the_budget_and_no_light_goes_out(what, budget_ma, tenths, at_ms):
    settings = Settings(f"lights={tenths}")
    full = drawn(what, 1 << 16, at_ms=at_ms)
    frame = drawn(what, budget_ma, settings.level(), at_ms)
    assert sum(frame) * 20 <= budget_ma * 255
    for square in range(64):
        at = slice(square * 3, square * 3 + 3)
        assert any(frame[at]) == any(full[at])
        assert max(frame[at]) <= max(full[at]) * tenths / 10


def test_all_white_on_a_usb_port():
    """F03: 64 lights of 60 mA, 400 mA to give: at most 26 of 255."""
    frame = bytearray(b"\xff" * light.FRAME)
    light.limit(frame, 400 * 255, 192 * 255 * 20)
    assert set(frame) == {26}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("turned=on lights=3", "turned=on lights=3"),
        ("", "turned=off lights=10"),
        ("lights=0 nonsense =", "turned=off lights=10"),
    ],
)
def test_settings_are_kept_as_text_and_what_is_not_understood_is_as_on_a_new_board(text, kept):
    assert Settings(text).text().startswith(kept)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("lights", "11", "it is 1 to 10"),
        ("lights", "bright", "it is 1 to 10"),
        ("turned", "maybe", "it is off or on"),
        ("volume", "3", "no setting volume: there are turned, lights"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_reason(name, value, reason):
    settings = Settings("")
    before = settings.text()
    with pytest.raises(ValueError, match=reason):
        settings.set(name, value)
    assert settings.text() == before
