# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles and settings as text: read generously, written in one form, refused with a reason."""

import pytest

from play import profile


@pytest.mark.parametrize("name", profile.NAMES)
def test_a_name_is_a_profile_and_its_own_text(name):
    assert profile.Profile(name).name == name


def test_settings_change_what_they_name_and_nothing_else():
    plain, changed = profile.Profile("tournament"), profile.Profile("tournament illegal=1  flag=call")
    assert (changed.illegal, changed.flag) == (1, profile.CALL)
    for name, _, _ in profile.SETTINGS:
        assert name in ("illegal", "flag") or getattr(plain, name) == getattr(changed, name)


def test_the_text_has_one_form():
    assert profile.Profile("tournament flag=call illegal=1").name == "tournament illegal=1 flag=call"
    assert profile.Profile("tournament illegal=2").name == "tournament"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no profile"),
        ("master", "no profile master: there are beginner, club"),
        ("club help=on", "there are squares"),
        ("club flag=never", "auto, call, arbiter"),
        ("club flag", "auto, call, arbiter"),
        ("club illegal=-1", "a number up to 999"),
        ("club illegal=1000", "a number up to 999"),
        ("tournament squares=on trace=on tenths=on take_back=free", "longer than 40"),
    ],
)
def test_bad_text_is_refused_with_its_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        profile.Profile(text)
