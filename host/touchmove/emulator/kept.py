# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated board that is kept in a folder: its flash outlives a power cut and the program, as flash does.

The firmware gets there over the emulated USB, by the same code as on wood. That takes minutes, so a flash on which it
was installed is kept in the user's cache, and the next new board begins with it.
"""

import contextlib
import hashlib
import secrets
from functools import partial
from pathlib import Path

import platformdirs

from .. import compiler, slots
from ..install import install
from ..sim.body import Maker
from ..slots import Progress
from .chip import Chip
from .flash import SIZE

_PROMPT_MS = 300  # a chip without firmware answers from 100 ms after power-on
_BOOT_MS = 4000  # one with firmware is ready within two seconds
_BOUNCE_MS = 1.0  # of the reeds: a good one rests within that
_PATIENCE_S = 600.0  # an emulated chip that works is a dozen times slower than a real one


def maker(uf2: Path, board: str = compiler.REFERENCE) -> Maker:
    """Return how to make emulated boards."""
    return Maker(partial(power_on, uf2=uf2, board=board), _PATIENCE_S, is_slow=True)


def prepare(uf2: Path, board: str, progress: Progress) -> None:
    """Install the firmware on a chip that new boards of this kind begin with, if that was not done before."""
    _installed(uf2, board, _digest(uf2, board), progress)


def power_on(folder: Path, uf2: Path, board: str, progress: Progress = slots.quiet) -> Chip:
    """Return the board that is kept in this folder, at power-on; a new one is made, an old one brought up to date.

    Files: `flash`, with the serial number of the flash chip behind it; `firmware`, which says what is installed there.
    """
    flash, firmware = folder / "flash", folder / "firmware"
    wanted = _digest(uf2, board)
    folder.mkdir(parents=True, exist_ok=True)
    if not flash.exists():
        _write(flash, _installed(uf2, board, wanted, progress) + secrets.token_bytes(8))
        firmware.write_text(wanted)
    elif not firmware.exists() or firmware.read_text() != wanted:
        firmware.unlink(missing_ok=True)
        chip = _chip(flash, uf2, board)
        _install(chip, board, _BOOT_MS, progress)
        firmware.write_text(wanted)
    return _chip(flash, uf2, board)


def _chip(flash: Path, uf2: Path, board: str) -> Chip:
    def write(at: int, data: bytes) -> None:
        with flash.open("r+b") as file:
            file.seek(at)
            file.write(data)

    kept = flash.read_bytes()
    return Chip(uf2, board, kept[:SIZE], kept[SIZE:], on_flash=write, bounce_ms=_BOUNCE_MS)


def _installed(uf2: Path, board: str, digest: str, progress: Progress) -> bytes:
    """Return the flash of a new chip with the firmware for this board on it."""
    cache = platformdirs.user_cache_path("touchmove", appauthor=False)
    kept = cache / f"flash-{board}-{digest[:16]}"
    with contextlib.suppress(FileNotFoundError):
        return kept.read_bytes()
    flash = _install(Chip(uf2, board), board, _PROMPT_MS, progress)
    cache.mkdir(parents=True, exist_ok=True)
    for older in cache.glob(f"flash-{board}-*"):
        older.unlink(missing_ok=True)
    _write(kept, flash)
    return flash


def _install(chip: Chip, board: str, after_ms: int, progress: Progress) -> bytes:
    """Install the firmware on a chip so long after power-on; return its flash."""
    try:
        while chip.now_ms < after_ms:
            chip.advance(after_ms)
        with chip.running():
            install(chip.port, board, progress, now_s=lambda: chip.now_ms / 1000)
        return chip.flash
    finally:
        chip.close()


def _digest(uf2: Path, board: str) -> str:
    """Return what is the same if image, firmware and board are the same."""
    digest = hashlib.sha256(uf2.read_bytes())
    digest.update(b"".join(slots.layout(compiler.linkable(board), compiler.loader(), board).values()))
    return digest.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file that is whole or not there."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)
