# SPDX-License-Identifier: GPL-3.0-or-later
"""The host's end of the link against the firmware's own: in order, without gaps, once, over any cable."""

import pytest
from fakeboard import FakeBoard, Journal
from games import game
from hypothesis import given, settings
from hypothesis import strategies as st

from link import frame, table
from touchmove import __version__
from touchmove.conversation import (
    COMMAND_MS,
    HELLO_MS,
    QUIET_MS,
    SILENT_MS,
    TRIES,
    Answered,
    Conversation,
    Greeted,
    Mismatched,
    Prompted,
    Recorded,
)

MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5"


def journal(moves=MOVES):
    log = Journal()
    for values in game(moves):
        log.add(*values)
    return log


class Talk:
    """A computer that keeps what it hears, and time as the test wants it."""

    def __init__(self, board, kept=()):
        self.board = board
        self.kept = list(kept)
        self.events = []
        self.conversation = Conversation(lambda unique, journal: len(self.kept), epoch=lambda: 7)

    def run(self, ms=0):
        """Let time pass, then pass bytes to and fro until both ends are quiet."""
        self.take(self.conversation.step(ms))
        out = self.conversation.outgoing()
        while True:
            back = self.board.receive(out)
            self.take(self.conversation.feed(back))
            out = self.conversation.outgoing()
            if not out and not back:
                return

    def take(self, events):
        for event in events:
            if isinstance(event, Recorded):
                self.kept.append(event.record.line + b"\n")
                self.conversation.kept(event.record.seq)
            else:
                self.events.append(event)


def test_catches_up_and_goes_on():
    board = FakeBoard(journal())
    talk = Talk(board)
    talk.run()
    assert talk.kept == board.journal.lines
    (greeted,) = talk.events
    assert (greeted.board.unique, greeted.board.journal, greeted.board.last) == ("u1", "j1", 13)
    board.journal.add("lifted", 5, "e2")
    talk.run()
    assert talk.kept == board.journal.lines


def test_asks_for_the_last_kept_record_once_more():
    board = FakeBoard(journal())
    talk = Talk(board, kept=board.journal.lines[:5])
    talk.run()
    assert talk.kept == board.journal.lines[:5] + board.journal.lines[4:]


def test_acknowledges_only_what_is_kept():
    board = FakeBoard(journal())
    conversation = Conversation(lambda unique, journal: 0)
    seqs = []
    for _ in range(10):
        for event in conversation.feed(board.receive(conversation.outgoing())):
            if isinstance(event, Recorded):
                seqs.append(event.record.seq)
    sent = sum(len(line) for line in board.journal.lines[: len(seqs)])
    assert 0 < len(seqs) < 13 and sent <= 256
    conversation.kept(seqs[-1])
    events = conversation.feed(board.receive(conversation.outgoing()))
    assert events[0].record.seq == seqs[-1] + 1


def test_a_record_that_fills_the_window_gets_through():
    log = Journal()
    log.add("faulted", 0, "x" * 224)
    assert len(log.lines[0]) > 240
    talk = Talk(FakeBoard(log))
    talk.run()
    assert talk.kept == log.lines


def test_a_gap_is_asked_for_at_once():
    lost = []

    def lose_fifth(line):
        if line.startswith(b"5 ") and not lost:
            lost.append(line)
            return b""
        return line

    board = FakeBoard(journal(), change=lose_fifth)
    talk = Talk(board)
    talk.run()
    assert lost and talk.kept == board.journal.lines


def test_a_damaged_last_record_comes_again_after_a_moment():
    board = FakeBoard(journal("e2e4"))
    talk = Talk(board)
    talk.run()
    board.journal.add("lifted", 5, "e7")
    talk.conversation.feed(board.receive(b"").replace(b"e7", b"e6"))
    assert len(talk.kept) == 2
    talk.run(QUIET_MS)
    assert talk.kept == board.journal.lines


def test_half_lines_and_noise_are_skipped():
    board = FakeBoard(journal())
    talk = Talk(board)
    talk.conversation.feed(b"ved 3000 e2e4*12")
    talk.conversation.feed(b"34\r\nMPY: soft reboot\r\n\xff\x00\x03")
    talk.run()  # the answer to hello is part of a spoilt line
    talk.run(HELLO_MS)
    assert talk.kept == board.journal.lines


def test_what_an_earlier_computer_left_half_sent_does_no_harm():
    board = FakeBoard(journal())
    board.receive(b">9 from 1")
    talk = Talk(board)
    talk.run()
    assert talk.kept == board.journal.lines


def test_a_hello_without_answer_is_repeated():
    board = FakeBoard(journal())
    talk = Talk(board)
    talk.conversation.outgoing()  # lost
    talk.run(HELLO_MS - 1)
    assert not talk.events
    talk.run(1)
    assert talk.kept == board.journal.lines


def test_a_board_that_was_reset_is_heard_again():
    board = FakeBoard(journal())
    talk = Talk(board)
    talk.run()
    board.reset()
    board.journal.add("lifted", 5, "e2")
    talk.run()
    assert talk.kept == board.journal.lines[:-1]
    talk.run(SILENT_MS)
    assert talk.kept == board.journal.lines


def test_another_journal_begins_at_one():
    board = FakeBoard(journal())
    talk = Talk(board)
    talk.run()
    board.journal = Journal("j2")
    board.journal.add("faulted", 0, "new")
    board.reset()
    talk.kept.clear()
    talk.run(SILENT_MS)
    assert talk.kept == board.journal.lines


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["pass", "lose", "damage", "twice", "split", "noise"]), max_size=60), st.randoms())
def test_every_record_once_over_any_cable(fates, random):
    """Whatever the cable does to lines in either direction: once it is quiet, everything has arrived, once."""

    def change(line):
        fate = fates.pop() if fates else "pass"
        if fate == "lose":
            return b""
        if fate == "damage":
            place = random.randrange(len(line))
            return line[:place] + bytes([random.randrange(256)]) + line[place + 1 :]
        return {"twice": line + line, "split": line[: len(line) // 2], "noise": b"\xfe>>> \n" + line}.get(fate, line)

    class Cable(Talk):
        def run(self, ms=0):
            super().run(ms)
            self.board.receive(change(b"+1 noise\n"))

    board = FakeBoard(journal(), change=change)
    talk = Cable(board)
    for _ in range(200):
        talk.run(500)
        if not fates and talk.kept == board.journal.lines:
            break
    assert talk.kept == board.journal.lines


def test_what_made_room_on_the_board_is_not_asked_for():
    board = FakeBoard(journal())
    board.journal.first = 3
    talk = Talk(board)
    talk.run(3000)
    assert talk.kept == board.journal.lines[2:]
    assert board.journal.kept == len(board.journal.lines), "the board knows what may go"


def hello(conversation, *values):
    (id,) = [frame.decode(line)[1] for line in conversation.outgoing().split(b"\n") if line]
    return frame.encode(frame.ANSWER, id, "hello", values)


def test_a_mismatch_names_both_versions():
    conversation = Conversation(lambda unique, journal: 0)
    line = hello(conversation, table.PROTOCOL + 1, "9.9.9", "pico", "u", "j", "01234567", 1, 3)
    (event,) = conversation.feed(line)
    assert isinstance(event, Mismatched)
    for word in ("9.9.9", "01234567", __version__, frame.digest(), "touchmove update"):
        assert word in event.text
    assert conversation.outgoing() == b""


def test_a_hello_of_a_later_shape_is_understood_as_a_mismatch():
    conversation = Conversation(lambda unique, journal: 0)
    (id,) = [frame.decode(line)[1] for line in conversation.outgoing().split(b"\n") if line]
    body = b"<%d hello 2 7.0.0 something else" % id
    (event,) = conversation.feed(body + b"*%04X\n" % frame.check(body))
    assert isinstance(event, Mismatched)
    assert "7.0.0 with protocol 2" in event.text


def test_a_journal_that_became_shorter_is_shown():
    talk = Talk(FakeBoard(journal("e2e4")), kept=[b""] * 9)
    talk.run()
    (event,) = talk.events
    assert isinstance(event, Mismatched)
    assert "ends at record 2" in event.text and "keeps 9" in event.text


def test_a_command_is_done_once_though_its_answer_was_lost():
    board = FakeBoard()
    talk = Talk(board)
    talk.run()
    id = talk.conversation.command("new", "5+3", "-", "club")
    board.receive(talk.conversation.outgoing())  # the answer is lost
    talk.run(COMMAND_MS)
    assert talk.events[-1] == Answered(id, "")
    assert board.done == [("new", "5+3", "-", "club")]


def test_a_command_is_refused():
    talk = Talk(FakeBoard())
    talk.run()
    id = talk.conversation.command("new", "bad", "-", "club")
    talk.run()
    assert talk.events[-1] == Answered(id, "time control bad")


def test_a_command_without_answer_is_given_up():
    conversation = Conversation(lambda unique, journal: 0)
    id = conversation.command("end", "*", "abandoned")
    events = []
    for _ in range(TRIES):
        assert b"end" in conversation.outgoing()
        events += conversation.step(COMMAND_MS)
    (event,) = events
    assert event.id == id and event.is_given_up and "does not answer" in event.error


def test_a_prompt_is_recognised_and_left():
    board = FakeBoard(journal())
    board.at_prompt = True
    talk = Talk(board)
    talk.run()
    assert talk.events == [Prompted()]
    talk.run(HELLO_MS)
    assert talk.events == [Prompted()]
    talk.conversation.resume()
    talk.run()
    talk.run(HELLO_MS)
    assert isinstance(talk.events[-1], Greeted)
    assert talk.kept == board.journal.lines


def test_a_prompt_that_was_left_to_a_program_is_recognised_too():
    board = FakeBoard(journal())
    board.at_prompt = board.at_raw_prompt = True
    talk = Talk(board)
    talk.run()
    assert talk.events == []
    talk.run(HELLO_MS)
    assert talk.events == [Prompted()]
    talk.conversation.resume()
    talk.run()
    talk.run(HELLO_MS)
    assert talk.kept == board.journal.lines


def test_a_record_of_an_older_firmware_is_kept_as_it_is():
    log = journal("e2e4 e7e5")
    body = b"4 sneezed 2000 white loudly"
    log.lines.append(body + b"*%04X\n" % frame.check(body))
    log.add("lifted", 5, "g1")
    talk = Talk(FakeBoard(log))
    talk.run()
    for _ in range(4):
        talk.run(QUIET_MS)
    assert talk.kept == log.lines


def test_what_a_check_sum_lets_pass_but_no_board_writes():
    for fields in (b"lifted +5 e2", b"lifted 05 e2", b"lifted 5 e2%41", b"lifted 5 e\xc3\xbc", b"sneezed 5 \xff"):
        body = b"1 " + fields
        talk = Talk(FakeBoard())
        talk.run()
        assert talk.conversation.feed(body + b"*%04X\n" % frame.check(body)) == []


@settings(max_examples=300, deadline=None)
@given(st.lists(st.binary(max_size=400), max_size=30), st.binary(max_size=60))
def test_a_flood_of_anything(chunks, body):
    """No bytes at all harm a conversation: no record, no growth, and a board that speaks is heard afterwards."""
    board = FakeBoard(journal())
    talk = Talk(board)
    fed = talk.conversation.feed
    for chunk in [*chunks, body + b"*%04X\n" % frame.check(body), b"\0" * 100_000]:
        assert not any(isinstance(event, Recorded) for event in fed(chunk))
        assert len(talk.conversation._tail) <= 500
    fed(b"\n")
    talk.conversation.outgoing()
    for _ in range(8):
        talk.run(SILENT_MS)
    assert talk.kept == board.journal.lines


def test_a_command_that_the_table_does_not_have():
    with pytest.raises(KeyError):
        Conversation(lambda unique, journal: 0).command("castle")
