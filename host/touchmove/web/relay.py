# SPDX-License-Identifier: GPL-3.0-or-later
"""Carries what other commands of this user ask to the board whose port the bridge has.

It listens on this computer alone, wherever the page is served, and only to who knows the secret. What is asked is
neither shown nor logged: it may be a sealed move.

    POST /ask      port, name, values of a command     200: board, fields of its answer
    POST /resume   port                                200: board
                                                       409: error, text as if the board had been asked directly
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict
from hmac import compare_digest
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from .. import ask, relay
from ..bridge import Bridge
from ..errors import BoardError, BusyError, InputError, TouchmoveError
from .address import listen

_LONGEST = 1024  # bytes of a request; a line of the link has 250
_LOOK_S = 0.1


@asynccontextmanager
async def relaying(home: Path, bridge: Bridge) -> AsyncIterator[None]:
    """Listen, and tell the commands of this user where, as long as this lasts. Whoever calls has the folder's lock."""
    with listen("127.0.0.1", 0) as listening, relay.told(home, listening.getsockname()[1]) as secret:
        runner = web.AppRunner(_application(bridge, secret), access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.SockSite(runner, listening).start()
            yield
        finally:
            await runner.cleanup()


def _application(bridge: Bridge, secret: str) -> web.Application:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        said = request.headers.get(relay.SECRET, "")
        if not compare_digest(said.encode(errors="replace"), secret.encode()):
            raise web.HTTPForbidden
        return await handler(request)

    def answering(carry: Callable[[Bridge, Any], Awaitable[dict[str, Any]]]) -> Handler:
        async def answer(request: web.Request) -> web.Response:
            try:
                return web.json_response(await carry(bridge, _read(await request.read())))
            except TouchmoveError as error:
                return web.json_response({"error": type(error).__name__, "text": str(error)}, status=409)

        return answer

    application = web.Application(middlewares=[guard], client_max_size=_LONGEST)
    application.router.add_post("/ask", answering(_ask))
    application.router.add_post("/resume", answering(_resume))
    return application


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError("this is no request") from error


async def _ask(bridge: Bridge, wish: Any) -> dict[str, Any]:
    match wish:
        case {"port": port, "name": str(name), "values": [*values]} if name in relay.COMMANDS and all(
            isinstance(value, int | str) for value in values
        ):
            _is_at(bridge, port)
            board = ask.connected(bridge.state)
            fields = await asyncio.wrap_future(bridge.command(name, *values))
            return {"board": asdict(board), "fields": fields}
    raise InputError("this is no request")


async def _resume(bridge: Bridge, wish: Any) -> dict[str, Any]:
    match wish:
        case {"port": port}:
            _is_at(bridge, port)
            if bridge.state.name == "prompted":
                bridge.resume()
                try:
                    async with asyncio.timeout(ask.RESTART_S):
                        while bridge.state.name == "prompted":
                            await asyncio.sleep(_LOOK_S)
                except TimeoutError:
                    raise BoardError(ask.NOT_STARTED) from None
            return {"board": asdict(ask.connected(bridge.state))}
    raise InputError("this is no request")


def _is_at(bridge: Bridge, port: Any) -> None:
    """Raise BusyError if somebody means a board at another port, which then another program has."""
    if port is not None and os.path.realpath(str(port)) != os.path.realpath(bridge.port):
        has = f"`touchmove run` has {bridge.port}" if bridge.port else "`touchmove run` has no board"
        raise BusyError(f"{port} is in use by another program: close it and try again; {has}")
