# SPDX-License-Identifier: GPL-3.0-or-later
"""The arbiter's acts: what he enters, corrects and overrules, by his button, its menu (`keys`) or the computer.

Each is one record with its reason code, a word of ACTS, and a comment in the PGN (R29, R54, R58). They stop both
clocks, if they go, and the arbiter lets them go on.
"""

from micropython import const

from rules import fen as fens
from rules.square import name as name_of
from rules.square import parse

from . import profile as profiles
from .clock import NOBODY, SIDES
from .penalty import compensation_ms
from .ruling import DRAW, RESULTS

# Reason codes, in records and from the computer.
ACTS = (
    "time",  # he set the clock of this side; value: milliseconds
    "number",  # he set the number of the move that is made next, as the control's periods count it
    "illegal",  # he entered an illegal move; value of a penalty: milliseconds that the opponent got
    "hands",  # two hands were used, which counts as an illegal move
    "claim",  # a claim was wrong: time for the opponent
    "conduct",  # bad conduct: time for the opponent
    "waive",  # an illegal move was taken off the count; value: milliseconds taken off the opponent's clock
    "must",  # the man on this square must be moved, or captured
    "back",  # the game went back to where so many plies had been made
    "position",  # he set the position, value: its FEN; no move before can be gone back to
    "award",  # he awarded a result, or corrected it after the end
    "reject",  # he answered with no what both players were asked
    "unproven",  # whether the opponent can mate is not proven; value: loss or draw
    "adjourn",  # the game was adjourned
    "seal",  # the player to move seals on the board, in the dark
    "resume",  # an adjourned game is set up again
)
_PENALTIES = ("illegal", "hands", "claim", "conduct")
_COUNTED = const(2)  # of these, how many count as illegal moves
_MOST_MS = const(359999000)  # 99:59:59


class Arbiter:
    def __init__(self, game):
        self.game = game

    # His button

    def short(self):
        """Start, stop, go on, or confirm what the board asks."""
        game = self.game
        if game.phase == game.READY:
            game.press(1 - game.position.turn)
        elif game.phase != game.PLAYING or game.dialogue.is_resigning():
            return
        elif game.ruling.is_loss():
            game.ruling.decide(True, "arbiter")
        elif game.question.text:
            game.question.confirm()
        elif game.pause.by:
            game.pause.go_on("arbiter")
        elif game.penalty.side != NOBODY:
            game.penalty.accept()
        elif game.claims.halted:
            game.claims.press(NOBODY)
        else:
            game.pause.stop("arbiter", "arbiter")

    def long(self):
        """Reject, waive or rule what the board waits for; return True if it was nothing: his menu opens."""
        game = self.game
        if game.phase == game.ENDED:
            game.new()
        elif game.phase != game.PLAYING or game.dialogue.is_resigning():
            return False
        elif game.ruling.is_loss():
            game.ruling.decide(False, "arbiter")
        elif game.question.text:
            self.rule("reject", NOBODY, game.question.text[:-1], "arbiter")
        elif game.penalty.side != NOBODY and not game.pause.by:
            self.rule("waive", game.penalty.side, "", "arbiter")
        elif game.claims.halted and not game.pause.by:
            self.rule("award", NOBODY, RESULTS[DRAW], "arbiter")
        elif game.flags.are_down() and not game.pause.by:
            game.flags.call("arbiter")
        else:
            game.pause.stop("arbiter", "arbiter")
            return True
        return False

    # The computer

    def command(self, act, side, value):
        """Do what the computer says; ValueError says why not, and nothing has changed."""
        game = self.game
        if act == "stop":
            self._need(game.PLAYING)
            if game.pause.by:
                raise ValueError("the clocks are stopped already")
            game.pause.stop("computer", value or "arbiter")
        elif act == "continue":
            self._need(game.PLAYING)
            if not game.pause.by or game.ruling.is_loss():
                raise ValueError("the clocks are not stopped")
            game.pause.go_on("computer")
        elif act == "flag":
            self._need(game.PLAYING)
            if not game.flags.are_down():
                raise ValueError("no flag is down that could be called")
            game.flags.call("computer")
        elif act == "reopen":
            self.reopen("computer")
        else:
            if act not in ACTS or act == "reject":
                raise ValueError("no act %s: there are %s" % (act, " ".join(ACTS)))
            side = SIDES.index(side) if side in SIDES else NOBODY
            if act == "back":
                value = self._ply(_number(value, 999), side)
            self.rule(act, side, value, "computer")

    # Acts

    def rule(self, act, side, value, by):
        """Do an act. side: 0, 1 or NOBODY; value: text; ValueError says why not, and nothing has changed."""
        game = self.game
        self._need(game.ENDED if act == "award" and game.phase == game.ENDED else game.PLAYING)
        is_loss = False
        if act in _PENALTIES:
            is_loss, value = self._penalise(act, self._one(side))
        elif act == "unproven":
            if not game.ruling.is_loss():
                raise ValueError("nothing waits to be proven")
            game.ruling.decide(value != "draw", by)
            return
        elif act == "resume":
            if not game.seal.is_dark():
                raise ValueError("the game is not adjourned")
            game.pause.go_on(by)
            return
        else:
            value = getattr(self, "do_" + act)(side, value)
            side = game.position.turn if act == "back" else side
        game.changes += 1
        game.record("ruled", act, SIDES[side], value, by, SIDES[game.pause.next], *game.clocks())
        if act == "award":
            game.phase = game.PLAYING
            game.end(value, "award")
        elif is_loss:
            game.lose(side, "illegal")

    def reopen(self, by):
        """Overrule the end: the game goes on from where it stood, with both clocks stopped."""
        game = self.game
        self._need(game.ENDED)
        game.phase = game.PLAYING
        game.result = ""
        game.changes += 1
        pause = game.pause
        pause.by = by
        pause.next = game.position.turn if game.clock.in_use else NOBODY
        pause.restoring = True
        game.hands.settle()
        game.record("reopened", by, SIDES[pause.next], *game.clocks())

    def _ply(self, number, side):
        """Return after how many plies a side makes the move of this number, as text."""
        game = self.game
        back = 2 * (game.position.fullmove_number - number) + game.position.turn - (side & 1)
        if not 0 < back <= game.ply:
            raise ValueError("move %d of %s has not been made" % (number, SIDES[side & 1]))
        return str(game.ply - back)

    def _need(self, phase):
        if self.game.phase != phase:
            raise ValueError("no game is running" if phase == self.game.PLAYING else "no game has ended")

    def _one(self, side):
        if side == NOBODY:
            raise ValueError("say whose it is: white or black")
        return side

    def _stop(self, act):
        self.game.pause.stop("arbiter", act)

    def do_time(self, side, value):
        """Set a clock, in milliseconds; a flag goes up with it."""
        self._clocked()
        ms = _number(value, _MOST_MS)
        self._one(side)
        self._stop("time")
        self.game.clock.correct(side, ms, -1)
        return value

    def do_number(self, _, value):
        """Set the number of the move that is made next: what the periods of the control count."""
        self._clocked()
        number = _number(value, 999)
        if not number:
            raise ValueError("moves are counted from 1")
        self._stop("number")
        game = self.game
        game.clock.correct(0, -1, number - 1 + game.position.turn)
        game.clock.correct(1, -1, number - 1)
        return value

    def _penalise(self, act, side):
        """Book a penalty; return whether it loses the game, and how much time it gave, as text."""
        game = self.game
        self._stop(act)
        if _PENALTIES.index(act) < _COUNTED:
            is_loss, added_ms = game.penalty.count(side)
        else:
            is_loss, added_ms = False, compensation_ms(game.clock)
            game.clock.add(1 - side, added_ms)
        return is_loss, str(added_ms)

    def do_waive(self, side, _):
        """Take an illegal move off the count, and its time off the opponent's clock."""
        game, penalty = self.game, self.game.penalty
        if not penalty.counts[self._one(side)]:
            raise ValueError("%s has made no illegal move" % SIDES[side])
        self._stop("waive")
        lost = 0 < game.profile.illegal <= penalty.counts[side]  # such a one gave no time
        penalty.counts[side] -= 1
        taken_ms = 0 if lost else max(0, min(compensation_ms(game.clock), game.clock.left_ms[1 - side] - 1))
        game.clock.add(1 - side, -taken_ms)
        if penalty.side == side:
            penalty.side = NOBODY
            game.pause.next = side if game.clock.in_use else NOBODY
            game.pause.restoring = True
            game.duty.touch.stand()
        return str(taken_ms)

    def do_must(self, _, value):
        """Bind the player to move: this man is moved, or captured."""
        game = self.game
        square = parse(value)
        if not game.position.board[square]:
            raise ValueError("%s is empty" % value)
        if game.profile.touch_move == profiles.OFF:
            raise ValueError("touch-move does not count in this game")
        self._stop("must")
        game.duty.touch.rule(square)
        return name_of(square)

    def do_back(self, _, value):
        """Go back to where so many plies had been made, with clocks, castling rights and counts as they were."""
        game = self.game
        ply = _number(value, 9999)
        if ply >= game.ply:
            raise ValueError("only %d plies have been made" % game.ply)
        if game.ply - ply >= game.take_back.kept:
            game.take_back.look_back()
        if game.ply - ply >= game.take_back.kept:
            raise ValueError("the clocks of no more than %d plies back are kept" % (game.take_back.kept - 1))
        self._stop("back")
        while game.ply > ply:
            game.take_back.take()
            game.ply -= 1
        self._stand_anew(game.clock.running)
        return value

    def do_position(self, _, value):
        """Set the position, because the right one cannot be gone back to (7.4, 7.5.1)."""
        game = self.game
        game.ruling.drop()
        scratch = game.ruling.helpmate.position
        fens.load(scratch, value)
        if not scratch.legal():
            raise ValueError("%s has no legal move there" % SIDES[scratch.turn])
        self._stop("position")
        game.position.copy_from(scratch)
        game.take_back.clear()
        self._stand_anew(NOBODY)
        game.take_back.keep(game.pause.next)
        return fens.dump(scratch)

    def _stand_anew(self, running):
        """Both clocks stand until the men stand in the new position; then the side to move goes on."""
        game = self.game
        game.penalty.side = NOBODY
        game.pause.next = running
        if game.clock.in_use and running == NOBODY:
            game.pause.next = game.position.turn
        game.clock.stop()
        game.pause.restoring = True
        game.ruling.drop()
        game.duty.clear()
        game.claims.clear()
        game.forget_move()

    def do_award(self, _, value):
        if value not in RESULTS:
            raise ValueError("'%s' is no result: 1-0, 0-1 or 1/2-1/2" % value)
        return value

    def do_reject(self, _, value):
        """Answer what the board asks both players with no."""
        self.game.question.cancel()
        return value

    def do_adjourn(self, *_):
        game = self.game
        self._settled()
        self._stop("adjourn")
        game.seal.away()
        return ""

    def do_seal(self, *_):
        game = self.game
        self._settled()
        self._stop("seal")
        game.seal.blind()
        return ""

    def _settled(self):
        game = self.game
        if game.ruling.is_loss() or game.penalty.side != NOBODY or game.seal.state or game.pause.restoring:
            raise ValueError("not now: a ruling, or men who do not stand, come first")

    def _clocked(self):
        if not self.game.clock.in_use:
            raise ValueError("no clock is in use")


def _number(text, most):
    if not text.isdigit() or int(text) > most:
        raise ValueError("'%s' is no number up to %d" % (text, most))
    return int(text)
