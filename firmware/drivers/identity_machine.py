# SPDX-License-Identifier: GPL-3.0-or-later
"""The identity of a board: the serial number of its chip."""

from binascii import hexlify

import machine


class Machine:
    def __init__(self):
        self.unique = hexlify(machine.unique_id()).decode()
