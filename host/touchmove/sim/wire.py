# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated board's serial port: the board holds one end as its standard input and output, pyserial the other."""

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
    """Where there are no pseudo-terminals: a socket URL, one host at a time."""

    def __init__(self) -> None:
        self._inner, board = socket.socketpair()
        self.board_end = board.detach()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._server.close()
        self._inner.close()
        os.close(self.board_end)

    def _serve(self) -> None:
        while True:
            try:
                host, _ = self._server.accept()
            except OSError:
                return
            outward = threading.Thread(target=_pump, args=(self._inner, host), daemon=True)
            outward.start()
            _pump(host, self._inner)
            host.close()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(256):
            sink.sendall(data)
    except OSError:
        return


def make() -> Wire:
    """Return the wire of this platform."""
    return Pty() if hasattr(os, "openpty") else Socket()
