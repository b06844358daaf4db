# SPDX-License-Identifier: GPL-3.0-or-later
"""Count the move tree of positions: `micropython perft.py DEPTH FEN [DEPTH FEN ...]` prints a count a line.

Runs on CPython and MicroPython. With --time it adds nodes a second, counting leaves without making them.
"""

import sys
import time

from rules import fen
from rules.position import Position, move_buffer


def perft(position, buffers, depth):
    """Return the leaves `depth` plies below a position; needs as many buffers."""
    moves = buffers[depth - 1]
    count = position.legal_into(moves)
    if depth == 1:
        return count
    nodes = 0
    for index in range(count):
        position.push(moves[index])
        nodes += perft(position, buffers, depth - 1)
        position.pop()
    return nodes


def main(arguments):
    timed = "--time" in arguments
    if timed:
        arguments.remove("--time")
    position = Position()
    for index in range(0, len(arguments), 2):
        depth = int(arguments[index])
        fen.load(position, arguments[index + 1])
        buffers = [move_buffer() for _ in range(depth)]
        start = time.time()
        nodes = perft(position, buffers, depth)
        elapsed = time.time() - start
        print(nodes, f"{nodes / elapsed / 1e6:.2f} M/s" if timed else "")


if __name__ == "__main__":
    main(sys.argv[1:])
