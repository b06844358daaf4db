# SPDX-License-Identifier: GPL-3.0-or-later
"""What reeds make of the wood above them: contacts bounce, magnets stand off-centre, and what is quick may go unseen.

The wood changes at once; what the sensors see of it comes later, edge by edge, at moments of board time.
"""

import heapq
from random import Random


class Reeds:
    """`bounce_ms`: a contact that changes may chatter for as long; 0 for ideal reeds."""

    def __init__(self, random: Random, bounce_ms: int = 0) -> None:
        self.random = random
        self.bounce_ms = bounce_ms
        self.stuck: dict[int, bool] = {}  # squares whose contact reads so, whatever happens there
        self._seen = bytearray(64)
        self._edges: list[tuple[int, int, int, int]] = []  # moment, number (older first), square, contact
        self._number = 0

    def settle(self, occupied: bytes) -> None:
        """See the wood as it is, whatever was on its way."""
        self._edges.clear()
        for square in range(64):
            self._seen[square] = occupied[square >> 3] >> (square & 7) & 1

    def change(self, now_ms: int, square: int, closed: bool, late_ms: int = 0) -> None:
        """Let a contact change, `late_ms` from now, with its bounces; what it still had to do is forgotten."""
        moment = now_ms + late_ms
        self._edges = [edge for edge in self._edges if edge[2] != square or edge[0] <= now_ms]
        heapq.heapify(self._edges)
        self._add(moment, square, closed)
        if self.bounce_ms:
            for _ in range(self.random.randint(0, 2)):
                opened, back = sorted(self.random.sample(range(1, self.bounce_ms + 1), 2))
                self._add(moment + opened, square, not closed)
                self._add(moment + back, square, closed)

    def next_ms(self) -> int | None:
        """Return the moment of the next edge, None if there is none."""
        return self._edges[0][0] if self._edges else None

    def sensed(self, now_ms: int) -> bytes:
        """Return what is sensed at this moment: eight bytes, one a rank, bit 0 the a-file."""
        while self._edges and self._edges[0][0] <= now_ms:
            _, _, square, closed = heapq.heappop(self._edges)
            self._seen[square] = closed
        ranks = bytearray(8)
        for square in range(64):
            ranks[square >> 3] |= self.stuck.get(square, self._seen[square]) << (square & 7)
        return bytes(ranks)

    def _add(self, moment: int, square: int, closed: bool) -> None:
        self._number += 1
        heapq.heappush(self._edges, (moment, self._number, square, int(closed)))
