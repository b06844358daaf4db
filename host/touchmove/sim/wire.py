# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated board's serial port: the board holds one end as its standard input and output, pyserial the other."""

import contextlib
import os
import socket
import threading
from typing import Protocol


class Wire(Protocol):
    port: str  # what pyserial opens
    board_end: int  # file descriptor for the board's standard input and output

    def close(self) -> None:
        """Pull the cable."""


class Pty:
    """A pseudo-terminal. Its host side stays open here, or the board would see the line hang up between two hosts."""

    def __init__(self) -> None:
        import tty

        self.board_end, self._host_end = os.openpty()
        tty.setraw(self._host_end)
        self.port = os.ttyname(self._host_end)

    def close(self) -> None:
        os.close(self.board_end)
        os.close(self._host_end)


class Socket:
    """Where there are no pseudo-terminals: a socket URL, one host at a time. What nobody listens to is lost."""

    def __init__(self) -> None:
        self._inner, board = socket.socketpair()
        self.board_end = board.detach()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._host: socket.socket | None = None
        self.port = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        for work in (self._serve, self._send):
            threading.Thread(target=work, daemon=True).start()

    def close(self) -> None:
        self._server.close()
        self._inner.close()
        os.close(self.board_end)

    def _serve(self) -> None:
        """Take hosts, one after the other, and hand on what they say."""
        with contextlib.suppress(OSError):  # closed
            while True:
                self._host, _ = self._server.accept()
                with self._host as host, contextlib.suppress(ConnectionError):
                    while data := host.recv(256):
                        self._inner.sendall(data)
                self._host = None

    def _send(self) -> None:
        """Hand on what the board says to the host that is there."""
        with contextlib.suppress(OSError):  # closed
            while data := self._inner.recv(256):
                host = self._host
                if host is not None:
                    with contextlib.suppress(OSError):  # he is just leaving
                        host.sendall(data)


def make() -> Wire:
    """Return the wire of this platform."""
    return Pty() if hasattr(os, "openpty") else Socket()
