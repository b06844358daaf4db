# SPDX-License-Identifier: GPL-3.0-or-later
"""The watchdog of the simulator, which sees by itself whether the loop is alive: it grants the time."""


class Virtual:
    def __init__(self):
        self.is_awake = False

    def feed(self):
        self.is_awake = True

    def stop(self):
        self.is_awake = False
