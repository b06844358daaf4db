# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets in only pages that came from here: a web site that is open in another tab must not play chess on this board.

A name that is rebound to this computer shows in Host, a foreign page in Origin. Numeric addresses cannot be rebound.
"""

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def make(address: str) -> Middleware:
    """Return the middleware. address: what the user chose to serve on, the only name trusted besides localhost."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "")
        origin = request.headers.get("Origin")
        if not is_ours(host, address) or origin not in (None, f"http://{host}"):
            raise web.HTTPForbidden(text="This page is served to this computer's own pages only.\n")
        return await handler(request)

    return guard


def is_ours(host: str, address: str) -> bool:
    """Return True if a Host header names this server by localhost, by a number, or as the user did."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in ("localhost", address.lower()):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Forbid the browser what no page of ours needs, and have it ask whether a file is still the same."""
    response.headers.update(_HEADERS)
    response.headers.setdefault("Cache-Control", "no-cache")
