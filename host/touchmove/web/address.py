# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the page is served: on this computer alone, unless its owner opens it to the network."""

import errno
import ipaddress
import socket
from contextlib import suppress

from ..errors import PortError

_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # reserved for documents: nobody is there


def listen(address: str, port: int) -> socket.socket:
    """Return the socket that the page will be served on; PortError says why not. port 0: any that is free."""
    try:
        family, _, _, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(where[0]), port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"port {port} is taken, perhaps by another `touchmove run`: end that, or choose another with --http"
        elif error.errno == errno.EACCES:
            text = f"port {port} is not for everybody: choose one above 1023 with --http"
        else:
            text = f"the page cannot be served on {address} ({error}): choose another with --address"
        raise PortError(text) from error


def is_private(listening: socket.socket) -> bool:
    """Return True if only programs of this computer can reach it."""
    return ipaddress.ip_address(listening.getsockname()[0].partition("%")[0]).is_loopback


def url(listening: socket.socket) -> str:
    """Return the address of the page: of all addresses that are served, the one by which others reach this computer."""
    host, port = listening.getsockname()[:2]
    if ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
        host = _own(listening.family, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own(family: int, otherwise: str) -> str:
    """Ask the system which of its addresses it would speak from; nothing is sent."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE[socket.AddressFamily(family)], 9))
        return str(probe.getsockname()[0])
    return otherwise
