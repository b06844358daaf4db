# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware in a process of its own: a body whose parts are virtual. Its time is the bus's, its serial port is real.

The process sees one folder as its flash: the journal in it outlives the process, as it would outlive a power cut.
"""

import contextlib
import socket
import subprocess
from functools import partial
from pathlib import Path
from typing import IO

from ..errors import BoardError
from . import runtime as runtimes
from . import wire
from .body import Maker
from .runtime import Runtime

_START_S = 20.0


def maker(runtime_name: str = "auto") -> Maker:
    """Return how to make a simulated board. InputError: no such runtime."""
    return Maker(partial(Process, runtime=runtimes.find(runtime_name)))


class Process:
    """A `Body`. `directory` is its flash; it is created if need be."""

    def __init__(self, directory: Path, runtime: Runtime, board: str = "sim") -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.lights = bytes(192)
        self.faces = [bytes(4), bytes(4)]
        self.tones: list[int] = []
        self._log = directory / "log"
        self._wire = wire.make()
        self.port = self._wire.port
        with socket.create_server(("127.0.0.1", 0)) as server, self._log.open("wb") as log:
            self._process = self._start(directory, runtime, board, server.getsockname()[1], log)
            try:
                self._bus = self._accept(server)
            except BoardError:
                self._process.kill()
                self._process.wait()
                self._wire.close()
                raise
        self._lines = self._bus.makefile("rb")

    def sense(self, occupied: bytes, buttons: int) -> None:
        self._send(f"sense {occupied.hex()}{buttons:02x}\n")

    def advance(self, ms: int) -> int:
        self._send(f"advance {ms}\n")
        while True:
            match self._read():
                case [b"at", passed]:
                    return int(passed)
                case [b"lights", colours]:
                    self.lights = bytes.fromhex(colours.decode())
                case [b"face", side, cells]:
                    self.faces[int(side)] = bytes.fromhex(cells.decode())
                case [b"tone", hertz]:
                    self.tones.append(int(hertz))
                case _:
                    raise BoardError(f"the simulated board has stopped: {self._last_words()}")

    def close(self) -> None:
        """Kill the process; what it had synced is in its folder."""
        self._process.kill()
        self._process.wait()
        self._lines.close()
        self._bus.close()
        self._wire.close()

    def _start(
        self, directory: Path, runtime: Runtime, board: str, port: int, log: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*runtime.arguments("-c"), f"import main; main.main({board!r})"],
            cwd=directory,
            env=runtime.environment(TOUCHMOVE_BUS=str(port)),
            stdin=self._wire.board_end,
            stdout=self._wire.board_end,
            stderr=log,
            start_new_session=True,  # a Ctrl-C at the terminal ends the computer's part; a board would not hear it
        )

    def _accept(self, server: socket.socket) -> socket.socket:
        server.settimeout(0.2)
        for _ in range(int(_START_S / 0.2)):
            with contextlib.suppress(TimeoutError):
                bus, _ = server.accept()
                bus.settimeout(None)
                bus.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return bus
            if self._process.poll() is not None:
                break
        raise BoardError(f"the simulated board does not start: {self._last_words()}")

    def _read(self) -> list[bytes]:
        """Return the words of the next line, none if there will be no other."""
        try:
            return self._lines.readline().split()
        except OSError:  # a board that died with something unread resets the bus
            return []

    def _send(self, line: str) -> None:
        try:
            self._bus.sendall(line.encode())
        except OSError as error:
            raise BoardError(f"the simulated board has stopped: {self._last_words()}") from error

    def _last_words(self) -> str:
        text = self._log.read_text(errors="replace").strip()
        return text[-500:] or f"nothing in {self._log}"
