# SPDX-License-Identifier: GPL-3.0-or-later
"""Tell whether a side can still mate by any series of legal moves, a slice of work at a time.

Each answer is proved: NO by material, by forced lines or by a pawn wall; YES by a line of legal moves. What is not
proved is NOT_PROVEN, and nobody may take that for an answer.

`step` works on a position of its own, and asking again drops the question. A step looks at one position: 0.6 ms on the
RP2040 on average, 4.5 ms at worst (measured on the emulated chip, the position with 218 moves among those asked about).
"""

from array import array

import micropython
from micropython import const

from . import wall as walls
from .attack import is_attacked
from .compass import NEXT
from .generate import legal_moves
from .make import make, unmake
from .material import can_mate
from .position import Position, move_buffer
from .viper import ptr8, ptr32

WORKING = const(0)
YES = const(1)
NO = const(2)
NOT_PROVEN = const(3)

# Stages.
_FORCED = const(0)
_WALL = const(1)
_NEAR = const(2)
_WALK = const(3)
_DONE = const(4)

_FORCED_VISITS = const(64)
_NEAR_WALK = const(12)  # where walks have not found it, look near
_NEAR_VISITS = const(1500)
_PROBES = const(24)  # moves tried for mate in a step
_LONGEST = const(200)  # plies of a walk

# What a walk is ruled by.
_SIDE = const(0)  # the side that is to mate
_SEED = const(1)
_NOISE = const(2)
_GOALS = const(3)  # where the king to be mated is drawn to, and the other king
_HELP = const(5)  # where the first king's men are drawn to
_MEEK = const(6)  # 1: his pawns run, and become small men
_COST = const(7)  # what a capture costs
_KNOBS = const(8)

_PAWN = const(1)
_QUEEN = const(5)
_KING = const(6)
_CAPTURE = const(0x8000)
_TURN = const(65)
_KINGS = const(66)


@micropython.viper
def find_mate(men: ptr8, out: ptr32, replies: ptr32, first: int, last: int) -> int:
    """Make a move that mates and return how many checks were tried; if there is none return the negative of that."""
    table = ptr8(NEXT)
    side = int(men[_TURN])
    king = int(men[_KINGS + (side ^ 1)])
    tried = 0
    for index in range(first, last):
        make(men, int(out[index]))
        if int(is_attacked(men, king, side << 3)):
            tried += 1
            if int(legal_moves(men, replies, table)) == 0:
                return tried
        unmake(men)
    return 0 - tried


@micropython.viper
def choose(men: ptr8, out: ptr32, knobs: ptr32, count: int) -> int:
    """Return the move that looks best for a mate, by the knobs of the walk: see `Helpmate`. Both sides help."""
    side = int(men[_TURN])
    mates = 0
    if side == int(knobs[_SIDE]):
        mates = 1
    prey = int(men[_KINGS + (int(knobs[_SIDE]) ^ 1)])
    seed = int(knobs[_SEED])
    best = -10000
    choice = 0
    for index in range(count):
        move = int(out[index])
        to = (move >> 6) & 63
        kind = int(men[move & 63]) & 7
        seed = (seed * 1664525 + 1013904223) & 0x3FFFFFFF
        score = ((seed >> 10) * int(knobs[_NOISE])) >> 20
        centre = prey
        weight = 2
        if kind == _KING:
            weight = 4
            centre = int(knobs[_GOALS + mates])
        elif mates == 0:
            centre = int(knobs[_HELP])
        place = move & 63
        while True:
            files = (place & 7) - (centre & 7)
            ranks = (place >> 3) - (centre >> 3)
            if files < 0:
                files = 0 - files
            if ranks < 0:
                ranks = 0 - ranks
            if mates == 0 and kind != _KING:
                files += ranks
            elif files < ranks:
                files = ranks
            if place == to:
                break
            score += files * weight
            place = to
        score -= files * weight
        if kind == _PAWN and (mates or int(knobs[_MEEK])):
            ranks = to >> 3
            if side:
                ranks = 7 - ranks
            score += ranks * 6
            kind = (move >> 12) & 7
            if mates:
                if kind == _QUEEN:
                    score += 40
            elif kind and kind != _QUEEN:
                score += 40
        if move & _CAPTURE:
            score -= int(knobs[_COST])
            if mates:
                score += 60
        if score > best:
            best = score
            choice = move
    knobs[_SEED] = seed
    return choice


class Helpmate:
    """`ask`, then `step` until the answer is not WORKING. `visited`: positions whose moves were looked at so far."""

    def __init__(self):
        self.position = Position(depth=_LONGEST + 2)
        self.visited = 0
        self.answer = NOT_PROVEN
        self.side = 0
        self._limit = 0
        self._stage = _DONE
        self._replies = move_buffer()
        self._knobs = array("i", [0] * _KNOBS)
        self._next = bytearray(_LONGEST + 2)  # of each ply, the move to search next
        self._ply = 0
        self._deepest = 0
        self._cut = False  # whether the search has stopped short anywhere
        self._until = 0  # as many visits may it make
        self._walk = 0
        self._wall = walls.Wall()
        self._probed = 0  # moves of this position that do not mate

    def ask(self, position, side, limit=20000):
        """Begin to work on whether a side can mate from a position; `limit`: give up after so many visits."""
        self.position.copy_from(position)
        self.side = side
        self.visited = 0
        self._limit = limit
        self._stage = _FORCED
        self._ply = 0
        self._until = _FORCED_VISITS
        self._deepen(_FORCED_VISITS)
        self._walk = 0
        self._knobs[_SIDE] = side
        self._knobs[_SEED] = 1
        self.answer = WORKING if can_mate(position.slate, side << 3) else NO
        return self.answer

    def step(self):
        """Do a slice of the work and return the answer so far."""
        if self.answer == WORKING:
            if self._stage == _WALL:
                self._on_wall(self._wall.step())
            elif self._stage == _WALK:
                self._stroll()
            else:
                self._search()
        return self.answer

    def line(self):
        """Return the moves that prove YES, for `position` as it then is: as asked."""
        moves = []
        while self._ply:
            self._ply -= 1
            moves.append(self.position.pop())
        moves.reverse()
        return moves

    def _search(self):
        """Visit one position of a tree, depth first: of all lines at first, to a few plies later."""
        position = self.position
        ply = self._ply
        index = self._next[ply]
        count = position.legal()
        if index == 0:
            self.visited += 1
            if count == 0 and position.turn != self.side and position.is_check():
                self.answer = YES
                return
            if self.visited > self._until:
                self._rewind()
                if self._stage == _FORCED:
                    self._stage = _WALL
                    self._on_wall(self._wall.begin(position, self.side))
                else:
                    self._stage = _WALK
                    self._turn_knobs()
                return
        if ply == self._deepest and count:
            count = 0
            self._cut = True
        if index < count and can_mate(position.slate, self.side << 3):
            self._next[ply] = index + 1
            position.push(position.moves[index])
            self._ply = ply + 1
            self._next[ply + 1] = 0
        elif ply:
            position.pop()
            self._ply = ply - 1
        elif self._cut:
            self._deepen(self._deepest + 1)
        else:
            self.answer = NO

    def _deepen(self, plies):
        self._deepest = plies
        self._cut = False
        self._next[0] = 0

    def _rewind(self):
        while self._ply:
            self._ply -= 1
            self.position.pop()

    def _on_wall(self, proof):
        if proof == walls.PROVED:
            self.answer = NO
        elif proof == walls.OPEN:
            self._stage = _WALK
            self._turn_knobs()

    def _stroll(self):
        """Go one ply further on a walk, or begin another."""
        position = self.position
        if self.visited >= self._limit:
            self.answer = NOT_PROVEN
            return
        count = position.legal()
        first = self._probed
        if first == 0:
            self.visited += 1
            if count == 0 or self._ply >= self._deepest or self._knobs[_COST] > 200:
                if count == 0 and position.turn != self.side and position.is_check():
                    self.answer = YES
                else:
                    self._rewind()
                    self._turn_knobs()
                return
        if position.turn == self.side and first < count:
            self._probed = min(first + _PROBES, count)
            checks = find_mate(position.slate, position.moves, self._replies, first, self._probed)
            if checks > 0:
                self.visited += checks
                self._ply += 1
                self.answer = YES
                return
            self.visited -= checks
            return
        self._probed = 0
        position.push(choose(position.slate, position.moves, self._knobs, count))
        if can_mate(position.slate, self.side << 3):
            self._ply += 1
        else:
            position.pop()
            self._knobs[_COST] += 100

    def _turn_knobs(self):
        """Rule the next walk otherwise."""
        walk = self._walk + 1
        self._walk = walk
        knobs = self._knobs
        chance = knobs[_SEED] >> 10
        self._deepest = 40 + 40 * (walk & 3)
        knobs[_NOISE] = 4 << walk % 5
        corner = (chance & 1) * 7 + (chance & 2) * 28
        along = -1 if chance & 1 else 1
        aside = -8 if chance & 2 else 8
        if chance & 4:
            along, aside = aside, along
        knobs[_GOALS] = corner
        knobs[_GOALS + 1] = chance >> 4 & 63 if walk % 3 == 0 else corner + 2 * aside + (along if chance & 8 else 0)
        knobs[_HELP] = corner + along
        knobs[_MEEK] = walk >> 1 & 1
        knobs[_COST] = 40
        if walk == _NEAR_WALK:
            self._stage = _NEAR
            self._until = self.visited + _NEAR_VISITS
            self._deepen(1)
