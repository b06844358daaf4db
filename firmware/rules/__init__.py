# SPDX-License-Identifier: GPL-3.0-or-later
"""The Laws of Chess as far as men on squares go: positions, legal moves, FEN and UCI.

Imports nothing outside this package: no time, no files, no hardware.
"""
