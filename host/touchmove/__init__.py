# SPDX-License-Identifier: GPL-3.0-or-later
"""Touchmove's host: talks to a board, keeps its games, and simulates one."""

__version__ = "0.1.0"
