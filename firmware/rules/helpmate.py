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
from .generate import is_attacked, legal_moves
from .make import play
from .material import can_mate
from .position import Position, move_buffer

WORKING = const(0)
YES = const(1)
NO = const(2)
NOT_PROVEN = const(3)

# Stages.
_FORCED = const(0)
_WALL = const(1)
_WALK = const(2)

_FORCED_VISITS = const(64)
_PROBES = const(24)  # moves tried for mate in a step
_LONGEST = const(200)  # plies of a walk

# What a walk is ruled by; nothing is below 0, as a pointer to 32 bits has no sign on a 64-bit machine. Pairs: of the
# side that is to be mated, of the side that mates.
_SIDE = const(0)  # the side that is to mate
_SEED = const(1)
_NOISE = const(2)
_GOALS = const(3)  # where the kings are drawn to
_HELP = const(5)  # where their men are drawn to
_RUN = const(7)  # how much pawns like to run
_COST = const(9)  # what a capture costs, less 20
_KNOBS = const(11)

_PAWN = const(1)
_KING = const(6)
_CAPTURE = const(0x8000)
_BACK = const(0x100000)
_TURN = const(65)
_KINGS = const(66)


@micropython.viper
def find_mate(men: ptr8, out: ptr32, replies: ptr32, first: int, last: int) -> int:
    """Make a move that mates and return how many checks were tried; if there is none return the negative of that."""
    own = int(men[_TURN]) << 3
    king = int(men[_KINGS + 1 - (own >> 3)])
    tried = 0
    back = 0
    while first ^ last:
        play(men, int(out[first]) | back)
        first += 1
        back = _BACK
        if int(is_attacked(men, king, own)):
            tried += 1
            if not int(legal_moves(men, replies)):
                return tried
    play(men, back)
    return 0 - tried


@micropython.viper
def choose(men: ptr8, out: ptr32, knobs: ptr32, count: int) -> int:
    """Return the move that looks best for a mate, by the knobs of the walk: see `Helpmate`. Both sides help."""
    side = int(men[_TURN])
    mates = side ^ int(knobs[_SIDE]) ^ 1
    seed = int(knobs[_SEED])
    best = -100000
    choice = 0
    while count:
        count -= 1
        move = int(out[count])
        place = (move >> 6) & 63
        kind = int(men[move & 63]) & 7
        seed = (seed * 1664525 + 1013904223) & 0x3FFFFFFF
        score = ((seed >> 10) * int(knobs[_NOISE])) >> 20
        if not kind ^ _PAWN:
            kind = (move >> 12) & 7
            score += ((place ^ side * 56) >> 3) * int(knobs[_RUN + mates])
            if kind and not (kind + 3) >> 3 ^ mates:
                score += 40
        if move & _CAPTURE:
            score += 20 - int(knobs[_COST + mates])
        goal = int(knobs[_GOALS + mates])
        if kind ^ _KING:
            goal = int(knobs[_HELP + mates])
        nearer = 0
        while True:
            files = (place & 7) - (goal & 7)
            ranks = (place >> 3) - (goal >> 3)
            nearer = files * files + ranks * ranks - nearer
            if not place ^ (move & 63):
                break
            place = move & 63
        if not kind ^ _KING:
            nearer += nearer
        score += nearer
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
        self._stage = _FORCED
        self._replies = move_buffer()
        self._knobs = array("i", bytearray(4 * _KNOBS))
        self._next = bytearray(_FORCED_VISITS + 2)  # of each ply, the move to search next
        self._ply = 0
        self._wall = walls.Wall()
        self._walk = 0
        self._longest = 0  # plies of this walk
        self._probed = 0  # moves of this position that do not mate

    def ask(self, position, side, limit=20000):
        """Begin to work on whether a side can mate from a position; `limit`: give up after so many visits."""
        self.position.copy_from(position)
        self.side = side
        self.visited = self._ply = self._walk = self._probed = self._next[0] = 0
        self._limit = limit
        self._stage = _FORCED
        self._knobs[_SIDE] = side
        self._knobs[_SEED] = 1
        self.answer = WORKING if can_mate(position.slate, side << 3) else NO
        return self.answer

    def step(self):
        """Do a slice of the work and return the answer so far."""
        if self.answer == WORKING:
            if self._stage == _FORCED:
                self._search()
            elif self._stage == _WALL:
                self._on_wall(self._wall.step())
            else:
                self._stroll()
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
        """Visit one position of all lines, depth first."""
        position = self.position
        ply = self._ply
        index = self._next[ply]
        count = position.legal()
        if index == 0:
            self.visited += 1
            if count == 0 and position.turn != self.side and position.is_check():
                self.answer = YES
                return
            if self.visited > _FORCED_VISITS:
                self._rewind()
                self._stage = _WALL
                self._on_wall(self._wall.begin(position, self.side))
                return
        if index < count and can_mate(position.slate, self.side << 3):
            self._next[ply] = index + 1
            position.push(position.moves[index])
            self._ply = ply + 1
            self._next[ply + 1] = 0
        elif ply:
            position.pop()
            self._ply = ply - 1
        else:
            self.answer = NO

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
        knobs = self._knobs
        if self.visited >= self._limit:
            self.answer = NOT_PROVEN
            return
        count = position.legal()
        first = self._probed
        if first == 0:
            self.visited += 1
            if count == 0 or self._ply >= self._longest or knobs[_COST] > 200:
                self._rewind()
                self._turn_knobs()
                return
        if position.turn == self.side and first < count:
            self._probed = min(first + _PROBES, count)
            checks = find_mate(position.slate, position.moves, self._replies, first, self._probed)
            self.visited += abs(checks)
            if checks > 0:
                self._ply += 1
                self.answer = YES
            return
        self._probed = 0
        knobs[_HELP + 1] = position.king(self.side ^ 1)
        position.push(choose(position.slate, position.moves, knobs, count))
        if can_mate(position.slate, self.side << 3):
            self._ply += 1
        else:
            position.pop()
            knobs[_COST] += 100
            knobs[_COST + 1] += 100

    def _turn_knobs(self):
        """Rule the next walk otherwise."""
        self._walk = walk = self._walk + 1
        knobs = self._knobs
        chance = knobs[_SEED] >> 10
        self._longest = 40 + 40 * (walk & 3)
        knobs[_NOISE] = 4 << walk % 5
        corner = (chance & 1) * 7 + (chance & 2) * 28
        along = -1 if chance & 1 else 1
        aside = -8 if chance & 2 else 8
        if chance & 4:
            along, aside = aside, along
        knobs[_GOALS] = corner
        knobs[_GOALS + 1] = corner + 2 * aside + (along if chance & 8 else 0) if walk % 3 else chance >> 4 & 63
        knobs[_HELP] = corner + along
        knobs[_RUN] = 12 * (walk & 2)
        knobs[_RUN + 1] = 6
        knobs[_COST] = 60 * (walk & 1)
        knobs[_COST + 1] = 0
