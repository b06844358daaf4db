# SPDX-License-Identifier: GPL-3.0-or-later
"""Give kernels the pointers of viper where there is no viper: on CPython, and on MicroPython without native code.

Viper knows these casts by name and never calls them. A bytearray is read in words of 32 bits without a copy; whatever
has items of that width already, or is read byte by byte, stays as it is.
"""


class _Words:
    """A bytearray in words, low byte first. There is one, so that a kernel allocates nothing."""

    def __getitem__(self, index):
        buffer = self.buffer
        at = index * 4
        return buffer[at] | buffer[at + 1] << 8 | buffer[at + 2] << 16 | buffer[at + 3] << 24

    def __setitem__(self, index, value):
        buffer = self.buffer
        at = index * 4
        buffer[at] = value & 255
        buffer[at + 1] = value >> 8 & 255
        buffer[at + 2] = value >> 16 & 255
        buffer[at + 3] = value >> 24 & 255


_words = _Words()


def ptr8(buffer):
    return buffer


def ptr32(buffer):
    if not isinstance(buffer, bytearray):
        return buffer
    if hasattr(memoryview, "cast"):  # CPython's is quicker
        return memoryview(buffer).cast("i")
    _words.buffer = buffer
    return _words
