# SPDX-License-Identifier: GPL-3.0-or-later
"""The server of the page: files, pictures of men, games as PGN, and one WebSocket a page.

Nothing is decided here. Hands go to the table, changes of the bridge to the scoresheet; both speak through the pages.
"""

import asyncio
import secrets
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import chess
import chess.svg
from aiohttp import WSMsgType, web

from .. import ask, doctor, pgn, rulings
from ..archive import Archive
from ..bridge import Bridge, Change
from ..errors import InputError, TouchmoveError
from . import guard, messages
from .address import is_private, url
from .pages import Pages
from .relay import relaying
from .scoresheet import Scoresheet
from .table import Table

_STATIC = Path(__file__).parent / "static"
_LONGEST = 1024  # bytes that a page may say at once


def serve(
    listening: socket.socket,
    address: str,
    bridge: Bridge,
    archive: Archive,
    table: Table | None,
    home: Path,
    ready: Callable[[str], None],
) -> None:
    """Serve the page until Ctrl-C or a request to end. ready is called with its address when it can be opened.

    home: the folder whose lock the caller has; commands that find it taken ask here.
    """

    async def run() -> None:
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows: there Ctrl-C arrives as KeyboardInterrupt
                asyncio.get_running_loop().add_signal_handler(number, ended.set)
        server = Server(bridge, archive, table)
        try:
            page = await server.start(listening, address)
            async with relaying(home, bridge):
                ready(page)
                await ended.wait()
        finally:
            await server.stop()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


class Server:
    """Starts and stops the bridge as well: once it is told to listen, nothing comes that nobody hears of."""

    def __init__(self, bridge: Bridge, archive: Archive, table: Table | None) -> None:
        self._bridge = bridge
        self._archive = archive
        self._table = table
        self._pages = Pages()
        self._sheet = Scoresheet(archive, self._pages.publish, table is not None, bridge.now_ms)
        self._pages.publish("acts", messages.acts)
        self._sockets: set[web.WebSocketResponse] = set()
        self._runner: web.AppRunner | None = None

    async def start(self, listening: socket.socket, address: str) -> str:
        """Return the address of the page, with the token that the network needs. address: as the user chose it."""
        loop = asyncio.get_running_loop()

        def to_loop(act: Callable[[Any], None], said: Any) -> None:
            with suppress(RuntimeError):  # the loop has ended, and with it all who listened
                loop.call_soon_threadsafe(act, said)

        token = "" if is_private(listening) else secrets.token_urlsafe(16)
        self._runner = web.AppRunner(self._application(address, token), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        self._sheet.take(self._bridge.state)
        self._bridge.listen(lambda change: to_loop(self._take, change))
        if self._table is not None:
            self._table.watch(lambda desk: to_loop(self._publish_desk, desk))
            self._publish_desk(self._table.seen)
        self._bridge.start()
        return url(listening) + (f"?token={token}" if token else "")

    async def stop(self) -> None:
        await asyncio.to_thread(self._bridge.stop)
        for page in list(self._sockets):
            await page.close(code=1001, message=b"the server ends")
        if self._runner is not None:
            await self._runner.cleanup()

    def _application(self, address: str, token: str) -> web.Application:
        application = web.Application(middlewares=[guard.make(address, token)], client_max_size=_LONGEST)
        application.on_response_prepare.append(guard.add_headers)
        application.router.add_get("/", self._index)
        application.router.add_get("/socket", self._socket)
        application.router.add_post("/new", self._new)
        application.router.add_post("/rule", self._rule)
        application.router.add_post("/resume", self._resume)
        application.router.add_post("/test", self._test)
        application.router.add_post("/set", self._set)
        application.router.add_post("/doctor", self._doctor)
        application.router.add_get("/piece/{letter:[PNBRQKpnbrqk]}.svg", self._piece)
        application.router.add_get(r"/games/{number:\d{1,9}}.pgn", self._game)
        application.router.add_get("/games.pgn", self._all_games)
        # One route for each file that there is: what an address says never becomes a path.
        for file in _STATIC.iterdir():
            application.router.add_get(f"/static/{file.name}", partial(self._static, file))
        return application

    def _take(self, change: Change) -> None:
        self._sheet.take(change)

    def _publish_desk(self, desk: dict[str, Any]) -> None:
        self._pages.publish("desk", lambda: desk)

    async def _index(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_STATIC / "index.html")

    async def _static(self, file: Path, request: web.Request) -> web.FileResponse:
        return web.FileResponse(file)

    async def _new(self, request: web.Request) -> web.Response:
        try:
            control, fen, profile, men = messages.new((await request.read()).decode())
        except ValueError as error:
            raise web.HTTPBadRequest(text=f"{error}\n") from error
        try:
            await asyncio.wrap_future(self._bridge.command("new", control, fen, profile))
        except TouchmoveError as error:
            return web.json_response(messages.refusal(error), status=409)
        if men and self._table is not None:
            self._table.set_up(fen)
        return web.Response(status=204)

    async def _rule(self, request: web.Request) -> web.Response:
        try:
            words = messages.ruling((await request.read()).decode())
        except ValueError as error:
            raise web.HTTPBadRequest(text=f"{error}\n") from error
        try:
            await asyncio.wrap_future(self._bridge.command("rule", *rulings.command(words)))
        except TouchmoveError as error:
            return web.json_response({"text": messages.why(error)}, status=409)
        return web.Response(status=204)

    async def _test(self, request: web.Request) -> web.Response:
        return await self._ask("test", await request.read())

    async def _set(self, request: web.Request) -> web.Response:
        return await self._ask("set", await request.read())

    async def _ask(self, name: str, body: bytes) -> web.Response:
        try:
            values = messages.pair(body.decode())
        except ValueError as error:
            raise web.HTTPBadRequest(text=f"{error}\n") from error
        try:
            fields = await asyncio.wrap_future(self._bridge.command(name, *values))
        except TouchmoveError as error:
            return web.json_response({"text": str(error)}, status=409)
        return web.json_response({"text": fields["text"]})

    async def _doctor(self, request: web.Request) -> web.Response:
        try:
            talk = ask.over(ask.connected(self._bridge.state), self._bridge, self._bridge.port)
            return web.json_response(messages.findings(await asyncio.to_thread(doctor.state, talk)))
        except TouchmoveError as error:
            return web.json_response({"text": str(error)}, status=409)

    async def _resume(self, request: web.Request) -> web.Response:
        self._bridge.resume()
        return web.Response(status=204)

    async def _piece(self, request: web.Request) -> web.Response:
        drawn = chess.svg.piece(chess.Piece.from_symbol(request.match_info["letter"]))
        return web.Response(text=drawn, content_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})

    async def _game(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        try:
            game = await asyncio.to_thread(self._archive.game, number)
        except InputError as error:
            raise web.HTTPNotFound(text=f"{error}\n") from error
        name = f'attachment; filename="touchmove-{number}.pgn"'
        return web.Response(
            text=pgn.text(game), content_type="application/x-chess-pgn", headers={"Content-Disposition": name}
        )

    async def _all_games(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Disposition": 'attachment; filename="touchmove.pgn"'})
        response.content_type = "application/x-chess-pgn"
        await response.prepare(request)
        for number in self._archive.numbers():
            game = await asyncio.to_thread(self._archive.game, number)
            await response.write(pgn.text(game).encode())
        return response

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        page = web.WebSocketResponse(heartbeat=20, max_msg_size=_LONGEST)
        await page.prepare(request)
        self._sockets.add(page)
        informing = asyncio.create_task(self._pages.inform(page))
        held: set[str] = set()
        try:
            async for message in page:
                if message.type is WSMsgType.TEXT and self._table is not None:
                    messages.obey(self._table, message.data, held)
        except ValueError as error:
            await page.close(code=1008, message=str(error).encode("ascii", "replace")[:120])
        finally:
            self._sockets.discard(page)
            informing.cancel()
            for button in held:  # its fingers went with it
                if self._table is not None:
                    self._table.release(button)
        return page
