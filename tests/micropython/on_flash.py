# SPDX-License-Identifier: GPL-3.0-or-later
"""The firmware's loop with its journal on LittleFS, on a flash in memory. Runs on desktop MicroPython, not on the host.

    on_flash.py power SCORE STRIDE     cut the power after every STRIDE-th thing done to the flash
    on_flash.py wear SCORE RAW GAMES   count what is done to the flash

SCORE has a line for everything hands do: `wait MS`, `lift SQUARE`, `place SQUARE`, `press SIDE`. Answers are lines
`name value …`; whatever does not hold ends it with a traceback.
"""

import gc
import sys

import vfs
from flash import PAGE, Copy, make

from app import App
from drivers.journal_files import Files
from link import frame

BUTTONS = {"white": 1, "black": 4}
TAP_MS = 70
CLOCKS_MS = 15000  # a power cut gives a player at most so much of his time back
RESERVE_KB = 384


class Board:
    NAME = "flash"
    LIGHTS_MA = 400
    LIGHT_MA = 20


class Parts:
    """Sensors and buttons, lights, faces, a cable that nobody reads, settings and identity."""

    poll_ms = 0
    unique = "flash"

    def __init__(self, contacts, settings=""):
        self.contacts = contacts
        self.settings = settings

    def scan_into(self, raw):
        raw[:] = self.contacts

    def show(self, *frame):
        pass

    def send(self):
        return False

    def read_into(self, buf):
        return 0

    def load(self):
        return self.settings


class Sitting:
    """The firmware at a table, on a flash with a file system: `do` a line of the score, `let` time pass."""

    def __init__(self, flash, contacts, settings=""):
        self.flash = flash
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/flash")
        self.parts = Parts(contacts, settings)
        self.journal = Files("/flash/journal", RESERVE_KB)
        kinds = ("sensors", "lights", "clockface", "link", "settings", "identity")
        parts = dict.fromkeys(kinds, self.parts)
        parts["journal"] = self.journal
        self.app = App(Board, parts)
        self.game = self.app.game
        self.seen = lambda: None  # is called after every step
        self.wait_ms = self.app.step(0)

    def close(self):
        vfs.umount("/flash")

    def let(self, ms):
        self.wait_ms = self.app.step(0)
        self.seen()
        while ms > 0:
            passed_ms = min(ms, max(self.wait_ms, 1))
            self.wait_ms = self.app.step(passed_ms)
            self.seen()
            ms -= passed_ms

    def press(self, side):
        self.parts.contacts[8] = BUTTONS[side]
        self.let(TAP_MS)
        self.parts.contacts[8] = 0
        self.let(TAP_MS)

    def do(self, line):
        word, value = line.split(" ")
        if word == "wait":
            self.let(int(value))
        elif word == "press":
            self.press(value)
        else:
            self.parts.contacts[int(value) >> 3] ^= 1 << (int(value) & 7)
            self.let(40)

    def begin(self):
        self.let(1000)
        self.game.new("120", "", "club")
        self.let(1000)
        self.press("black")

    def end(self):
        self.game.end("1/2-1/2", "agreement")
        self.let(200)

    def durable(self):
        """Return how many plies of the game are safe on the flash."""
        return self.game.ply - sum([b" moved " in line for line in self.journal.waiting])

    def moves(self):
        """Return the moves of the game in the journal, and whether it has ended."""
        found, ended = [], False
        for line in self.journal.game():
            name, values = frame.decode(line)[2:]
            if name == "moved":
                found.append(values[2])
            ended = ended or name == "ended"
        return found, ended


ARRAY = b"\xff\xff\x00\x00\x00\x00\xff\xff\x00"


def power(score, stride):
    """Play the game once; then cut it after each operation, resume and finish it, and compare."""
    flash = make()
    sitting = Sitting(flash, bytearray(ARRAY))
    sitting.begin()
    begun = len(flash.log)
    moments = []  # for every operation: the line of the score, plies safe before it, plies made, both clocks, contacts
    at = durable = 0

    def seen():
        nonlocal durable
        game = sitting.game
        while len(moments) < len(flash.log) - begun:
            moments.append((at, durable, game.ply, tuple(game.clock.left_ms), bytes(sitting.parts.contacts)))
        durable = sitting.durable()

    sitting.seen = seen
    for at in range(len(score)):
        sitting.do(score[at])
    moves = sitting.moves()[0]
    sitting.close()
    log = flash.log
    flash = sitting = None  # a flash is 1.4 MB; where memory runs out within LittleFS, the file system is lost
    print("played", len(moves), "plies", len(moments), "operations")
    base = make()
    for operation in log[:begun]:
        base.apply(operation)
    trials = torn = lost = again = most_ms = 0
    for index in range(len(moments)):
        operation = log[begun + index]
        if index % stride == 0:
            for share in (0, 0.5):
                trial = Copy(base)
                trial.apply(operation, share)
                back_ms, missing, pressed = resume(trial, moments[index], score, moves)
                most_ms = max(most_ms, back_ms)
                lost += missing
                again += pressed
                trials += 1
                torn += share > 0
                gc.collect()
        base.apply(operation)
    print("trials", trials, torn, lost, again, most_ms)


def resume(flash, moment, score, moves):
    """Resume the game from this flash and finish it; return the time given back, moves lost, moves pressed again."""
    at, durable, made, clocks, contacts = moment
    contacts = bytearray(contacts)
    contacts[8] = 0  # until the board is back, the finger has gone
    sitting = Sitting(flash, contacts)
    game = sitting.game
    assert game.phase == game.PLAYING, "there is no game"
    lost = max(0, durable - game.ply)
    assert durable <= game.ply <= made, (durable, game.ply, made)
    back_ms = max([game.clock.left_ms[side] - clocks[side] for side in (0, 1)])
    assert back_ms <= CLOCKS_MS, back_ms
    sitting.let(1500)
    pressed = made - game.ply
    if pressed:  # the board has not seen this press: it says so by the clock that runs, and is pressed again
        side = "white" if game.position.turn == 0 else "black"
        sitting.press(side)
        sitting.let(700)
        if game.ply < made:  # a capture looks like a man in the air: it is refused, and the man is put there again
            goal = moves[made - 1][2:4]
            square = str((ord(goal[1]) - 49) * 8 + ord(goal[0]) - 97)
            sitting.do("lift " + square)
            sitting.do("place " + square)
            sitting.let(300)
            sitting.press(side)
        assert game.ply == made, (game.ply, made)
    for line in score[at + 1 :]:
        sitting.do("wait 250" if line.startswith("wait") else line)
    sitting.end()
    assert not sitting.app.fault, sitting.app.fault
    sitting.close()
    again = Sitting(flash, contacts)
    assert again.moves() == (moves, True), "the game is another"
    again.close()
    return back_ms, lost, pressed


def wear(score, raw, games):
    """Play the game some times; say for each what it cost."""
    flash = make()
    contacts = bytearray(ARRAY)
    sitting = Sitting(flash, contacts, "raw=" + raw)
    for _ in range(games):
        flash.log.clear()
        programs, erases, first = flash.programs, flash.erases, sitting.journal.synced
        contacts[:] = ARRAY
        sitting.begin()
        for line in score:
            sitting.do(line)
            flash.log.clear()
        plies = sitting.game.ply
        sitting.end()
        size = 0
        for number in range(first + 1, sitting.journal.synced + 1):
            size += len(sitting.journal.read(number))
        disk = vfs_blocks()
        print("game", plies, flash.programs - programs, flash.erases - erases, size, disk, sitting.app.fault or "-")
    sitting.close()


def vfs_blocks():
    import os

    disk = os.statvfs("/flash")
    return disk[2] - disk[3]


def main():
    with open(sys.argv[2]) as file:
        score = file.read().split("\n")[:-1]
    if sys.argv[1] == "power":
        power(score, int(sys.argv[3]))
    else:
        wear(score, sys.argv[3], int(sys.argv[4]))


main()
