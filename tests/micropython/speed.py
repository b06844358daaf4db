# SPDX-License-Identifier: GPL-3.0-or-later
"""Count move trees inside viper, as a search would: no bytecode between the kernels.

`tree` makes and takes back every leaf, or with `bulk` counts the moves above the leaves. Imported by tools/bench.py on
the desktop and on the chip.
"""

import micropython

from rules.generate import legal_moves
from rules.make import play


@micropython.viper
def tree(men: ptr8, buffers, depth: int, bulk: int) -> int:
    moves = buffers[depth - 1]
    count = int(legal_moves(men, moves))
    if depth == 1 and bulk:
        return count
    out = ptr32(moves)
    do = play  # a global is looked up for 1 µs
    nodes = count
    back = 0
    index = count
    while index:
        index -= 1
        do(men, int(out[index]) | back)
        back = 0x100000  # from the second on, the move before is taken back by the same call
        if depth ^ 1:
            nodes += int(tree(men, buffers, depth - 1, bulk)) - 1
    if count:
        do(men, back)
    return nodes


def count_nodes(position, buffers, depth, bulk):
    """Return the leaves `depth` plies below a position; needs as many buffers."""
    return tree(position.slate, buffers, depth, bulk)
