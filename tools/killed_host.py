# SPDX-License-Identifier: GPL-3.0-or-later
"""A host that is killed again and again, at a board on which the game goes on.

The firmware is the real one in a process of its own, on a serial port of its own; hands move men in real time.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import chess

from touchmove import pgn
from touchmove.archive import Archive
from touchmove.bridge import Bridge, Change, State, Stored
from touchmove.check import check
from touchmove.sim import runtime
from touchmove.sim.body import PRESS
from touchmove.sim.desk import Desk
from touchmove.sim.process import Process

_HOST = """
import sys
from pathlib import Path
from touchmove.archive import Archive
from touchmove.bridge import Bridge, Stored
bridge = Bridge(Archive(Path(sys.argv[1])), lambda: sys.argv[2])
bridge.listen(lambda change: isinstance(change, Stored) and print(change.record.seq, flush=True))
bridge.start()
sys.stdin.read()
"""
_MOVES = ("g1f3", "g8f6", "f3g1", "f6g8")
_LONGEST_S = 1.2  # that a host lives; it takes about 0.4 s to find the board
_PATIENCE_S = 60
_HASTE_S = 0.1  # between two things that a hand does


def kill(folder: Path, times: int, stall_s: int, seed: int = 1) -> str:
    """Kill the host so many times at random, once stop it for a while, and compare in the end."""
    random = Random(seed)
    path = folder / "games.sqlite"
    folder.mkdir(parents=True)
    desk = Desk(lambda: Process(folder / "board", runtime.find()))
    try:
        desk.start()
        with closing(Archive(path)) as archive, connected(archive, desk.port) as bridge:
            bridge.command("new", "90+30", chess.STARTING_FEN, "record").result(_PATIENCE_S)
        with playing(desk):
            for _ in range(times):
                with host(path, desk.port) as process:
                    time.sleep(random.uniform(0, _LONGEST_S))
                    process.kill()
            with host(path, desk.port) as process:
                process.stdout.readline()
                process.send_signal(signal.SIGSTOP)
                time.sleep(stall_s)
                process.send_signal(signal.SIGCONT)
                process.stdout.readline()
                process.kill()
        return f"{times} kills, one sleep of {stall_s} s: {compare(path, folder / 'anew.sqlite', desk.port)}"
    finally:
        desk.close()


@contextmanager
def host(path: Path, port: str) -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-c", _HOST, str(path), port]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def connected(archive: Archive, port: str) -> Iterator[Bridge]:
    bridge = Bridge(archive, lambda: port)
    seen = threading.Event()

    def hear(change: Change) -> None:
        if isinstance(change, Stored) or (isinstance(change, State) and change.name == "connected"):
            seen.set()

    bridge.listen(hear)
    bridge.start()
    try:
        assert seen.wait(_PATIENCE_S), "the board does not answer"
        yield bridge
    finally:
        bridge.stop()


@contextmanager
def playing(desk: Desk) -> Iterator[None]:
    """Hands that play a game without end; whoever leaves waits for the last move to be made."""
    ended = threading.Event()

    def play() -> None:
        ply = 0
        desk.post(lambda world: world.set_up(chess.STARTING_FEN))
        time.sleep(1)
        press(desk, 1)
        while not ended.is_set():
            start, end = (chess.parse_square(_MOVES[ply % 4][at : at + 2]) for at in (0, 2))
            hand = []
            desk.post(lambda world, start=start, hand=hand: hand.append(world.lift(start)))
            time.sleep(_HASTE_S)
            desk.post(lambda world, end=end, hand=hand: world.place(hand.pop(), end))
            time.sleep(_HASTE_S)
            press(desk, ply % 2)
            ply += 1

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def press(desk: Desk, side: int) -> None:
    desk.post(lambda world: world.hold(PRESS[side]))
    time.sleep(_HASTE_S)
    desk.post(lambda world: world.release(PRESS[side]))
    time.sleep(_HASTE_S)


def compare(path: Path, anew: Path, port: str) -> str:
    """Compare what the killed hosts kept with what one that lives reads from the board from the beginning."""
    kept = []
    for file in (path, anew):
        with closing(Archive(file)) as archive, connected(archive, port) as bridge:
            if file == path:  # or the clock would go on being written
                bridge.command("end", "*", "abandoned").result(_PATIENCE_S)
            last = bridge.command("health").result(_PATIENCE_S)["last"]
            board = bridge.state.board
            deadline = time.monotonic() + _PATIENCE_S
            while archive.last(board.unique, board.journal) < last:
                assert time.monotonic() < deadline, "the records do not come"
                time.sleep(0.05)
            lines = [record.line for record in archive.records(board.unique, board.journal)]
            kept.append((lines, [pgn.text(archive.game(number)) for number in archive.numbers()]))
            plies = len(archive.game(archive.numbers()[-1]).plies)
    assert kept[0][0] == kept[1][0], f"kept are {len(kept[0][0])} records, of which the board has {len(kept[1][0])}"
    assert kept[0][1] == kept[1][1], "the PGN is another"
    wrong = list(check(path))
    assert not wrong, wrong[0]
    return f"{len(lines):,} records of a game of {plies} plies, each kept once; the PGN is alike"
