# SPDX-License-Identifier: GPL-3.0-or-later
"""The game: what hands and presses mean under the Laws, and what is written down of it.

Time, lifts, places and presses come in; records go out through the function it was given. It never looks at a clock,
a pin or a file, so that the same game can be replayed from its records on any machine.

    SETUP --the men stand--> READY --clock started, or first move--> PLAYING --mate, flag, word--> ENDED
      ^----------------------------------------- new game -------------------------------------------'
"""

from micropython import const

from rules import fen as fens
from rules import move as moves
from rules import uci
from rules.position import Position
from rules.square import name as name_of

from . import checkpoint
from . import control as controls
from . import hands as hand
from . import profile as profiles
from . import sound as sounds
from .arbiter import Arbiter
from .around import Around
from .claims import Claims
from .clock import NOBODY, SIDES, Clock
from .dialogue import Dialogue
from .draws import Draws
from .duty import Duty
from .fit import TOUCHED
from .flags import Flags
from .health import Health, is_masked
from .kings import NOTHING, Kings
from .pause import Pause
from .penalty import Penalty
from .presses import Presses
from .question import Question
from .ruling import DRAW, RESULTS, Ruling
from .seal import AWAY, BLIND, Seal
from .sound import Sound
from .takeback import STILL_MS, TakeBack

FOREVER = const(0x3FFFFFFF)

_PLACED = const(64)
_KEPT_BACK = const(16)
_LONGEST = const(200)  # plies kept: a repetition lies at most 150 back, where seventy-five moves end the game
_ANSWER_MS = const(150)  # a sliding man is on no square for so long
_SETTLE_MS = const(300)  # the men have stood still this long: the set-up is done
_STAND_MS = const(1500)  # without a clock a move stands when nothing has moved for this long
_MATE_MS = const(1000)  # a move that ends the game stands by itself after this
_COMPLAIN_MS = const(1200)  # a hand under way is faster than this
_CLOCKED_MS = const(13500)  # a power cut costs at most 15 s of thinking: a step of a second comes after it


class Game:
    SETUP = const(0)
    READY = const(1)
    PLAYING = const(2)
    ENDED = const(3)

    def __init__(self, record, refusals=()):
        """record: function (name, *values after `at`) that takes every record of the running game.

        refusals: `((reason, code, words), ...)`, the link's table of what may be refused.
        """
        self._record = record
        self._touches = bytearray(_KEPT_BACK)  # squares, and _PLACED: lifts and places that are no records yet
        self.n_touches = 0
        self.position = Position(_LONGEST)
        self.health = Health()
        self.hands = hand.Hands(self.position, self.health.masked)
        self.clock = Clock()
        self.clock.set("10+5")
        self.presses = Presses(self)
        self.dialogue = Dialogue(self)
        self.sound = Sound()
        self.question = Question(self.sound)
        self.kings = Kings(self.position, self.hands.sensed)
        self.take_back = TakeBack(self.position, self.hands.sensed, self.clock)
        self.duty = Duty(self)
        self.penalty = Penalty(self)
        self.around = Around(self)
        self.draws = Draws(self, refusals)
        self.claims = Claims(self)
        self.ruling = Ruling(self)
        self.arbiter = Arbiter(self)
        self.menu = None  # the open one that is not a player's own: Before, Placing or Keys
        self.board = None  # has `settings` and change(name, value), once the app has said so
        self.flags = Flags(self)
        self.pause = Pause(self)
        self.seal = Seal(self)
        # each has run() and wait_ms()
        self.timed = (self.dialogue, self.duty, self.around, self.sound, self.pause)
        self.profile = profiles.Profile(profiles.NAMES[0])
        self.start_fen = fens.START
        self.phase = self.SETUP
        self.changes = 0  # grows whenever something that people see may have changed, the clocks apart
        self.epoch_s = 0  # of the start; kept by the app, which may know the time
        self.at_ms = 0
        self.still_ms = 0
        self.clocked_ms = 0
        self.ply = 0
        self.checked = 0  # the ply of the last checkpoint
        self.last_move = -1
        self.phantoms = b""  # four squares among which a diode is missing, while the sensors cannot be believed
        self.mending = False  # men are being put right as the board asks, until all stand
        self.uncompleted = NOBODY  # the side whose made move still waits for its press
        self.check = False
        self.refused = False  # the last press was: shown until something moves
        self.ends = -1  # whether the provisional move would end the game; -1 for not asked yet
        self.offer = NOBODY
        self.result = ""
        self.cleared = False  # after the end the men have left the array since

    def new(self, control="", fen="", profile=""):
        """Set up a new game; empty text keeps what there is. ValueError for bad text leaves everything as it was."""
        chosen = profiles.Profile(profile) if profile else self.profile
        controls.parse(control or self.clock.control)
        scratch = self.ruling.helpmate.position  # its question ends with the game
        fens.load(scratch, fen or self.start_fen)
        fen = fens.dump(scratch)
        if self.seal.state != AWAY:  # what was adjourned stays so
            self.end("*", "abandoned")
        self.set_up(control or self.clock.control, fen, chosen)
        self.hands.settle()

    def _is_placing(self):
        return self.menu and self.menu.state(0) == "placing"

    def set_up(self, control, fen, profile):
        """Forget the game and take up these settings."""
        self.clock.set(control)
        fens.load(self.position, fen)
        self.start_fen = fen
        self.profile = profile
        self.clock.tenths = profile.tenths
        self.phase = self.SETUP
        self.changes += 1
        self.at_ms = self.still_ms = self.clocked_ms = self.ply = self.checked = 0
        self.last_move = self.ends = -1
        self.uncompleted = self.offer = NOBODY
        self.check = self.position.is_check()
        self.refused = False
        self.result = ""
        self.presses.clear()
        self.dialogue.close()
        self.question.cancel()
        self.take_back.clear()
        self.duty.clear()
        self.penalty.clear()
        self.around.clear()
        self.claims.clear()
        self._let_go()
        self.flags.clear()

    def record(self, name, *values):
        """Write down what has happened, after the lifts and places before it."""
        self.tell()
        self._record(name, *values)

    def tell(self):
        """Record lifts and places. They are kept back until now, for records take memory, and lights come first."""
        count, self.n_touches = self.n_touches, 0
        for index in range(count):
            touch = self._touches[index]
            self._record("placed" if touch & _PLACED else "lifted", name_of(touch & 63))

    def is_halted(self):
        """Return True while nothing that is done on the wood is a move, though the game has not ended."""
        if self.pause.by or self.penalty.side != NOBODY or self.claims.halted or self.seal.state == BLIND:
            return True
        return self.ruling.is_loss()

    def is_open(self):
        """Return True if a move can be made: the game runs, or would begin with it."""
        return self.READY <= self.phase <= self.PLAYING and not self.is_halted()

    def run(self, elapsed_ms):
        """Let time pass."""
        if self.n_touches:
            self.tell()
        before_ms = self.still_ms
        self.still_ms = min(before_ms + elapsed_ms, FOREVER)
        changed = before_ms < _COMPLAIN_MS <= self.still_ms
        for part in self.timed:
            changed |= part.run(elapsed_ms)
        if self.menu and self.menu.run(elapsed_ms):
            changed = True
        if changed:
            self.changes += 1
        if self.phase == self.PLAYING and self.seal.state != AWAY:
            self.at_ms += elapsed_ms
        if self.ruling.is_working():
            self.ruling.run()
        if self.presses.waiting:  # the clocks wait with them
            self.presses.run(elapsed_ms)
        elif self.phase == self.PLAYING:
            self._run_clock(elapsed_ms)
        if self.phase == self.PLAYING:
            self._run_hands(before_ms, elapsed_ms)
        elif self._is_placing():
            pass
        elif self.phase == self.SETUP and self.hands.stands() and self.still_ms >= _SETTLE_MS:
            self.hands.settle()  # what was lifted while setting up is no part of a move
            self._enter(self.READY)
        elif self.phase == self.READY:
            if self.hands.state == hand.DISTURBED and self.still_ms >= _COMPLAIN_MS:
                self._enter(self.SETUP)
                self.presses.clear()
            self._run_hands(before_ms, elapsed_ms)
        elif self.phase == self.ENDED and self.still_ms >= _STAND_MS:
            self._watch_array()

    def wait_ms(self):
        """Return in how many milliseconds time alone changes something."""
        if self.ruling.is_working():
            return 0
        wait_ms = min(self.clock.wait_ms(), self.presses.wait_ms(), self.kings.wait_ms(), self.draws.wait_ms())
        for part in self.timed:
            wait_ms = min(wait_ms, part.wait_ms())
        if self.menu:
            wait_ms = min(wait_ms, self.menu.wait_ms())
        for limit_ms in (_ANSWER_MS, _SETTLE_MS, STILL_MS, _MATE_MS, _COMPLAIN_MS, _STAND_MS):
            if self.still_ms < limit_ms:
                wait_ms = min(wait_ms, limit_ms - self.still_ms)
                break
        return wait_ms

    def lift(self, square):
        hands = self.hands
        is_own = self.position.board[square] >> 3 == self.position.turn
        if is_own and self.phase == self.PLAYING and not self.is_halted():
            self.offer = self.offer if self.offer == self.position.turn else NOBODY
        self._touch(square)
        kings_meet = self.kings.result != NOTHING or (
            hands.state == hand.PROVISIONAL and self.kings.could_follow(hands.move, square)
        )
        is_theirs = self.position.board[square] and self.position.board[square] >> 3 != self.position.turn
        hands.lift(square)
        if self.menu and self.menu.lift(square):
            return
        self._look()
        if is_theirs and self.is_open() and hands.has_stood() and not kings_meet:  # the opponent's lift
            self.stand(hands.final())
        elif not self.is_halted():
            self.duty.lifted(square)

    def place(self, square):
        self._touch(square | _PLACED)
        hands = self.hands
        hands.place(square)
        if self.menu and self.menu.place(square):
            return
        if not self.is_halted():
            self.duty.touch.placed(square)
        self._look()
        if not hands.promotion and self.offers_promotion(self.position.turn) and not hands.leaves_pawn():
            if square == hands.move >> 6 & 63:  # the pawn has been swapped: after a power cut nothing else tells
                self.record("chosen", SIDES[self.position.turn], "q")
        if self.kings.result == NOTHING and self.is_open():
            self.presses.take()

    def press(self, side):
        """A player presses his clock."""
        if self.phase == self.READY and self.hands.state == hand.WAITING:
            if side == self.position.turn:
                self.sound.play(sounds.NO)
            else:
                self._begin()
                self.clock.start(self.position.turn)
                self.take_back.keep(self.clock.running)
                self.record_clocks()
        elif self.is_open():
            if side == self.position.turn:
                self.kings.refuse()
            if self.phase == self.PLAYING:
                self.record("pressed", SIDES[side])
            self.duty.touch.let_go()
            self.presses.add(side)
        else:
            self.sound.play(sounds.NO)

    def stand(self, move, answered=False):
        """Let the move stand: make it, write it down, see what it ends. A press of its side that waits completes it.

        answered: the answer may be on the board as well, so every lift still counts.
        """
        side = self.position.turn
        self._begin()
        if not self.take_back.kept:
            self.take_back.keep(self.clock.running)
        pressed = self.presses.is_next(side) and self.presses.press_clock(side)
        if self.clock.running == 1 - side and not pressed:
            # The opponent never pressed his own move, so his time runs on; both moves are complete all the same.
            if self.uncompleted == 1 - side:
                self.clock.complete(1 - side)
            self.clock.complete(side)
        self.uncompleted = side if self.clock.running == side else NOBODY
        text = uci.text(self.position, move)
        self.duty.breach = "" if answered else self.duty.judge(move)
        if self.duty.breach:
            self.sound.play(sounds.NO)
            self.record("breached", SIDES[side], self.duty.breach)
        checkpoint.look(self, move)
        self.position.push(move)
        outcome = self.ruling.outcome()
        self.ply += 1
        self.last_move = move
        self.clocked_ms = 0
        self.offer = self.offer if self.offer == side else NOBODY
        self.record("moved", self.ply, text, *self.clocks())
        self.take_back.keep(self.pause.next if self.pause.by else self.clock.running)
        self.claims.made()
        self._settle(move, answered)
        self.duty.begin()
        if outcome:
            self.end(RESULTS[side if outcome == "checkmate" else DRAW], outcome)
        elif self.claims.is_due():
            self.claims.decide()
        if self.profile.automatic and self.phase == self.PLAYING:
            self.ruling.look()

    def complete(self, side):
        """Complete the move that this side has made and pressed late."""
        self.presses.press_clock(side)
        self.uncompleted = NOBODY
        self.record("completed", self.ply, *self.clocks())

    def refuse(self, side, ago_ms):
        """Refuse a press that nothing explains; the clocks make up for the time that it waited."""
        self.refused = side == self.position.turn
        self.sound.play(sounds.NO)
        self.changes += 1
        self.clock.run(ago_ms)

    def turn(self):
        """The board has been turned round: what was sensed on a square was sensed on the opposite one (R59)."""
        occupied = self.hands.sensed.occupied
        occupied[:] = bytes(reversed(occupied))
        self.around.turn()
        self.hands.settle()

    def lose(self, side, reason):
        """Stop the clocks and find out what this loss means on the board: a draw if the opponent cannot mate."""
        if self.phase == self.PLAYING and not self.ruling.is_loss():
            self.clock.stop()
            self.ruling.lose(side, reason)

    def end(self, result, reason):
        """End the running game; without one, do nothing."""
        if self.phase != self.PLAYING:
            return
        self._enter(self.ENDED)
        self.sound.play(sounds.END)
        self.clock.stop()
        self.presses.clear()
        self.dialogue.close()
        self.question.cancel()
        self.claims.clear()
        self._let_go()
        self.offer = NOBODY
        self.result = result
        self.cleared = False
        self.record("ended", result, reason, self.clock.left_ms[0], self.clock.left_ms[1])

    def complains(self):
        """Return True if the squares to fix should be shown: a press was refused, or nothing has moved for a while."""
        if self.penalty.side != NOBODY or self.pause.restoring:
            return True
        if self.kings.result != NOTHING or self.question.text:
            return False
        return self.refused or (self.hands.state == hand.DISTURBED and self.still_ms >= _COMPLAIN_MS)

    def most_men(self):
        """Return how many men may stand on the board: those of the position, and one who may come back to it."""
        men = 64 - bytes(self.position.board).count(b"\0")
        return men + 1 if self.profile.take_back and self.last_move & moves.CAPTURE else men

    def names_man(self):
        """Return True if the faces name the man who has to be put back next."""
        if self.still_ms < _COMPLAIN_MS or not self.hands.names_man():
            return False
        return self.phase == self.SETUP or (self.phase == self.PLAYING and self.complains() and not self.refused)

    def may_press(self, side):
        """Return True if a press of this side would complete a move that fits."""
        return self.hands.state == hand.PROVISIONAL and side == self.position.turn and self.is_open()

    def offers_promotion(self, side):
        """Return True if the mover, whose side this is, has to choose a piece."""
        return self.may_press(side) and moves.promotion(self.hands.move) != 0

    def step_promotion(self):
        """Offer the next piece: queen, rook, bishop, knight and round."""
        hands = self.hands
        hands.promotion = 5 if hands.promotion == 2 else (hands.promotion or 5) - 1
        self.record("chosen", SIDES[self.position.turn], uci.letter(hands.promotion | 8))
        self.refused = False
        self.ends = -1

    def _let_go(self):
        """Nothing halts the game any more."""
        self.ruling.drop()
        self.pause.clear()
        self.seal.clear()
        self.menu = None

    def _enter(self, phase):
        self.phase = phase
        self.changes += 1

    def _settle(self, move=0, answered=False):
        self.changes += 1  # also where time alone brought it about
        self.mending = self.take_back.lifted = False
        self.ends = -1
        self.refused = False
        self.hands.settle(move, answered)
        self._look()
        self.check = self.position.is_check()

    def _look(self):
        """See what the kings say now; any other question is answered with no."""
        self.kings.look()
        if self.kings.result == NOTHING and not self.ruling.is_unproven():
            self.question.cancel()

    def clocks(self):
        """Return both clocks as records have them."""
        clock = self.clock
        white, black = clock.state(0), clock.state(1)
        return (SIDES[clock.running],) + tuple(clock.left_ms) + tuple(clock.moves) + (white, black)

    def record_clocks(self):
        self.clocked_ms = 0
        self.record("clocked", *self.clocks())

    def _touch(self, touch):
        self.around.decline()
        if self.phase == self.PLAYING and not self.seal.is_dark():
            if self.n_touches == _KEPT_BACK:
                self.tell()
            self._touches[self.n_touches] = touch
            self.n_touches += 1
        self.still_ms = 0
        self.ends = -1
        self.changes += 1
        self.refused = False
        self.cleared = True
        self.draws.clear()

    def _begin(self):
        if self.phase == self.READY:
            self.phase = self.PLAYING
            self.menu = None
            self.record(
                "started", self.epoch_s, self.start_fen, self.clock.control, self.profile.name, *self.clock.left_ms
            )
            self.around.record()

    def _run_clock(self, elapsed_ms):
        self.clock.run(elapsed_ms)
        self.flags.look()
        if self.clock.running != NOBODY:
            self.clocked_ms += elapsed_ms
            if self.clocked_ms >= _CLOCKED_MS:
                self.record_clocks()

    def _run_hands(self, before_ms, elapsed_ms):
        """See what hands that keep still mean: a move that stands by itself, a result by kings, a move taken back."""
        if self.still_ms >= _ANSWER_MS:
            self._rest()
        if self.is_halted():
            return
        if self.kings.run(elapsed_ms):
            self.ruling.ask_kings()
        elif self.hands.state == hand.PROVISIONAL:
            self._let_stand()
        elif before_ms < _ANSWER_MS <= self.still_ms and self.kings.result == NOTHING:
            self._see_answer()
        elif before_ms < STILL_MS <= self.still_ms and self.profile.take_back and self.phase == self.PLAYING:
            if not self.claims.kind:
                self._see_take_back()

    def _rest(self):
        """What was touched and stands again is no part of what follows, and from a wrong board nothing is inferred."""
        if self.hands.state == hand.WAITING:
            self.mending = False
            self.take_back.rest(self.last_move)
        elif self.hands.state == hand.DISTURBED and self.still_ms >= _COMPLAIN_MS:
            self.mending = True
        self.hands.rest()

    def _see_answer(self):
        """A move and its answer may both be on the board: while men slide it can look like that, but not for long."""
        hands = self.hands
        is_more = hands.state == hand.DISTURBED or hands.state == hand.ANSWERED
        if not self.mending and is_more and hands.fit.n_missing > 1:
            move = hands.answered(TOUCHED)
            if move and not hands.may_capture_yet(move):
                self.stand(move, True)
                self.presses.take()

    def _let_stand(self):
        """Let a provisional move stand by itself where it may: it ends the game, or no clock is in use."""
        if self.still_ms >= _COMPLAIN_MS:
            self.claims.let_go()
        if moves.promotion(self.hands.move) or self.still_ms < _MATE_MS or self.claims.bars(self.position.turn):
            return
        if self.would_end() or (not self.clock.in_use and self.still_ms >= _STAND_MS):
            self.stand(self.hands.final())

    def would_end(self):
        """Return whether the provisional move would end the game."""
        if self.ends < 0:
            self.position.push(self.hands.move)
            self.ends = 1 if self.ruling.outcome() else 0
            self.position.pop()
            self.hands.list_moves()
        return self.ends

    def _see_take_back(self):
        """The men stand as before the last move: it is taken back, at once or when both agree, as the profile says."""
        if not self.take_back.fits():
            return
        if self.profile.take_back == profiles.FREE:
            self.undo()
        else:
            self.question.ask("bAc?", self.undo)
            self.changes += 1

    def undo(self, forget=True):
        """Take the last move back; forget: what was touched for it, too."""
        self.presses.clear()
        self.take_back.take()
        self.ply -= 1
        self.forget_move()
        self.record("taken_back", self.ply, *self.clocks())
        if forget:
            self.duty.begin()

    def forget_move(self):
        """Start from a position that is not where the last move led."""
        self.last_move = -1
        self.uncompleted = self.offer = NOBODY
        self._settle()

    def _watch_array(self):
        """After the end, men set up again on the array mean a new game; what is masked is taken as it should be."""
        if not self.cleared:
            return
        for square in range(64):
            is_set = self.hands.sensed.occupied[square] > 0
            if is_set != (square // 16 in (0, 3)) and not is_masked(self.health.masked, square):
                return
        self.new("", fens.START)
