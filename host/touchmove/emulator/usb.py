# SPDX-License-Identifier: GPL-3.0-or-later
"""The USB host at the other end of the cable: serial bytes in both directions.

A real host is silent when it has nothing to say. rp2040py's host answers every armed OUT endpoint with an empty packet
after 10 µs, which the firmware rearms at once: the chip then never sleeps. Here the OUT transfer stays open until
there is a byte.
"""

from collections.abc import Callable

from rp2040py.peripherals.usb import RPUSBController
from rp2040py.usb.cdc import USBCDC

_PACKET = 64  # full-speed bulk


class Host:
    """Stands between the chip's USB controller and rp2040py's CDC host, which still does the enumeration."""

    def __init__(self, controller: RPUSBController, cdc: USBCDC, on_bytes: Callable[[bytes | bytearray], None]) -> None:
        assert controller.on_endpoint_read and controller.on_reset, "the CDC host is there first"
        self._controller = controller
        self._serve_rest = controller.on_endpoint_read
        self._forget_rest = controller.on_reset
        self._out = bytearray()
        self._open_endpoint = 0  # the OUT endpoint that waits for a packet; 0 = none
        self._open_size = 0
        controller.on_endpoint_read = self._on_armed
        controller.on_reset = self._on_reset
        cdc.on_serial_data = on_bytes

    def send(self, data: bytes) -> None:
        """Queue bytes for the chip; they go as fast as it takes them."""
        self._out += data
        self._serve()

    def _on_armed(self, endpoint: int, size: int) -> None:
        if endpoint == 0:
            self._serve_rest(endpoint, size)
            return
        self._open_endpoint, self._open_size = endpoint, size
        self._serve()

    def _serve(self) -> None:
        if not self._open_endpoint or not self._out:
            return
        size = min(self._open_size, _PACKET, len(self._out))
        packet = bytes(self._out[:size])
        del self._out[:size]
        endpoint, self._open_endpoint = self._open_endpoint, 0
        self._controller.endpoint_read_done(endpoint, packet)

    def _on_reset(self) -> None:
        self._out.clear()
        self._open_endpoint = 0
        self._forget_rest()
