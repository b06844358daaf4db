# SPDX-License-Identifier: GPL-3.0-or-later
"""A real browser at a real page: firmware in its own process, bridge over its PTY, a home that is thrown away."""

import os
from pathlib import Path

import pytest
from desk import Eyes, House
from playwright.sync_api import expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
PATIENCE_MS = 15_000

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def chromium():
    if not CHROMIUM.exists():
        if "browser" in os.environ.get("TOUCHMOVE_REQUIRE", ""):
            pytest.fail(f"no Chromium at {CHROMIUM}, and TOUCHMOVE_REQUIRE asks for it")
        pytest.skip(f"no Chromium at {CHROMIUM}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def browse(chromium):
    """Return the function that opens a page; whatever goes wrong in it fails the test."""
    contexts = []
    errors = []

    def open_page(url, **options):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        return Eyes(page)

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def house(tmp_path):
    with House(tmp_path) as house:
        yield house
