# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages that are open, and what each of them has still to hear. A slow page holds up nobody, itself included."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from aiohttp import web

from . import messages

Tell = Callable[[], Mapping[str, Any]]


class _Page:
    def __init__(self, due: set[str]) -> None:
        self.due = due
        self.woken = asyncio.Event()
        self.woken.set()


class Pages:
    def __init__(self) -> None:
        self._topics: dict[str, Tell] = {}
        self._pages: set[_Page] = set()

    def publish(self, topic: str, tell: Tell) -> None:
        """Have every page hear of a topic; `tell` is asked when a page is ready to listen: old news is never sent."""
        self._topics[topic] = tell
        for page in self._pages:
            page.due.add(topic)
            page.woken.set()

    async def inform(self, socket: web.WebSocketResponse) -> None:
        """Tell a page everything, and whatever changes from then on, until it has gone or the task is cancelled."""
        page = _Page(set(self._topics))
        self._pages.add(page)
        try:
            # aiohttp raises this where the page has gone; the receiving side sees it, too, and ends the conversation.
            with suppress(ConnectionError):
                while True:
                    await page.woken.wait()
                    page.woken.clear()
                    while page.due:
                        topic = page.due.pop()
                        await socket.send_str(messages.encode(topic, self._topics[topic]()))
        finally:
            self._pages.discard(page)
