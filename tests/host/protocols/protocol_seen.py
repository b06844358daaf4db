# SPDX-License-Identifier: GPL-3.0-or-later
"""A port of pyserial's, `seen://DEVICE`, that notes how its lines stood when it was opened, and what changed later."""

import serial

seen = []


class Serial(serial.Serial):
    @serial.Serial.port.setter
    def port(self, url):
        serial.Serial.port.__set__(self, url and url.removeprefix("seen://"))

    def open(self):
        seen.append(("open", self.dtr, self.rts))
        super().open()

    def _update_dtr_state(self):
        seen.append(("dtr", self._dtr_state))

    def _update_rts_state(self):
        seen.append(("rts", self._rts_state))
