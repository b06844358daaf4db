# SPDX-License-Identifier: GPL-3.0-or-later
"""Becomes the list of all names of a version that is linked (`linker.py`)."""
