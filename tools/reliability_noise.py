# SPDX-License-Identifier: GPL-3.0-or-later
"""Random bytes, and real conversations with bytes changed, for both ends of the link: nothing breaks, nothing grows.

A record or command that comes through must be one that was sent, byte for byte: with sixteen bits of check sum one
damaged line in 65,536 passes by chance, so those that do are counted.
"""

import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT / "firmware", ROOT / "tests" / "host"):
    sys.path.insert(0, str(folder))

from fakeboard import FakeBoard, Journal  # noqa: E402  (found by the paths above)

from link import frame  # noqa: E402
from touchmove.conversation import Conversation, Mismatched, Recorded  # noqa: E402

CHUNK = 4096
MOST = 20_000  # bytes that either end may keep more after the noise than after its first part


def run(full: bool) -> Iterator[str]:
    size = 10_000_000 if full else 400_000
    for kind in (_random, _mutated):
        yield _firmware(kind, size)
        yield _bridge(kind, size)


def _firmware(kind, size: int) -> str:
    """Let a board hear it; what it carries out must have been sent."""
    board = FakeBoard(_journal())
    sent = [frame.encode(frame.COMMAND, number, "end", ("1-0", "noise")) for number in range(1, 40)]
    sent += [frame.encode(frame.COMMAND, 40, "hello", (1, 0)), frame.encode(frame.COMMAND, 41, "from", (1,))]
    sent += [frame.encode(frame.ACK, number) for number in range(1, 20)]
    passed = []

    def hear(chunk: bytes) -> bool:
        said = board.receive(chunk)
        passed.extend(done for done in board.done if done != ("end", "1-0", "noise"))
        board.done.clear()
        return len(said) <= 20 * CHUNK

    grown = _feed(kind(sent, size), hear)
    assert len(passed) <= size / len(sent[0]) / 65_536 * 10 + 1, passed
    alive = board.receive(b"\n" + frame.encode(frame.COMMAND, 99, "hello", (1, 0)))
    assert b"<99 hello" in alive, "the board does not answer any more"
    return f"firmware, {kind.__doc__} {size:,} bytes: {len(passed)} damaged commands carried out, {grown:,} bytes kept"


def _bridge(kind, size: int) -> str:
    """Let a computer hear it; what it takes for a record must have been sent."""
    journal = _journal()
    talk = Conversation(lambda unique, number: 0, epoch=lambda: 0)
    board = FakeBoard(journal)
    lines = {line.strip() for line in journal.lines}
    passed = []

    def hear(chunk: bytes) -> bool:
        for event in talk.feed(chunk):
            if isinstance(event, Recorded) and event.record.line not in lines:
                passed.append(event.record.line)
            elif isinstance(event, Mismatched):
                talk._begin()
        talk.step(100)
        talk.outgoing()
        return True

    grown = _feed(kind(journal.lines, size), hear)
    assert len(passed) <= size / 40 / 65_536 * 10 + 1, passed
    for _ in range(200):  # then the line is good again
        talk.step(1000)
        for event in talk.feed(board.receive(b"\n" + talk.outgoing())):
            if isinstance(event, Recorded):
                talk.kept(event.record.seq)
    assert talk.board is not None, "the computer has not found the board again"
    return (
        f"bridge, {kind.__doc__} {size:,} bytes; {len(passed)} damaged records passed the check; {grown:,} bytes kept"
    )


def _feed(stream: Iterator[bytes], hear) -> int:
    """Return by how much memory grew from the first tenth to the end."""
    tracemalloc.start()
    before = 0
    for index, chunk in enumerate(stream):
        assert hear(chunk)
        if index == 10:
            before = tracemalloc.get_traced_memory()[0]
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < MOST, f"{grown} bytes more than in the beginning"
    return max(0, grown)


def _random(lines: list[bytes], size: int) -> Iterator[bytes]:
    """random"""
    random = Random(1)
    for _ in range(0, size, CHUNK):
        yield random.randbytes(CHUNK)


def _mutated(lines: list[bytes], size: int) -> Iterator[bytes]:
    """mutated"""
    random = Random(2)
    for _ in range(0, size, CHUNK):
        chunk = bytearray()
        while len(chunk) < CHUNK:
            line = bytearray(random.choice(lines))
            for _ in range(random.choice((0, 1, 1, 2, 5))):
                at = random.randrange(len(line))
                match random.randrange(4):
                    case 0:
                        line[at] ^= 1 << random.randrange(8)
                    case 1:
                        line[at] = random.randrange(256)
                    case 2:
                        del line[at:]
                        line += b"\n"
                    case 3:
                        line[at:at] = random.randbytes(random.randrange(300))
            chunk += line
        yield bytes(chunk)


def _journal() -> Journal:
    journal = Journal()
    journal.add("started", 0, 0, "-", "5+3", "club", 300000, 300000)
    for ply in range(1, 60):
        move = ("g1f3", "g8f6", "f3g1", "f6g8")[(ply - 1) % 4]
        journal.add("moved", ply * 1000, ply, move, "white", 300000, 300000, ply, ply, 0, 0)
    return journal
