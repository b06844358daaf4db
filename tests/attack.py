# SPDX-License-Identifier: GPL-3.0-or-later
"""What an attacker tries: texts that are obeyed where they are taken for more, and requests that no library sends."""

import http.client
import socket

HOSTILE = (
    "<script>boom()</script>",
    "<img src=x onerror=boom()>",
    "\"><svg onload='boom()'>",
    "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "a\r\nb\nc",
    '{[%] \\" ;} e4',
    "../../etc/passwd",
    "$(touch owned)`touch owned`;touch owned",
    "[red]bold[/red]",
    "\u202egnp.\0exe",
)
SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def ask(port, method, path, body=None, address="127.0.0.1", **headers):
    """Send one request as it stands; return status, headers and body. A `_` in a header's name is a dash."""
    connection = http.client.HTTPConnection(address, port, timeout=20)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    answer = (response.status, response.headers, b"" if response.status == 101 else response.read())
    response.close()
    connection.close()
    return answer


def say(port, lines, address="127.0.0.1"):
    """Send bytes that no library would; return what comes back until the other end closes."""
    with socket.create_connection((address, port), timeout=20) as connection:
        connection.sendall(lines)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer
