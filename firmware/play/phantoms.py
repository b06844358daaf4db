# SPDX-License-Identifier: GPL-3.0-or-later
"""A matrix fault: the sensors read men who are not there, because a diode is missing or lets current run backwards."""


class Phantoms:
    """`fault`: it is so now; `rectangle`: the four squares to look at then."""

    def __init__(self, masked=bytes(8)):
        """masked: squares that are not heard anyway, a rank a byte."""
        self.fault = False
        self.rectangle = bytearray(4)  # three closed contacts make the fourth read closed
        self._masked = masked
        self._before = bytearray(8)  # the last reading before the fault

    def step(self, debounce, men):
        """Return True if the game must not hear of the changes of this step: the matrix reads men who are not there.

        men: the most that may stand on the board in this game. Where a diode is missing, one contact that closes makes
        others read closed in the same scan, each the fourth corner of a rectangle. A fault is what has all three signs:

            two squares or more fill in one step,
            every one of them is a corner of a rectangle of occupied squares,
            and more men are read than there are.

        Hands do not do all three. Who puts a man down has lifted him first, and a lift that no sensor saw leaves a
        square that is filled again, so men are never too many; a contact that reads open, though not for long enough
        yet, is not counted, so a quick hand is not ahead of its own lift. A man from the tray can be one too many, but
        he comes alone. Phantoms that lack the last sign fill squares for which as many men are in the air; these then
        come down as too many.

        It lasts until the board reads as it did before.
        """
        if self.fault:
            self.fault = not self._reads_as_before(debounce.stable)
            return True
        if self.filled(debounce) < 2:
            return False
        stable, changed, masked = debounce.stable, debounce.changed, self._masked
        read = 0
        for rank in range(8):
            read += _count_bits(debounce.raw[rank] & stable[rank] & ~masked[rank])
        if read <= men:
            return False
        for square in range(64):
            rank = square >> 3
            if changed[rank] & stable[rank] & ~masked[rank] & _bit(square) and not self._is_corner(stable, square):
                return False
        for rank in range(8):
            self._before[rank] = stable[rank] ^ changed[rank]
        self.fault = True
        return True

    def filled(self, debounce):
        """Return how many squares fill in this step."""
        came = 0
        for rank in range(8):
            if debounce.changed[rank]:
                came += _count_bits(debounce.changed[rank] & debounce.stable[rank] & ~self._masked[rank])
        return came

    def _is_corner(self, ranks, square):
        """Return True if the square and three occupied ones are the corners of a rectangle, and name it."""
        bit = _bit(square)
        for rank in range(8):
            if rank != square >> 3 and ranks[rank] & bit:
                shared = ranks[rank] & ranks[square >> 3] & ~bit
                if shared:
                    file = 0
                    while not shared >> file & 1:
                        file += 1
                    corners = self.rectangle
                    corners[0], corners[1] = square, square & 56 | file
                    corners[2], corners[3] = rank << 3 | square & 7, rank << 3 | file
                    return True
        return False

    def _reads_as_before(self, stable):
        for rank in range(8):
            if (stable[rank] ^ self._before[rank]) & ~self._masked[rank]:
                return False
        return True


def _bit(square):
    return 1 << (square & 7)


def _count_bits(byte):
    count = 0
    while byte:
        byte &= byte - 1
        count += 1
    return count
