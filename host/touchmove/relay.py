# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks a board through the `touchmove run` that has its port.

While that runs, a file beside its lock says where it listens and the secret that it wants to hear, to this user alone.
Without the lock the file is what a kill left behind, and counts for nothing.
"""

import http.client
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import lock
from .conversation import Board
from .errors import ArchiveError, BoardError, BusyError, InputError, PortError, RefusalError, TouchmoveError
from .record import Value

SECRET = "Touchmove-Secret"  # the header that holds it
# Of the link's, those that may be asked for; the others are the bridge's own.
COMMANDS = ("new", "rule", "seal", "set", "test", "health", "sensor")
_ERRORS = {kind.__name__: kind for kind in (InputError, PortError, BusyError, BoardError, RefusalError, ArchiveError)}
_PATIENCE_S = 30.0  # a board answers within six seconds, and starts within ten
_FILE = "relay.json"


@dataclass(frozen=True)
class Relay:
    """A `touchmove run` that can be asked; address is a port of this computer's own."""

    address: int
    secret: str

    def ask(self, port: str | None, name: str, *values: Value) -> tuple[Board, dict[str, Value]]:
        """Have its board carry out a command; return and raise what asking it directly would.

        port: the one that the board must be at, None for whichever it is.
        """
        answer = self._post("/ask", {"port": port, "name": name, "values": values})
        return Board(**answer["board"]), answer["fields"]

    def resume(self, port: str | None) -> Board:
        """Restart its board, if that stands at a MicroPython prompt, and wait until the game goes on."""
        return Board(**self._post("/resume", {"port": port})["board"])

    def _post(self, path: str, wish: dict[str, Any]) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.address, timeout=_PATIENCE_S)
        try:
            connection.request("POST", path, json.dumps(wish), {SECRET: self.secret})
            response = connection.getresponse()
            answer = json.loads(response.read()) if response.status in (200, 409) else None
        except (OSError, ValueError, http.client.HTTPException) as error:
            text = f"`touchmove run` does not answer ({error}): the board may or may not have done this"
            raise PortError(text) from error
        finally:
            connection.close()
        if answer is None:
            raise BusyError("`touchmove run` has the board and does not take this: end it, and start it again")
        if response.status == 409:
            raise _ERRORS.get(answer["error"], TouchmoveError)(answer["text"])
        return answer


def find(home: Path) -> Relay | None:
    """Return what runs on a folder, or None if nothing does."""
    try:
        told = json.loads((home / _FILE).read_text(encoding="utf-8"))
        relay = Relay(int(told["address"]), str(told["secret"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return relay if lock.is_taken(home) else None


@contextmanager
def told(home: Path, address: int) -> Iterator[str]:
    """Tell the commands of this user where to ask, as long as this lasts; yield the secret that they will know."""
    secret = secrets.token_urlsafe(32)
    file = home / _FILE
    part = file.with_suffix(".part")
    try:
        part.unlink(missing_ok=True)
        # Made for nobody else from the start: a file that is closed to others later was open for a moment.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
            json.dump({"address": address, "secret": secret}, out)
        part.replace(file)
    except OSError:
        file.unlink(missing_ok=True)  # a full disk: the game goes on, and commands say that its port is taken
    try:
        yield secret
    finally:
        with suppress(OSError):  # without the lock it counts for nothing
            file.unlink()
