# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop: scan, debounce, hands, game, lights, clock faces, journal, link.

Most steps find that no contact has changed and no time is up: they scan, look at the cable, allocate nothing and leave
the game alone. So a lift is seen soon, and no collection of garbage falls between it and its lights.

It is given its drivers and its time, never blocks and never sleeps; a long step equals many short ones. This is the
only place that catches exceptions: they are written down, and the game goes on.
"""

import gc
import io
import sys

from micropython import const

import heap
from link import frame, table
from link.peer import Peer
from play import face, replay
from play import lights as light
from play.buttons import Buttons
from play.debounce import FOREVER, Debounce
from play.game import Game
from play.phantoms import Phantoms
from play.settings import Settings, turn_ranks
from play.takeback import KEPT
from rules import fen as fens
from rules.square import NOWHERE, parse
from rules.square import name as name_of

OPEN_MS = 24  # longer than a reed chatters, shorter than a hasty hand leaves a square empty
CLOSE_MS = 12
_RAW = ("lifted", "placed", "pressed")  # these wait for the record that they lead to
_RAW_NAMES = [name.encode() for name in _RAW]
_CHECKPOINT = b" checkpoint "
_MOVED = b" moved "
_MOST_WAITING = 16
_HOLD_MS = const(100)  # so long at the most what is urgent waits for faces, and for contacts that differ
_AWAKE_MS = 1000  # until then all that happened in the dark is seen at once
_FAULT_MS = const(10000)  # a fault that comes again is written down again if it last came so long ago
_MOST_FAULTS = const(12)  # that are remembered; no others are written down meanwhile
_LITTER = const(8)


class App:
    def __init__(self, board, parts):
        """board: has NAME, LIGHTS_MA (the budget) and LIGHT_MA (one colour of one light). parts: drivers by kind."""
        self.inputs = [parts[kind] for kind in ("sensors", "buttons") if kind in parts]
        self.poll_ms = min([part.poll_ms for part in self.inputs]) or FOREVER
        self.light_driver = parts["lights"]
        self.face_driver = parts["clockface"]
        self.buzzer = parts.get("buzzer")
        self.heard = 0  # what the buzzer sounds
        self.journal = parts["journal"]
        self.store = parts["settings"]
        self.settings = Settings(self.store.load())
        self.panel = (parts["sensors"], parts["lights"])  # what lies under the squares
        self.maps = parts.get("maps")
        self.debounce = Debounce(OPEN_MS, CLOSE_MS)
        self.told = bytearray(8)  # the squares as the game has been told of them
        self.game = Game(self.record, table.REFUSALS)
        self.game.board = self
        self.health = self.game.health
        self.maskings = 0  # of the health, when the game was last told of squares
        self.phantoms = Phantoms(self.health.masked)
        self.buttons = Buttons(self.game.dialogue)
        self.lights = light.Lights(board.LIGHTS_MA, board.LIGHT_MA)
        self.lights.level = self.settings.level()
        self.game.sound.allowed = self.settings.sounds()
        self.cells = (bytearray(4), bytearray(4))
        self.shown = (bytearray(b"\xff\xff\xff\xff"), bytearray(b"\xff\xff\xff\xff"))
        self.peer = Peer(parts["link"], self.journal, self.command, board.NAME, parts["identity"].unique)
        # kept: to name one anew allocates
        self.parts = (self._sense, self.run, self._show, self._face, self._send, self._talk, self._clean)
        self.up_ms = 0
        self.elapsed_ms = 0  # in this step
        self.changed = False  # a contact has, and the game has not been told
        self.passed_ms = 0  # the game was last told of time
        self.wanted_ms = 0  # when it next needs to be, on the same count
        self.wait_ms = 0  # what the last step asked for
        self.late_ms = 0  # by how much a step came later than that, at the most
        self.epoch_s = 0  # of the moment at which up_ms was 0; 0 while nobody has told it
        self.waiting = []  # those that are no lines yet
        self.urgent = 0  # when records must have been written at the latest; 0 if they may wait
        self.unfaced = 0  # halves of faces to be made yet, one a step: no scan may wait for more
        self.reads = ["", ""]
        self.sending = True  # a face has not got all of its cells yet
        self.litter = 0  # things that took memory since it was looked at how much
        self.cleaned = 0  # how many of them there were at the last look at what could be cleaned
        self.is_ragged = False  # gaps that came since may be filled (`main`)
        self.test = None  # the self-test, once somebody has asked for it
        self.crowded = "-"  # the game, as a folder, in which it was last said that there is no room
        self.fault = ""  # the last one that was written down
        self.faults = {}  # when each was last seen, by its text
        self.drawn = [-1, -1]  # what the lights show: changes of the game, tick of the rhythms
        self.faced = [-1, -1, -1, -1]  # what the faces show: changes, tenths of both sides, turn of the offer
        if self.settings.turned:
            self._turn_panel()
        self._resume()

    def _resume(self):
        """Go on with the game in the journal if it has not ended, else set up one from the array."""
        game = self.game
        try:
            self._fold(1)
        except Exception as error:  # what cannot be read is no reason not to play
            self.journal.renew()
            game.phase = game.SETUP
            self._report(error)
        if game.phase == game.PLAYING:
            game.take_back.recall = self._recall
            replay.resume(game)
        else:
            game.new("", fens.START)
        if self.journal.damage:
            game.record("damaged", self.journal.damage)
        self._read_told()
        self.debounce.stable[:8] = self.told

    def _fold(self, n_moves):
        """Take up the game in the journal, from the last checkpoint on that at least so many moves follow.

        From its start if that fails, as where moves before the checkpoint were taken back after it.
        """
        try:
            self._fold_from(n_moves)
        except ValueError:
            self._fold_from(FOREVER)

    def _fold_from(self, n_moves):
        raw = None
        lines = self.journal.game(_CHECKPOINT, _MOVED, n_moves)
        begin = next(lines, b"")
        gc.collect()  # what was read to find the checkpoint: what is made now lasts
        self._fold_line(begin)
        for line in lines:
            raw = line if line.split(b" ", 2)[1] in _RAW_NAMES else None
            if not raw:
                self._fold_line(line)
        if raw:
            self._fold_line(raw)  # of these only the time counts, and only that of the last

    def _fold_line(self, line):
        message = frame.decode(line)
        if message:
            replay.fold(self.game, message[2], message[3])

    def _recall(self):
        """Take the game up again as after a power cut, but with all the moves that can be taken back.

        Not if it has ended, waits for a ruling, or is not all on the disk; nor if it cannot be read that far back.
        """
        game = self.game
        if game.phase != game.PLAYING or game.ruling.is_loss() or game.question.text:
            return
        game.record_clocks()
        self.rest()
        if self.journal.waiting:
            return
        try:
            self._fold(KEPT)
        except ValueError:
            self._fold(1)
        game.take_back.recall = None
        replay.settle(game)
        self._read_told()
        self.changed = True

    def step(self, elapsed_ms):
        """Do what is due after elapsed_ms more; return in how many milliseconds it next needs to run."""
        self.up_ms += elapsed_ms
        self.late_ms = max(self.late_ms, elapsed_ms - self.wait_ms)
        self.elapsed_ms = elapsed_ms
        self.passed_ms += elapsed_ms
        sense, run, show, draw, send, talk, clean = self.parts
        self._try(sense)
        touched = self.changed
        if touched or self.passed_ms >= self.wanted_ms:
            self._try(run)
            self._try(show)
            self.wanted_ms = min(self.buttons.wait_ms(), self.game.wait_ms(), self.lights.wait_ms(self.up_ms))
            self.litter += 1
        elif self.unfaced:
            self._try(draw)
        if self.debounce.restless:
            self._count()
        if self.sending and not touched and not self.unfaced:
            self._try(send)
        synced = self.journal.synced
        self._try(talk)
        if self.litter != self.cleaned and self.journal.synced == synced and not self.urgent:  # one pause at a time
            if not touched and not self.unfaced and self.debounce.wait_ms() == FOREVER:  # no man is on the way
                self._try(clean)
        soon_ms = 0 if self.sending or self.unfaced else self.debounce.wait_ms()
        self.wait_ms = max(0, min(self.poll_ms, soon_ms, self.wanted_ms - self.passed_ms))
        return self.wait_ms

    def rest(self):
        """Write down what waits: nobody will call `step` for a while."""
        self._try(self._talk)
        self._try(self.journal.sync)

    def record(self, name, *values):
        """Take a record of the running game; it becomes a line when the lights have been sent."""
        self.waiting.append((name, (self.game.at_ms,) + values))

    def command(self, name, values):
        """Carry out a command of the host and return its answer, None for `ok`; ValueError says why not."""
        if name == "test":
            from selftest import SelfTest

            self.test = self.test or SelfTest(self)
            return "tested", (self.test.do(*values),)
        if self.test:
            self.test.end()
        self.run()  # up to now
        self.wanted_ms = 0
        if name == "hello":
            self.epoch_s = values[1] - self.up_ms // 1000
        elif name == "new":
            control, fen, profile = values
            self.game.new(control, fens.START if fen == "-" else fen, "" if profile == "-" else profile)
        elif name == "rule":
            self.game.arbiter.command(*values)
        elif name == "seal":
            self.game.seal.enter(*values)
        elif name == "end":
            if self.game.phase != self.game.PLAYING:
                raise ValueError("no game is running")
            self.game.end(*values)
        elif name == "set":
            if values[0] != "-":
                self.change(*values)
            return "settings", (self.settings.text(),)
        elif name == "health":
            self._take_down()
            self._try(self.journal.sync)
            gc.collect()
            used, free = gc.mem_alloc(), gc.mem_free()
            heap.level()
            self.litter = self.cleaned = 0  # not again when the next man is lifted
            squares = bytearray(64)
            names = [name_of(squares[index]) for index in range(self.health.suspects_into(squares))]
            return name, (used, free, self.late_ms, self.journal.synced, " ".join(names))
        elif name == "sensor":
            return name, self.health.of(parse(values[0]))
        return None

    def change(self, name, value):
        """Change a setting of the board, and keep it."""
        settings = self.settings
        was_turned = settings.turned
        settings.set(name, value)
        self.lights.level = settings.level()
        self.game.sound.allowed = settings.sounds()
        self.game.changes += 1
        if settings.turned != was_turned:
            self._turn_panel()
            turn_ranks(self.told)
            turn_ranks(self.debounce.stable)
            self.game.turn()
        self.store.save(settings.text())

    def _turn_panel(self):
        for part in self.panel:
            part.turn()

    def _sense(self):
        """See whether a contact has changed for good."""
        for part in self.inputs:
            part.scan_into(self.debounce.raw)
        self.changed = self.debounce.step(self.elapsed_ms)

    def run(self):
        """Let the game have the time that has passed, and what was touched in it."""
        game, passed_ms = self.game, self.passed_ms
        self.passed_ms = 0
        game.epoch_s = self.epoch_s + self.up_ms // 1000 if self.epoch_s else 0
        game.run(passed_ms)
        changed, self.changed = self.changed, False
        if changed and self._is_phantom():
            changed = False
        elif self.maskings != self.health.maskings and not self.phantoms.fault:
            self.maskings = self.health.maskings
            self._read_told()
            changed = True
        if changed:
            self._touch(False)
            self._touch(True)
        self.buttons.step(self.debounce.stable[8], passed_ms)

    def _is_phantom(self):
        """Return True if the matrix reads men who are not there: the game hears nothing until it reads as before."""
        game, phantoms = self.game, self.phantoms
        was_fault = phantoms.fault
        if not game.is_open():
            phantoms.fault = False
        elif self.up_ms >= _AWAKE_MS and (was_fault or phantoms.filled(self.debounce) > 1):  # no lift waits for it
            phantoms.step(self.debounce, game.most_men())
        if phantoms.fault == was_fault:
            return was_fault
        game.changes += 1
        game.phantoms = phantoms.rectangle if phantoms.fault else b""
        if phantoms.fault:
            game.record("phantom", " ".join(name_of(square) for square in phantoms.rectangle))
        return game.is_open()

    def _count(self):
        """Count what the contacts have done, when the lights have been sent; one may flicker."""
        health = self.health
        health.step(self.debounce, self.up_ms & FOREVER)
        if health.flickered != NOWHERE:
            self.game.around.name(health.flickered)
            health.flickered = NOWHERE
            self.wanted_ms = 0

    def _read_told(self):
        """Take as told what the game believes; what contacts say otherwise comes in as lifts and places."""
        for rank in range(8):
            self.told[rank] = 0
        for square in range(64):
            if self.game.hands.sensed.occupied[square]:
                self.told[square >> 3] |= 1 << (square & 7)

    def _touch(self, place):
        """Tell what was lifted, or what was placed: lifts come first, for a man must leave to arrive."""
        for rank in range(8):
            stable = self.debounce.stable[rank]
            differs = (stable ^ self.told[rank]) & ~self.health.masked[rank]
            if not differs:
                continue
            for file in range(8):
                bit = 1 << file
                if differs & bit and bool(stable & bit) == place:
                    self.told[rank] ^= bit
                    if place:  # named before it is chosen, a method takes memory
                        self.game.place(rank * 8 + file)
                    else:
                        if self.up_ms >= _AWAKE_MS:
                            self.game.hands.sensed.wake()
                        self.game.lift(rank * 8 + file)

    def _show(self):
        """Draw what changed, and send what then looks different."""
        game = self.game
        tick = self.up_ms // light.TICK_MS if self.lights.blinking else -1
        if self.drawn[0] != game.changes or self.drawn[1] != tick:
            if self.drawn[0] != game.changes:
                light.explain(self.lights, game)
            self.drawn[0], self.drawn[1] = game.changes, tick
            if self.lights.draw(self.up_ms):
                self.light_driver.show(self.lights.frame)
        if self.buzzer and self.heard != game.sound.hertz:
            self.heard = game.sound.hertz
            self.buzzer.sound(self.heard)
        white, black = game.clock.shown_ds(0), game.clock.shown_ds(1)
        turn = game.draws.turn()
        faced = self.faced
        if faced[0] != game.changes or faced[1] != white or faced[2] != black or faced[3] != turn:
            faced[0], faced[1] = game.changes, white  # four at once would take memory
            faced[2], faced[3] = black, turn
            self.unfaced = 4

    def _face(self):
        """Find out what a face reads by now, and in the next step draw it."""
        self.unfaced -= 1
        side = self.unfaced >> 1
        if self.unfaced & 1:
            self.reads[side] = face.text(self.game, side)
            return
        cells = self.cells[side]
        face.draw(self.reads[side], cells)
        if cells != self.shown[side]:
            self.shown[side][:] = cells
            self.face_driver.show(side, cells)
            self.sending = True

    def _send(self):
        """Send a part of the faces; one that is lost leaves the other's to be sent."""
        self.sending = self.face_driver.send()

    def _talk(self):
        """Write what must not wait, after it was shown and when no man is on the way; send what is written."""
        self._take_down()
        is_free = not self.unfaced and not self.sending and self.debounce.wait_ms() == FOREVER
        if self.urgent and (is_free or self.up_ms >= self.urgent):
            self.urgent = 0
            self.journal.sync()
        lines = self.peer.step()  # first: a command may count anew
        self.litter += lines

    def _take_down(self):
        """Make records lines of the journal."""
        if self.game.n_touches:
            self.game.tell()
        while self.waiting:
            name, values = self.waiting.pop(0)
            if name in _RAW and not self.settings.raw:
                continue
            self.litter += 1
            line = frame.encode(frame.RECORD, self.journal.last() + 1, name, values)
            self.journal.append(line, name == "started")
            if name not in _RAW or len(self.journal.waiting) >= _MOST_WAITING:
                self.urgent = self.urgent or self.up_ms + _HOLD_MS

    def _clean(self):
        """Collect garbage if there is much, else make room on the disk."""
        self.is_ragged = True
        self.cleaned = self.litter
        if self.litter >= _LITTER:
            self.litter = 0
            self.cleaned = -1  # it comes again: there may be something to tidy
            if heap.is_littered():
                heap.collect()
        elif self.journal.games.is_untidy:
            self._tidy()

    def _tidy(self):
        """Make room for a long game, a file at a time; say once a game that there is none."""
        games = self.journal.games
        if games.tidy():
            self.litter += 1  # there may be more
        elif games.is_crowded and self.crowded != games.folder:
            self.crowded = games.folder
            self.record("crowded", games.free_kb)
            self.game.draws.say("FULL")
            self.wanted_ms = 0

    def _try(self, part):
        """Do a part of the step; if it fails, the others are done all the same, and the game goes on."""
        try:
            part()
        except Exception as error:
            self._report(error)

    def _report(self, error):
        """Write down an exception, of a part that is lost or of our own, once for as long as it repeats itself."""
        text = io.StringIO()
        sys.print_exception(error, text)
        trace = text.getvalue().strip()[-120:].replace("\n", " ")
        faults = self.faults
        for known in list(faults):
            if self.up_ms - faults[known] >= _FAULT_MS:
                del faults[known]
        if trace in faults:
            faults[trace] = self.up_ms
        elif len(faults) < _MOST_FAULTS:
            faults[trace] = self.up_ms
            self.fault = trace
            self.record("faulted", trace)
            self.game.draws.say("FAUL")
            self.wanted_ms = 0
