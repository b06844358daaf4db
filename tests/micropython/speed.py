# SPDX-License-Identifier: GPL-3.0-or-later
"""Count move trees inside viper, as a search would: no bytecode between the kernels.

`tree` makes and takes back every leaf, or with `bulk` counts the moves above the leaves. Imported by tools/bench.py on
the desktop and on the chip.
"""

import micropython

from rules.compass import NEXT
from rules.generate import legal_moves
from rules.make import make, unmake
from rules.viper import ptr8, ptr32


@micropython.viper
def tree(men: ptr8, buffers, depth: int, bulk: int) -> int:
    moves = buffers[depth - 1]
    count = int(legal_moves(men, moves, NEXT))
    if depth == 1 and bulk:
        return count
    out = ptr32(moves)
    nodes = 0
    do = make  # a global is looked up for 1 µs
    undo = unmake
    for index in range(count):
        do(men, out[index])
        if depth == 1:
            nodes += 1
        else:
            nodes += int(tree(men, buffers, depth - 1, bulk))
        undo(men)
    return nodes


def count_nodes(position, buffers, depth, bulk):
    """Return the leaves `depth` plies below a position; needs as many buffers."""
    return tree(position.slate, buffers, depth, bulk)
