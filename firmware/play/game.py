# SPDX-License-Identifier: GPL-3.0-or-later
"""The game: what hands and buttons mean under the Laws, and what is written down of it.

Time, lifts, places and buttons come in; records go out through the function it was given. It never looks at a clock,
a pin or a file, so that the same game can be replayed from its records on any machine.

    SETUP --the men stand--> READY --clock started, or first move--> PLAYING --mate, flag, word--> ENDED
      ^----------------------------------------- new game -------------------------------------------'
"""

from micropython import const

from rules import fen as fens
from rules import move as moves
from rules import uci
from rules.position import Position

from . import dialogue as ask
from . import hands as hand
from . import profile as profiles
from .clock import NOBODY, Clock
from .control import PRESETS
from .fit import TOUCHED, UNSEEN

SIDES = ("white", "black", "none")
RESULTS = ("1-0", "0-1", "1/2-1/2")
DRAW = const(2)
FOREVER = const(0x3FFFFFFF)

_SETTLE_MS = const(300)  # the men have stood still this long: the set-up is done
_STAND_MS = const(1500)  # without a clock a move stands when nothing has moved for this long
_MATE_MS = const(1000)  # a move that ends the game stands by itself after this
_COMPLAIN_MS = const(1200)  # a hand under way is faster than this
_LATE_MS = const(600)  # a man who stands off-centre, or slides in, closes his sensor this long after the press
_CLOCKED_MS = const(15000)  # a power cut costs at most this much thinking time
_PRESET_MS = const(1500)
_OFFER_MS = const(1000)  # a standing offer and the time take turns on the face


class Game:
    SETUP = const(0)
    READY = const(1)
    PLAYING = const(2)
    ENDED = const(3)

    def __init__(self, record):
        """record: function (name, *values after `at`) that takes every record of the running game."""
        self.record = record
        self.position = Position()
        self.hands = hand.Hands(self.position)
        self.clock = Clock()
        self.clock.set("10+5")
        self.dialogue = ask.Dialogue()
        self.profile = profiles.PROFILES[0]
        self.start_fen = fens.START
        self.preset = 0  # the time control that was chosen last on the board, shown for
        self.preset_ms = 0
        self.phase = self.SETUP
        self.changes = 0  # grows whenever something that people see may have changed, the clocks apart
        self.epoch_s = 0  # of the start; kept by the app, which may know the time
        self.at_ms = 0
        self.still_ms = 0
        self.clocked_ms = 0
        self.ply = 0
        self.last_move = -1
        self.uncompleted = NOBODY  # the side whose made move still waits for its press
        self.presses = []  # [side, ms ago] of presses that came before the sensors could explain them
        self.check = False
        self.refused = False  # the last press was: shown until something moves
        self.ends = -1  # whether the provisional move would end the game; -1 for not asked yet
        self.offer = NOBODY
        self.result = ""
        self.cleared = False  # after the end the men have left the array since

    def new(self, control="", fen="", profile=""):
        """Set up a new game; empty text keeps what there is. ValueError for bad text leaves everything as it was."""
        chosen = profiles.find(profile) if profile else self.profile
        start = Position()
        fens.load(start, fen or self.start_fen)
        self.clock.set(control or self.clock.control)
        self.end("*", "abandoned")
        self._choose(chosen)
        self.start_fen = fens.dump(start)
        self._clear(start)
        self.hands.settle()

    def fold(self, name, values):
        """Take a record of this game again, as read from the journal; call `resume` after the last one."""
        self.at_ms = values[0]
        if name == "started":
            self.epoch_s = values[1]
            self._choose(profiles.find(values[4]))
            start = Position()
            fens.load(start, values[2])
            self.start_fen = values[2]
            self.clock.set(values[3])
            self._clear(start)
            self.at_ms = values[0]
            self.phase = self.PLAYING
        elif name == "moved":
            self.last_move = uci.parse(self.position, values[2])
            self.position.push(self.last_move)
            self.ply = values[1]
            self.offer = self.offer if self.offer == 1 - self.position.turn else NOBODY
            self.uncompleted = 1 - self.position.turn if values[3] == SIDES[1 - self.position.turn] else NOBODY
        elif name == "completed":
            self.uncompleted = NOBODY
        elif name == "offered":
            self.offer = SIDES.index(values[1])
        elif name == "declined":
            self.offer = NOBODY
        elif name == "ended":
            self.phase = self.ENDED
            self.result = values[1]
        if name in ("moved", "completed", "clocked"):
            running, white_ms, black_ms, white_moves, black_moves, white_state, black_state = values[-7:]
            self.clock.at_ms = values[0]
            self.clock.restore(
                white_ms, black_ms, SIDES.index(running), white_moves, black_moves, white_state, black_state
            )

    def resume(self):
        """Go on with a folded game from its position; what differs on the wood comes in as lifts and places."""
        if self.phase == self.ENDED:
            self.clock.stop()
        else:
            self.record("resumed", self.clock.left_ms[0], self.clock.left_ms[1])
        for square in range(64):
            self.hands.sensed.occupied[square] = 1 if self.position.board[square] else 0
        self.check = self.position.is_check()
        self.hands.settle()

    def run(self, elapsed_ms):
        """Let time pass."""
        before_ms = self.still_ms
        self.still_ms = min(before_ms + elapsed_ms, FOREVER)
        if before_ms < _COMPLAIN_MS <= self.still_ms or self.dialogue.run(elapsed_ms):
            self.changes += 1
        if self.preset_ms:
            self.preset_ms = max(0, self.preset_ms - elapsed_ms)
            self.changes += 1
        if self.phase == self.PLAYING:
            self.at_ms += elapsed_ms
        if self.presses:  # the clocks wait with them
            for press in self.presses:
                press[1] += elapsed_ms
            self._take_presses()
        elif self.phase == self.PLAYING:
            self._run_clock(elapsed_ms)
        if self.phase == self.PLAYING:
            self._run_hands()
        elif self.phase == self.SETUP and self.hands.stands() and self.still_ms >= _SETTLE_MS:
            self.hands.settle()  # what was lifted while setting up is no part of a move
            self.phase = self.READY
            self.changes += 1
        elif self.phase == self.READY:
            if self.hands.state == hand.DISTURBED and self.still_ms >= _COMPLAIN_MS:
                self.phase = self.SETUP
                self.changes += 1
            self._run_hands()
        elif self.phase == self.ENDED and self.still_ms >= _STAND_MS:
            self._watch_array()

    def _run_clock(self, elapsed_ms):
        if self.clock.run(elapsed_ms):
            self._flag(self.clock.running)
        elif self.clock.running != NOBODY:
            self.clocked_ms += elapsed_ms
            if self.clocked_ms >= _CLOCKED_MS:
                self._record_clocks()

    def wait_ms(self):
        """Return in how many milliseconds time alone changes something."""
        wait_ms = min(self.clock.wait_ms(), self.dialogue.wait_ms())
        if self.presses:
            wait_ms = min(wait_ms, max(0, _LATE_MS - self.presses[0][1]))
        for limit_ms in (_SETTLE_MS, _MATE_MS, _COMPLAIN_MS, _STAND_MS):
            if self.still_ms < limit_ms:
                wait_ms = min(wait_ms, limit_ms - self.still_ms)
                break
        if self.preset_ms:
            wait_ms = min(wait_ms, self.preset_ms)
        if self.offer != NOBODY:
            wait_ms = min(wait_ms, _OFFER_MS - self.at_ms % _OFFER_MS)
        return wait_ms

    def lift(self, square):
        if self.phase == self.PLAYING and self.position.board[square] >> 3 == self.position.turn:
            self.offer = self.offer if self.offer == self.position.turn else NOBODY
        self._touch("lifted", square)
        self.hands.lift(square)
        self.ends = -1
        if self.hands.has_stood():  # the opponent's lift
            self._stand(self.hands.final())

    def place(self, square):
        self._touch("placed", square)
        hands = self.hands
        hands.place(square)
        if hands.state in (hand.DISTURBED, hand.ANSWERED) and hands.fit.n_missing > 1:
            move = hands.answered(TOUCHED)
            if move:
                self._stand(move, True)
        self.ends = -1
        self._take_presses()

    def press(self, side):
        """A player presses his clock, or chooses from his menu."""
        self.changes += 1
        if self.dialogue.is_open(side):
            self._answer(side, self.dialogue.choose(side))
            return
        mover = self.position.turn
        if self.phase == self.READY and side != mover and self.hands.stands():
            self._begin()
            self.clock.start(mover)
            self._record_clocks()
        elif self.phase in (self.READY, self.PLAYING):
            if self.phase == self.PLAYING:
                self.record("pressed", SIDES[side])
            self.presses.append([side, 0])
            self._take_presses()

    def action(self, side):
        """A player presses his action button: the next item, control or promotion; or a draw offer with his move."""
        self.changes += 1
        if self.dialogue.is_open(side):
            self.dialogue.step(side)
        elif self.phase == self.READY and not self.ply:
            self._step_control(1 if side == 0 else -1)
        elif self.phase == self.PLAYING and side == self.position.turn and self.hands.state == hand.PROVISIONAL:
            if moves.promotion(self.hands.move):
                self.hands.promotion = 5 if self.hands.promotion == 2 else self.hands.promotion - 1  # Q R B N and round
                self.ends = -1
            else:
                self._offer(side, "made")

    def long_action(self, side):
        """A player holds his action button: his menu opens, or closes."""
        self.changes += 1
        if self.phase == self.PLAYING:
            other = 1 - side
            self.dialogue.may_answer[side] = self.offer == other
            self.dialogue.may_offer[side] = self.offer == NOBODY and self.ply >= 2
            self.dialogue.toggle(side)

    def both_actions(self):
        """Both players hold their action buttons: a new game, once this one is over."""
        if self.phase == self.ENDED:
            self.new()

    def end(self, result, reason):
        """End the running game; without one, do nothing."""
        if self.phase != self.PLAYING:
            return
        self.phase = self.ENDED
        self.changes += 1
        self.clock.stop()
        self.dialogue.close()
        self.offer = NOBODY
        self.result = result
        self.cleared = False
        self.record("ended", result, reason, self.clock.left_ms[0], self.clock.left_ms[1])

    def complains(self):
        """Return True if the squares to fix should be shown: a press was refused, or nothing has moved for a while."""
        return self.refused or (self.hands.state == hand.DISTURBED and self.still_ms >= _COMPLAIN_MS)

    def offers_promotion(self, side):
        """Return True if the mover, whose side this is, has to choose a piece."""
        fits = self.phase in (self.READY, self.PLAYING) and self.hands.state == hand.PROVISIONAL
        return fits and side == self.position.turn and moves.promotion(self.hands.move) != 0

    def shows_offer(self, side):
        """Return True if a draw offer to this side stands, and has its turn on the face."""
        return self.offer == 1 - side and self.offer_turn() == 0

    def offer_turn(self):
        """Return 0 while a standing offer is on the face, 1 while the time is."""
        return 1 if self.offer == NOBODY else self.at_ms // _OFFER_MS & 1

    def _choose(self, profile):
        self.profile = profile
        self.clock.tenths = profile.tenths

    def _clear(self, start):
        self.position.copy_from(start)
        self.phase = self.SETUP
        self.changes += 1
        self.at_ms = self.still_ms = self.clocked_ms = self.ply = 0
        self.last_move = self.ends = -1
        self.uncompleted = self.offer = NOBODY
        self.presses.clear()
        self.check = self.position.is_check()
        self.refused = False
        self.result = ""
        self.dialogue.close()

    def _clocks(self):
        clock = self.clock
        white, black = clock.state(0), clock.state(1)
        return (SIDES[clock.running],) + tuple(clock.left_ms) + tuple(clock.moves) + (white, black)

    def _record_clocks(self):
        self.clocked_ms = 0
        self.record("clocked", *self._clocks())

    def _touch(self, name, square):
        if self.phase == self.PLAYING:
            self.record(name, chr(97 + (square & 7)) + chr(49 + (square >> 3)))
        self.still_ms = 0
        self.changes += 1
        self.refused = False
        self.cleared = True

    def _begin(self):
        if self.phase == self.READY:
            self.phase = self.PLAYING
            self.record(
                "started", self.epoch_s, self.start_fen, self.clock.control, self.profile.name, *self.clock.left_ms
            )

    def _take_presses(self):
        """Complete what was pressed, in turn; a press that the sensors do not explain waits a little for a late one."""
        while self.presses and self.phase in (self.READY, self.PLAYING):
            side, ago_ms = self.presses[0]
            hands = self.hands
            if side == self.uncompleted:
                self._press_clock(side)
                self.uncompleted = NOBODY
                self.record("completed", self.ply, *self._clocks())
            elif side != self.position.turn and hands.state == hand.WAITING:
                self.clock.run(self._age(self.presses.pop(0)))  # not his time was running: nothing else happens
            elif side == self.position.turn and hands.state == hand.PROVISIONAL:
                self._stand(hands.final())
            elif len(self.presses) == 1 and ago_ms < _LATE_MS:
                return
            else:
                self._guess(side)

    def _guess(self, side):
        """Explain a press by what no sensor saw, if there is just one way to; else refuse it."""
        hands = self.hands
        is_mover = side == self.position.turn
        move = hands.taken_away() if is_mover else 0
        if not move and len(self.presses) > 1:  # both have pressed: both have moved
            move = hands.answered(UNSEEN)
        if not move and is_mover:
            move = hands.final() if hands.is_made() else hands.unseen()
        move = move or hands.answered(UNSEEN)
        if move:
            self._stand(move, True)
            return
        self.refused = side == self.position.turn
        self.changes += 1
        ago_ms = self._age(self.presses.pop(0))
        if self.clock.run(ago_ms):
            self._flag(self.clock.running)

    def _press_clock(self, side):
        """Press the clock for a side whose press waits, dated to when it came; return True if his time was running."""
        ago_ms = self._age(self.presses.pop(0))
        if self.clock.running == NOBODY:
            self.clock.start(side)
        pressed = self.clock.press(side)
        self.clock.run(ago_ms)
        return pressed

    def _age(self, press):
        """Return how long a press that is taken now has kept the clocks waiting: until the next press, or until now."""
        return press[1] - (self.presses[0][1] if self.presses else 0)

    def _stand(self, move, answered=False):
        """Let the move stand: make it, write it down, see what it ends. A press of its side that waits completes it.

        answered: the answer may be on the board as well, so every lift still counts.
        """
        side = self.position.turn
        self._begin()
        pressed = bool(self.presses) and self.presses[0][0] == side and self._press_clock(side)
        if self.clock.running == 1 - side and not pressed:
            # The opponent never pressed his own move, so his time runs on; both moves are complete all the same.
            if self.uncompleted == 1 - side:
                self.clock.complete(1 - side)
            self.clock.complete(side)
        self.uncompleted = side if self.clock.running == side else NOBODY
        text = uci.text(self.position, move)
        self.position.push(move)
        self.ply += 1
        self.last_move = move
        self.ends = -1
        self.clocked_ms = 0
        self.offer = self.offer if self.offer == side else NOBODY
        self.record("moved", self.ply, text, *self._clocks())
        self.hands.settle(move, answered)
        self.check = self.position.is_check()
        outcome = self._outcome()
        if outcome:
            self.end(RESULTS[side if outcome == "checkmate" else DRAW], outcome)

    def _run_hands(self):
        """Let a provisional move stand by itself where it may: it ends the game, or no clock is in use."""
        if self.hands.state != hand.PROVISIONAL or moves.promotion(self.hands.move) or self.still_ms < _MATE_MS:
            return
        if self._would_end() or (not self.clock.in_use and self.still_ms >= _STAND_MS):
            self._stand(self.hands.final())

    def _would_end(self):
        if self.ends < 0:
            self.position.push(self.hands.move)
            self.ends = 1 if self._outcome() else 0
            self.position.pop()
            self.position.legal()
        return self.ends

    def _outcome(self):
        """Return the reason for which the position ends the game, or None."""
        outcome = self.position.outcome()
        return outcome if outcome != "insufficient" or self.profile.automatic else None

    def _flag(self, side):
        """The flag of this side fell; a mate that stands on the board came first."""
        hands = self.hands
        if hands.state == hand.PROVISIONAL and not moves.promotion(hands.move) and self._would_end():
            self._stand(hands.final())
        else:
            self._lose(side, "time")

    def _watch_array(self):
        """After the end, men set up again on the array mean a new game."""
        if self.cleared and all(
            bool(self.hands.sensed.occupied[square]) == (square // 16 in (0, 3)) for square in range(64)
        ):
            self.new("", fens.START)

    def _step_control(self, by):
        """Set the next or previous preset; its number stands on the faces for a moment."""
        index = PRESETS.index(self.clock.control) if self.clock.control in PRESETS else -1
        self.preset = (index + by) % len(PRESETS)
        self.clock.set(PRESETS[self.preset])
        self.preset_ms = _PRESET_MS

    def _offer(self, side, when):
        if self.offer == NOBODY and self.ply >= 2:
            self.offer = side
            self.record("offered", SIDES[side], when)

    def _answer(self, side, choice):
        if self.phase != self.PLAYING:
            return
        if choice == ask.SURE:
            self._lose(side, "resignation")
        elif choice == ask.ACCEPT and self.offer == 1 - side:
            self.end(RESULTS[DRAW], "agreement")
        elif choice == ask.DECLINE and self.offer == 1 - side:
            self.offer = NOBODY
            self.record("declined", SIDES[side])
        elif choice == ask.OFFER:
            self._offer(side, "early")

    def _lose(self, side, reason):
        """End the game against a side; a draw where the opponent has a bare king and so cannot mate."""
        other = 1 - side
        bare = not any(piece and piece >> 3 == other and piece & 7 != 6 for piece in self.position.board)
        self.end(RESULTS[DRAW] if bare else RESULTS[other], reason)
