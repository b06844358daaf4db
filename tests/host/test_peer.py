# SPDX-License-Identifier: GPL-3.0-or-later
"""The board's end of the link against a host that asks and does not listen."""

from fakeboard import FakeBoard, Journal

from link import frame
from link.peer import WINDOW


def test_answers_to_a_host_that_acknowledges_nothing_do_not_pile_up():
    journal = Journal()
    for _ in range(30):
        journal.add("lifted", 1000, "e2")
    board = FakeBoard(journal)
    said = board.receive(frame.encode(frame.COMMAND, 1, "hello", (1, 0)) + frame.encode(frame.COMMAND, 2, "from", (1,)))
    for number in range(3, 1000):
        said += board.receive(frame.encode(frame.COMMAND, number, "end", ("1-0", "noise")))
        assert len(board.peer.answers) <= 4
        assert board.peer.in_flight <= WINDOW
    assert len(board.done) == 997
    assert board.receive(frame.encode(frame.ACK, 30)), "then there is room again"


def test_an_acknowledgement_of_what_was_never_written_lets_nothing_go():
    board = FakeBoard()
    board.journal.add("lifted", 1000, "e2")
    board.receive(frame.encode(frame.ACK, 7))
    assert board.journal.kept == 0
    board.receive(frame.encode(frame.ACK, 1))
    assert board.journal.kept == 1
