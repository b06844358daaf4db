# SPDX-License-Identifier: GPL-3.0-or-later
"""Gaps in the heap are filled after a collection; those that come later when that is asked for. Not for the host."""

import gc

import heap

low = [0] * 4
kept = [bytearray(40) for _ in range(400)]
for index in range(1, 400, 2):
    kept[index] = None
gc.collect()
top = max([id(one) for one in kept if one])
print("gap" if id(object()) < top else "above")
heap.collect()
print("gap" if id(object()) < top else "above")
low.extend(range(40))  # its old place is a gap
print("gap" if id(object()) < top else "above")
heap.fill()
print("gap" if id(object()) < top else "above")
heap.collect()
print("littered" if heap.is_littered() else "clean")
for _ in range(800):
    bytearray(16)
print("littered" if heap.is_littered() else "clean")
