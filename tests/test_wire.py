# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated serial port, both kinds: bytes pass unchanged, and one host may follow another."""

import os
import select

import pytest
import serial

from touchmove.sim import wire

EVERY = bytes(range(256))


@pytest.fixture(params=[wire.Pty, wire.Socket])
def cable(request):
    if request.param is wire.Pty and not hasattr(os, "openpty"):
        pytest.skip("needs pseudo-terminals")
    cable = request.param()
    yield cable
    cable.close()


def read(board_end: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        assert select.select([board_end], [], [], 10)[0], f"only {data!r} came"
        data += os.read(board_end, count - len(data))
    return data


def test_bytes_pass_both_ways_and_hosts_come_and_go(cable):
    for _ in range(2):
        with serial.serial_for_url(cable.port, timeout=10) as host:
            host.write(EVERY)
            assert read(cable.board_end, 256) == EVERY
            os.write(cable.board_end, EVERY)
            assert host.read(256) == EVERY
