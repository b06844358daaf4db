# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets in only pages that came from here: a web site that is open in another tab must not play chess on this board.

A name that is rebound to this computer shows in Host, a foreign page in Origin. Numeric addresses cannot be rebound.
Where the network can reach the page, a token as well: it comes once, in the page's address, and stays as a cookie.
"""

import hmac
import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOREIGN = "This page is served to this computer's own pages only.\n"
_NO_TOKEN = (
    "This page is open to the network, so it asks for a token. Its address with the token stands where `touchmove run` "
    "was started: http://…/?token=…\nType or copy it into this browser's address line.\n"
)


def make(address: str, token: str = "") -> Middleware:
    """Return the middleware. address: what the user chose to serve on, the only name trusted besides localhost;
    token: what a browser must have been told, "" for nothing."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "")
        if not is_ours(host, address) or not _is_from(host, request):
            raise web.HTTPForbidden(text=_FOREIGN)
        if token and request.path == "/" and "token" in request.query:
            return _enter(request, token)
        if token and not _is_same(request.cookies.get(_cookie(request), ""), token):
            raise web.HTTPForbidden(text=_NO_TOKEN)
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


def _is_from(host: str, request: web.Request) -> bool:
    """Return True if a page of ours asks. A browser leaves out who asks only where nothing is changed by it."""
    changes = request.method not in ("GET", "HEAD") or "Upgrade" in request.headers
    return request.headers.get("Origin", "" if changes else f"http://{host}") == f"http://{host}"


def _enter(request: web.Request, token: str) -> web.Response:
    """Take the token out of the address, so that it is in no history and no Referer, and leave it with the browser."""
    if not _is_same(request.query["token"], token):
        raise web.HTTPForbidden(text=_NO_TOKEN)
    response = web.Response(status=303, headers={"Location": "/", "Cache-Control": "no-store"})
    response.set_cookie(_cookie(request), token, httponly=True, samesite="Strict")
    return response


def _cookie(request: web.Request) -> str:
    """Return the cookie's name: a browser does not tell the ports of one computer apart."""
    return f"touchmove-{request.url.port}"


def _is_same(said: str, token: str) -> bool:
    """Compare in a time that does not tell how much was right."""
    return hmac.compare_digest(said.encode(errors="replace"), token.encode())
