# SPDX-License-Identifier: GPL-3.0-or-later
"""All that runs on a board. There this folder is /a or /b (touchmove/slots.py), and this one file stays behind.

It makes the tree importable as `touchmove.firmware` on the host, which uses nothing but `link` of it.
"""
