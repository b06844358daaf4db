# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws how a board is wired, from its data in boards/: how the wires go, and what lies under the squares.

What is drawn of a board stands in its data, or in two general tables: of modules (`modules`) and of parts (`parts`).
"""
