# SPDX-License-Identifier: GPL-3.0-or-later
"""What `touchmove` can do: a command reads arguments, imports and calls what does the work, and prints."""
