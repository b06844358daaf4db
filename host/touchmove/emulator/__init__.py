# SPDX-License-Identifier: GPL-3.0-or-later
"""The real firmware image on an emulated RP2040, with a virtual reed board on its pins.

Needs the extra `emulator` (rp2040py) and a MicroPython image for the Pico. `chip.Chip` is the way in.
"""
