# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong on the host, as one family: the command line prints the message and ends with the exit code.

A message says what happened, then what to do next.

    0  done                                    1  differences found, or a scenario failed
    2  wrong use of the command, or its input  3  no board, or its port is in use or no good
    4  the board answers, but not as it should 5  the archive cannot be used
"""


class TouchmoveError(Exception):
    """The root of all errors that Touchmove raises on purpose."""

    exit_code = 1


class InputError(TouchmoveError):
    """A file or argument of the user's that cannot be used."""

    exit_code = 2


class PortError(TouchmoveError):
    """No board at the port, or the port cannot be opened or was lost."""

    exit_code = 3


class BusyError(PortError):
    """Another program has the port, or the simulated board."""


class BoardError(TouchmoveError):
    """The board refuses, does not answer, or speaks another version."""

    exit_code = 4


class RefusalError(BoardError):
    """The board's own answer to a command: not done, and why. It says what is wrong, so it needs no more words."""


class ArchiveError(TouchmoveError):
    """The archive is unreadable, too new, or contradicts the board."""

    exit_code = 5
