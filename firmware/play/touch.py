# SPDX-License-Identifier: GPL-3.0-or-later
"""Touch-move: what the player to move has touched, and what that obliges him to (FIDE 4.2-4.8, R20-R29).

It only says what the touches oblige; whether that is shown, warned of or enforced is the profile's business. A sensor
sees no touch but a lift, no hand and no intention, so:

- Own men oblige in the order of their first touch, and then men of the waiting side. Two men that leave in one scan
  have no order: the king counts as first, then other own men, then the opponent's (4.3.3, R23).
- A man of the waiting side is touched by the player to move as long as it is off its square, and for good if one of
  his own men was in his hand with it. If it is put back alone, or is lifted when his move has landed, the hand may be
  the waiting player's: such a touch is doubtful and obliges only after `complain` (R29), then from its place in order.
- R23 looks at king and rook when the king is the man that obliges: the first touched own man that can move. Touched
  after the king, the first rook with which castling is legal obliges to it. What was touched earlier goes first.
- A rook touched before the king bars castling with it even where nothing else obliges, but never if no other move is
  legal. Where only the rook moves in castling (Chess960), its touch alone bars nothing: it is that rook's move.
- If the king cannot move, the first rook touched after it is excused as well, if both are on the player's first rank
  (else nobody meant to castle). Men touched besides these two oblige as usual.
- R25: the king has been let go where only castling puts it when another own man is lifted while it stands there.
"""

from micropython import const

from rules.move import CAPTURE as CAPTURES
from rules.move import CASTLING, EN_PASSANT
from rules.piece import KING, ROOK
from rules.square import NOWHERE, parse
from rules.square import name as name_of

FREE = const(0)  # any move, but for a castling that is barred
MOVE = const(1)  # `own` must move
CAPTURE = const(2)  # `enemy` must be captured
BOTH = const(3)  # `own` must capture `enemy`
CASTLE = const(4)  # `own`, the king, must castle with `rook`

# What was broken, as written in the record: by duty, and at the end castling with a rook touched before the king.
BREACHES = ("", "move", "capture", "both", "castle", "rook-first")
_ROOK_FIRST = const(5)

_MOST = const(48)  # 16 own men, 16 of the opponent's, each of these once more as doubtful

# Marks of a touched man. Rank: which of two that were touched at once counts as first.
_RANK = const(3)
_IS_KING = const(0)
_OWN = const(1)
_THEIRS = const(2)
_OFF = const(4)  # it has left its square
_SURE = const(8)  # the opponent's man, touched by the player to move
_DOUBTFUL = const(16)


class _Touched:
    """The men touched in thinking of one move, in order."""

    def __init__(self):
        self.squares = bytearray(_MOST)
        self.marks = bytearray(_MOST)
        self.count = self.moment = self.landed = self.let_go_at = 0
        self.castling_to = NOWHERE
        self.clear()

    def clear(self):
        self.count = 0
        self.moment = 0  # where the men of the latest scan begin
        self.landed = 0  # own men that are off their squares and have come down on others
        self.castling_to = NOWHERE  # where the king stands, if only castling puts it there
        self.let_go_at = 0  # how many men had been touched when it was let go there; 0 for not yet

    def find(self, square):
        """Return the index of the last touch on a square, or -1."""
        index = self.count - 1
        while index >= 0 and self.squares[index] != square:
            index -= 1
        return index

    def add(self, square, rank):
        index = self.count
        self.count += 1
        while index > self.moment and self.marks[index - 1] & _RANK > rank:
            self.squares[index] = self.squares[index - 1]
            self.marks[index] = self.marks[index - 1]
            index -= 1
        self.squares[index] = square
        self.marks[index] = rank
        return index

    def remove(self, index):
        self.count -= 1
        if index < self.let_go_at:
            self.let_go_at -= 1
        for later in range(index, self.count):
            self.squares[later] = self.squares[later + 1]
            self.marks[later] = self.marks[later + 1]

    def doubt(self, index):
        """Doubt a touch; an earlier doubtful one on the same square says it all."""
        self.marks[index] |= _DOUBTFUL
        for earlier in range(index):
            if self.squares[earlier] == self.squares[index]:
                self.remove(index)
                return

    def own_off(self):
        """Return how many own men are off their squares."""
        count = 0
        for index in range(self.count):
            if self.marks[index] & _OFF and not self.marks[index] & _THEIRS:
                count += 1
        return count


class Touch:
    """`duty`, `own`, `enemy` and `rook` (squares, or NOWHERE) say what obliges, as `oblige` last found it."""

    def __init__(self, position):
        self.position = position
        self.any_captor = False  # R22: if the first own man cannot capture the first enemy man, any other must (F)
        self.duty = FREE
        self.own = self.enemy = self.rook = NOWHERE
        self._now = _Touched()
        self._before = _Touched()
        self._waived = False  # a barred castling is the only legal move

    def reset(self):
        """Begin a new move: one has been made. The touches before it are kept for `restore`."""
        self._now, self._before = self._before, self._now
        self._now.clear()
        self._forget()

    def restore(self):
        """Take up the touches from before the last `reset`: that move is taken back, and the duty stands (R21)."""
        self._now, self._before = self._before, self._now
        self._before.clear()
        self.stand()

    def stand(self):
        """Note that all men stand again; what was touched still obliges."""
        touched = self._now
        touched.landed = 0
        if not touched.let_go_at:
            touched.castling_to = NOWHERE
        for index in range(touched.count):
            touched.marks[index] &= ~_OFF
            if touched.marks[index] & (_THEIRS | _SURE) == _THEIRS:
                touched.marks[index] |= _DOUBTFUL
        self._forget()

    def lifted(self, square, announced=False, at_once=False):
        """Note that a man has left a square, or that one which had come down there is taken up again.

        announced: the player to move adjusts (R20). at_once: seen in the same scan as the lift before.
        """
        if announced:
            return
        touched = self._now
        if not at_once:
            touched.moment = touched.count
        man = self.position.board[square]
        index = touched.find(square)
        if man and man >> 3 != self.position.turn:
            if index < 0 or not touched.marks[index] & _OFF:
                self._lift_theirs(square, index)
                return
            man = 0  # his man has gone: the one that captured it is taken up again
        if man == 0:
            touched.landed = max(0, touched.landed - 1)
        if not touched.let_go_at:
            if square == touched.castling_to:  # perhaps it never left the hand
                touched.castling_to = NOWHERE
            elif man and touched.castling_to != NOWHERE:
                touched.let_go_at = touched.count
        if man:
            if index < 0:
                index = touched.add(square, _IS_KING if man & 7 == KING else _OWN)
            touched.marks[index] |= _OFF
        for index in range(touched.count):
            if touched.marks[index] & (_THEIRS | _OFF | _DOUBTFUL) == _THEIRS | _OFF:
                touched.marks[index] |= _SURE

    def placed(self, square):
        """Note that a man has come down on a square: back on its own, or elsewhere."""
        touched = self._now
        index = touched.find(square)
        mark = touched.marks[index] if index >= 0 else 0
        off = touched.own_off()
        if mark & _OFF and not mark & _THEIRS:
            touched.marks[index] = mark & ~_OFF
            touched.landed = min(touched.landed, off - 1)
        elif off > touched.landed:
            touched.landed += 1
            if off == 1 and not touched.let_go_at:
                touched.castling_to = square if self._only_castles_to(square) else NOWHERE
        elif mark & _OFF:
            touched.marks[index] = mark & ~_OFF
            if not mark & _SURE:
                touched.doubt(index)

    def text(self):
        """Return who has been touched, in order: `e1 d7x c6?`, x: by the player to move, ?: perhaps by the other."""
        touched, words = self._now, []
        for index in range(touched.count):
            mark = touched.marks[index]
            sign = "?" if mark & _DOUBTFUL else "x" if mark & _SURE else ""
            words.append(name_of(touched.squares[index]) + sign)
        return " ".join(words)

    def take(self, text):
        """Take up what `text` returned in the same position, with all men on their squares."""
        touched = self._now
        touched.clear()
        for word in text.split(" "):
            square = parse(word[:2])
            man = self.position.board[square]
            theirs = man >> 3 != self.position.turn
            rank = _THEIRS if theirs else _IS_KING if man & 7 == KING else _OWN
            touched.moment = touched.count  # none of them was touched at once with another
            index = touched.add(square, rank)
            touched.marks[index] |= _DOUBTFUL if word[2:] == "?" else _SURE if word[2:] else 0
        self._forget()

    def has(self, square):
        """Return True if the man of this square has been touched in thinking of this move."""
        return self._now.find(square) >= 0

    def let_go(self):
        """Note that no hand is on the men: the clock has been pressed (R25)."""
        touched = self._now
        if touched.castling_to != NOWHERE and not touched.let_go_at:
            touched.let_go_at = touched.count

    def is_touched(self):
        """Return True if the player to move has touched a man, beyond doubt and without announcing it."""
        return self._first(0) >= 0 or self._first(_THEIRS) >= 0

    def doubtful(self):
        """Return the first man whose touch obliges only after a complaint, or NOWHERE."""
        touched = self._now
        for index in range(touched.count):
            if touched.marks[index] & _DOUBTFUL:
                return touched.squares[index]
        return NOWHERE

    def complain(self):
        """Let the doubtful touches oblige: the opponent says that they were not his (R29)."""
        touched = self._now
        for index in range(touched.count):
            if touched.marks[index] & _DOUBTFUL:
                touched.marks[index] ^= _DOUBTFUL | _SURE

    def rule(self, square):
        """Let only this man oblige, to be moved or captured: the arbiter says so (R29)."""
        touched = self._now
        touched.clear()
        theirs = self.position.board[square] >> 3 != self.position.turn
        is_king = self.position.board[square] & 7 == KING
        touched.marks[touched.add(square, _THEIRS if theirs else _IS_KING if is_king else _OWN)] |= _SURE

    def oblige(self, moves, count):
        """Find out what the touches oblige to, given the legal moves; return the duty.

        Until it is called again, `satisfies` and `breach` judge by what it found.
        """
        self._forget()
        touched, board = self._now, self.position.board
        if not touched.count:
            return FREE
        squares, marks = touched.squares, touched.marks
        self._waived = not self._can(moves, count, NOWHERE, NOWHERE, NOWHERE)
        own = self._first(0)
        enemy = self._first(_THEIRS)
        if own >= 0 and enemy >= 0:
            is_king = marks[own] & _RANK == _IS_KING
            if not is_king or self._castling_rook(moves, count, own, enemy) == NOWHERE:
                if self._can(moves, count, squares[own], squares[enemy], NOWHERE):
                    return self._must(BOTH, squares[own], squares[enemy], NOWHERE)
                if self.any_captor and self._can(moves, count, NOWHERE, squares[enemy], NOWHERE):
                    return self._must(CAPTURE, NOWHERE, squares[enemy], NOWHERE)
        excused = NOWHERE
        for index in range(touched.count):
            square = squares[index]
            if marks[index] & _DOUBTFUL or square == excused:
                continue
            if marks[index] & _THEIRS:
                if self._can(moves, count, NOWHERE, square, NOWHERE):
                    return self._must(CAPTURE, NOWHERE, square, NOWHERE)
                continue
            if board[square] & 7 == KING:
                rook = self._castling_rook(moves, count, index, touched.count)
                if rook != NOWHERE:
                    return self._must(CASTLE, square, NOWHERE, rook)
            if self._can(moves, count, square, NOWHERE, NOWHERE):
                return self._must(MOVE, square, NOWHERE, NOWHERE)
            if board[square] & 7 == KING:
                excused = self._meant_rook(index)
        return FREE

    def mask_into(self, mask, moves, count):
        """Write for each move 1 if it satisfies the duty, else 0; return how many do."""
        total = 0
        for index in range(count):
            mask[index] = 1 if self.satisfies(moves[index]) else 0
            total += mask[index]
        return total

    def satisfies(self, move):
        """Return True if a legal move does what the touches oblige to."""
        return self._fits(move, self.own, self.enemy, self.rook)

    def breach(self, move):
        """Return which duty a legal move breaks, a word of BREACHES, or "" if none."""
        if self.satisfies(move):
            return ""
        return BREACHES[_ROOK_FIRST if move & CASTLING and self._is_barred(move) else self.duty]

    def _forget(self):
        self._waived = False
        self._must(FREE, NOWHERE, NOWHERE, NOWHERE)

    def _must(self, duty, own, enemy, rook):
        self.duty = duty
        self.own = own
        self.enemy = enemy
        self.rook = rook
        return duty

    def _lift_theirs(self, square, index):
        touched = self._now
        if index < 0 or touched.marks[index] & _DOUBTFUL:
            index = touched.add(square, _THEIRS)
        off = touched.own_off()
        touched.marks[index] |= _OFF
        if off > touched.landed:
            touched.marks[index] |= _SURE
        elif off and not touched.marks[index] & _SURE:  # his move has landed: this may be the answer
            touched.marks[index] |= _DOUBTFUL

    def _only_castles_to(self, square):
        """Return True if the king, who has just come down here, is where only castling puts him."""
        king = self.position.king(self.position.turn)
        index = self._now.find(king)
        if index < 0 or not self._now.marks[index] & _OFF:
            return False
        if square >> 3 != king >> 3 or king >> 3 != 7 * self.position.turn:
            return False
        return abs(square - king) > 1 and (square & 7 == 2 or square & 7 == 6)

    def _first(self, theirs):
        """Return the index of the first man of a side that was touched beyond doubt, or -1."""
        marks = self._now.marks
        for index in range(self._now.count):
            if marks[index] & (_THEIRS | _DOUBTFUL) == theirs:
                return index
        return -1

    def _castling_rook(self, moves, count, king, end):
        """Return the rook with which the king must castle after the first `end` touches, or NOWHERE (R23, R25)."""
        touched, position = self._now, self.position
        for later in range(king + 1, end + 1):
            if later == touched.let_go_at:
                for index in range(count):
                    move = moves[index]
                    if move & CASTLING and move >> 6 & 63 == touched.castling_to and not self._is_barred(move):
                        return position.rook_from(move)
            if later < end and not touched.marks[later] & _THEIRS:
                square = touched.squares[later]
                if position.board[square] & 7 == ROOK and self._can(moves, count, NOWHERE, NOWHERE, square):
                    return square
        return NOWHERE

    def _meant_rook(self, king):
        """Return the first rook touched after the king if castling may have been meant, else NOWHERE (R23)."""
        touched, position = self._now, self.position
        home = 7 * position.turn
        for later in range(king + 1, touched.count):
            square = touched.squares[later]
            if not touched.marks[later] & _THEIRS and position.board[square] & 7 == ROOK:
                return square if square >> 3 == touched.squares[king] >> 3 == home else NOWHERE
        return NOWHERE

    def _is_barred(self, move):
        """Return True if this castling is barred: its rook was touched before the king (R23)."""
        touched = self._now
        rook = touched.find(self.position.rook_from(move))
        if rook < 0 or self._waived:
            return False
        king = touched.find(move & 63)
        return king > rook or (king < 0 and move & 63 != move >> 6 & 63)

    def _can(self, moves, count, own, enemy, rook):
        """Return True if one of the moves fits."""
        for index in range(count):
            move = moves[index]
            if own != NOWHERE and move & 63 != own and not move & CASTLING:
                continue  # like the next, spares a call for most moves
            if enemy != NOWHERE and not move & CAPTURES:
                continue
            if self._fits(move, own, enemy, rook):
                return True
        return False

    def _fits(self, move, own, enemy, rook):
        """Return True if `own` moves, `enemy` is captured, the king castles with `rook`; NOWHERE asks for nothing."""
        if move & CASTLING:
            if enemy != NOWHERE or self._is_barred(move):
                return False
            its_rook = self.position.rook_from(move)
            if rook != NOWHERE:
                return its_rook == rook
            stays = move & 63 == move >> 6 & 63
            return own == NOWHERE or own == move & 63 or (stays and own == its_rook)
        if rook != NOWHERE or (own != NOWHERE and own != move & 63):
            return False
        if enemy == NOWHERE:
            return True
        if not move & CAPTURES:
            return False
        return enemy == (self.position.en_passant_victim(move) if move & EN_PASSANT else move >> 6 & 63)
