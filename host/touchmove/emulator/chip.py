# SPDX-License-Identifier: GPL-3.0-or-later
"""The emulated board: an RP2040 running a MicroPython image, its parts, and a PTY as its USB port.

A body (sim/body.py): the world outside sees pins, lights, faces and a port, and nothing of the firmware. Time is the
chip's own; it passes in `advance`, or by itself while `running`.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from rp2040py.boards import BOARDS, BoardSpec
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import ResetCause
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch

from ..compiler import load_board
from ..errors import InputError
from . import clockface
from .buzzer import Buzzer
from .flash import SIZE, SlowFlash
from .hall import Magnets
from .lights import Chain
from .port import Port
from .sensors import Reeds
from .usb import Host

_PARTS = {
    "sensors": ("matrix", "hall"),
    "lights": ("ws2812",),
    "clockface": ("tm1637", "ssd1306"),
    "buzzer": ("pwm",),
}


class Chip:
    """A board at power-on. `uf2`: the image; `board`: its data in boards/."""

    def __init__(
        self,
        uf2: str | Path,
        board: str = "pico_reed",
        flash: bytes | None = None,
        serial: bytes = b"\xff" * 8,
        on_flash: Callable[[int, bytes], None] = lambda at, data: None,
        missing: Collection[int] = (),
        bounce_ms: float = 0,
    ) -> None:
        """flash: an earlier `Chip.flash`; the image is written over it, as it is on a Pico that has files already.

        serial, on_flash: of the flash chip (see `flash.SlowFlash`). missing, bounce_ms: of the reeds (`sensors.Reeds`).
        InputError if the board has parts that cannot be emulated.
        """
        parts = load_board(board).PARTS
        for kind, known in _PARTS.items():
            if parts[kind][0] not in known:
                raise InputError(f"{board} cannot be emulated: its {kind} would have to be {' or '.join(known)}")
        spec = BoardSpec(extras=BOARDS["pico"].extras, image=Path(uf2))
        self._device = MicroPythonDevice(board=spec)
        mcu = self._device.mcu
        if flash is not None:
            mcu.flash[:SIZE] = flash
            load_uf2(Path(uf2), mcu)
        self.flash_wear = SlowFlash(mcu, serial, on_flash)
        self._port = Port()
        self.port = self._port.name
        self._host = Host(mcu.usb_ctrl, self._device.cdc, self._on_bytes)
        (sensing, sensors), (_, lights) = parts["sensors"], parts["lights"]
        self._contacts: Reeds | Magnets
        if sensing == "hall":
            self._contacts = Magnets(mcu, sensors, parts["buttons"][1]["pins"])
        else:
            self._contacts = Reeds(mcu, sensors["rows"], sensors["columns"], Random(1), missing, bounce_ms)
        self._chain = Chain(mcu, lights["pin"], lights["order"], self._on_output)
        self._faces = clockface.wire(mcu, parts, self._on_output)
        self._buzzer = Buzzer(mcu, parts["buzzer"][1]["pin"], self._on_output)
        self._clock = mcu.clock
        self._engine = self._device.simulator
        self._end = self._clock.create_alarm(self._engine.stop)
        self._passed_ms = 0  # since power was first applied, in whole steps
        self._has_output = False
        self._jobs: deque[Callable[[], None]] = deque()
        self._is_running = False
        mcu.leave_reset()

    @property
    def lights(self) -> bytes:
        return self._chain.frame

    @property
    def frame_ms(self) -> tuple[float, float]:
        """When the first and the last edge of the frame in `lights` left the pin, in the chip's own time."""
        return self._chain.began_ms, self._chain.ended_ms

    @property
    def faces(self) -> list[bytes]:
        return [face.cells for face in self._faces]

    @property
    def tones(self) -> list[int]:
        return self._buzzer.tones

    @property
    def flash(self) -> bytes:
        """The flash as it is: firmware image, file system and all."""
        return bytes(self._device.mcu.flash[:SIZE])

    @property
    def now_ms(self) -> float:
        """The chip's own time, as a float; a flash erase runs ahead of `advance`."""
        return self._clock.nanos / 1e6

    @property
    def cycles(self) -> int:
        """What the processor has worked so far; it does nothing while it sleeps."""
        return int(self._device.mcu.core.cycles)

    def sense(self, occupied: bytes, buttons: int) -> None:
        """Set men and buttons; takes effect now."""
        self._do(lambda: self._contacts.close(bytes(occupied) + bytes((buttons,))))

    def advance(self, ms: int) -> int:
        """Let at most `ms` pass; return at the end of the millisecond of the first output with what has passed.

        `advance(0)` is for the cable: no chip works without time, so a millisecond passes that is not counted.
        """
        assert not self._is_running, "time passes by itself while running"
        self._has_output = False
        self._step()
        passed_ms = 1
        while passed_ms < ms and not self._has_output:
            self._step()
            passed_ms += 1
        return min(passed_ms, ms)

    def power_cycle(self) -> None:
        """Cut power and give it again: memory is lost, flash is kept."""
        self._do(self._cycle)

    @contextmanager
    def running(self) -> Iterator["Chip"]:
        """Let time pass in a thread, at most as fast as real time, so that programs can talk to the port."""
        assert not self._is_running
        self._is_running = True
        runner = threading.Thread(target=self._run, name="chip", daemon=True)
        runner.start()
        try:
            yield self
        finally:
            self._is_running = False
            runner.join()

    def close(self) -> None:
        self._port.close()

    def _run(self) -> None:
        wall_ms = time.monotonic() * 1000
        behind_ms = wall_ms - self.now_ms
        while self._is_running:
            self._step()
            ahead_ms = self.now_ms + behind_ms - time.monotonic() * 1000
            if ahead_ms > 0:
                data = self._port.read(ahead_ms / 1000)
                if data:
                    self._host.send(data)
            else:
                behind_ms -= ahead_ms  # what a busy chip has lost it need not catch up

    def _do(self, job: Callable[[], None]) -> None:
        """Do something to the board between two steps, whichever thread makes them."""
        if not self._is_running:
            job()
            return
        done = threading.Event()
        self._jobs.append(job)
        self._jobs.append(done.set)
        done.wait()

    def _step(self) -> None:
        """Let one millisecond pass."""
        while self._jobs:
            self._jobs.popleft()()
        self._port.flush()
        data = self._port.read()
        if data:
            self._host.send(data)
        self._passed_ms += 1
        left_nanos = self._passed_ms * 1_000_000 - self._clock.nanos
        if left_nanos <= 0:
            return  # the flash was busy beyond this step
        self._end.schedule(left_nanos)
        self._engine.stopped = False
        while not self._engine.stopped:
            execute_batch(self._engine, 1)  # one by one: the lights are decoded from single cycles

    def _on_bytes(self, data: bytes | bytearray) -> None:
        if data:
            self._port.write(data)
            self._has_output = True

    def _on_output(self) -> None:
        self._has_output = True

    def _cycle(self) -> None:
        sram = self._device.mcu.sram
        sram[:] = b"\xa5" * len(sram)
        self._device.hard_reset(cause=ResetCause.POWER_ON)
        self._chain.cut()
        for face in self._faces:
            face.cut()
