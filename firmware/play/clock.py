# SPDX-License-Identifier: GPL-3.0-or-later
"""The chess clock: two times, of which at most one runs.

Time comes in as an argument, in whole milliseconds, and none is lost: what runs off one side is exactly what was
handed in. What belongs to a move is credited before it, the first included. A remaining time of 0 ms is a fallen flag,
and nothing is credited to it any more.

    main time --last move of a period completed--> + time of the next period --...--> 0: the flag falls
        '--at 0, in byo-yomi and Canadian--> + a period or block, counted in `over` --...--> 0
"""

from micropython import const

from . import control as controls

FOREVER = const(0x3FFFFFFF)
NOBODY = const(2)
SIDES = ("white", "black", "none")  # as written in records

_TENTHS_MS = const(20000)  # the last seconds, where the face may show tenths
_DUE = const(22)  # bits of a side's state for a rest of delay or a count of overtime: an hour of delay fits


class Clock:
    """Settings outlive `set`: tenths, hours_from_s and at_zero. Lists are by side, White's first; only read them."""

    def __init__(self):
        self.tenths = False  # show tenths in the last twenty seconds
        self.hours_from_s = 3600  # from here up the face shows hours and minutes
        self.at_zero = False  # a new period's time comes when zero is reached, not with the last move before it
        self.control = "-"
        self.in_use = False
        self.plans = None
        self.left_ms = [0, 0]
        self.moves = [0, 0]  # completed
        self.to_go = [0, 0]  # moves to the end of the period, 0 if it goes to the end of the game
        self.rest_ms = [0, 0]  # of the delay in this move
        self.over = [0, 0]  # byo-yomi periods left or moves of the block to go, 0 in main time
        self.running = NOBODY  # the side whose time runs
        self.at_ms = 0  # time that has passed since `set`, whether a side ran or not
        self.fell_ms = [-1, -1]  # at_ms when a flag fell, -1 while it is up
        self.first = NOBODY  # the side whose flag fell first; nobody too if both are down in unknown order
        self._passed = [0, 0]  # periods completed
        self._due = [0, 0]  # of these, how many have their successor's time still to come
        self._earned_ms = [0, 0]  # with the last completed move
        self._before = [0, 0]  # state before it

    def set(self, text):
        """Set both times by a time control; ValueError for a bad one leaves the clock as it was."""
        self.plans = controls.parse(text)
        self.control = controls.write(self.plans)
        self.in_use = self.plans is not None
        self.running = self.first = NOBODY
        self.at_ms = 0
        for side in (0, 1):
            self.left_ms[side] = self.moves[side] = self.to_go[side] = self.rest_ms[side] = self.over[side] = 0
            self._passed[side] = self._due[side] = self._earned_ms[side] = self._before[side] = 0
            self.fell_ms[side] = -1
            if self.in_use:
                self.left_ms[side] = self.plans[side].periods[0][1]
                self._find(side)
                self._credit_extra(side)

    def state(self, side):
        """Return as one whole number what times and moves do not tell: a record needs it to resume the game exactly."""
        return (self.over[side] or self.rest_ms[side]) + (self._due[side] << _DUE)

    def restore(self, white_ms, black_ms, running, white_moves=0, black_moves=0, white_state=0, black_state=0):
        """Take up what a record carries, after `set`: times, the running side, moves completed and states.

        A time of 0 is a fallen flag, more than 0 is none. Flags that had fallen before keep their time and order.
        """
        self.running = running
        self._take(0, white_ms, white_moves, white_state)
        self._take(1, black_ms, black_moves, black_state)
        if not self.in_use:
            return
        was_up = (self.fell_ms[0] < 0, self.fell_ms[1] < 0)
        for side in (0, 1):
            if self.left_ms[side]:
                self.fell_ms[side] = -1
            elif was_up[side]:
                self.fell_ms[side] = self.at_ms
        if self.fell_ms[0] < 0 or self.fell_ms[1] < 0:
            self.first = 0 if self.fell_ms[0] >= 0 else 1 if self.fell_ms[1] >= 0 else NOBODY
        elif was_up[0] and was_up[1]:
            self.first = NOBODY

    def start(self, side):
        """Let this side's time run, and a delay that was stopped go on where it was."""
        if self.in_use:
            self.running = side

    def stop(self):
        self.running = NOBODY

    def run(self, elapsed_ms):
        """Let time pass; return True if it made the flag of the running side fall."""
        self.at_ms += elapsed_ms
        side = self.running
        if side == NOBODY or not self.left_ms[side]:
            return False
        rest_ms = self.rest_ms[side]
        if rest_ms:
            delayed_ms = min(rest_ms, elapsed_ms)
            self.rest_ms[side] = rest_ms - delayed_ms
            elapsed_ms -= delayed_ms
        left_ms = self.left_ms[side] - elapsed_ms
        if self.plans[side].kind == controls.HOURGLASS and self.left_ms[1 - side]:
            self.left_ms[1 - side] += self.left_ms[side] - max(0, left_ms)
        while left_ms <= 0:
            more_ms = self._reach_zero(side)
            if not more_ms:
                self.left_ms[side] = 0
                self.fell_ms[side] = self.at_ms + left_ms
                if self.fell_ms[1 - side] < 0:
                    self.first = side
                return True
            left_ms += more_ms
        self.left_ms[side] = left_ms
        return False

    def press(self, side):
        """End this side's turn: complete its move, start the other; return False if it was not running."""
        if self.running != side:
            return False
        self.complete(side)
        self.running = 1 - side
        return True

    def complete(self, side):
        """Count a move of this side and credit what comes with its next one, the clocks running as they do.

        On its own for a move that will never be pressed, because the opponent has answered and pressed.
        """
        if not self.in_use:
            return
        left_ms = self.left_ms[side]
        passed = self._passed[side]
        self._before[side] = self.state(side)
        self.moves[side] += 1
        self._find(side)
        if left_ms:
            plan = self.plans[side]
            if self._passed[side] != passed:
                self._due[side] += 1
                if not self.at_zero:
                    self.left_ms[side] += self._next_period(side)
            if plan.kind == controls.PER_MOVE:
                self.left_ms[side] = plan.periods[0][1]
            elif plan.kind == controls.BYO_YOMI and self.over[side]:
                self.left_ms[side] = plan.over_ms
            elif plan.kind == controls.CANADIAN and self.over[side]:
                self.over[side] -= 1
                if not self.over[side]:
                    self.over[side] = plan.over
                    self.left_ms[side] = plan.over_ms
            self._credit_extra(side)
        self._earned_ms[side] = self.left_ms[side] - left_ms

    def fault(self, side):
        """Take back this side's last press, which completed no legal move: it earned nothing. Stops both clocks.

        Only after that press and before the side's time has run again.
        """
        self.running = NOBODY
        if self.in_use:
            self._take(side, self.left_ms[side] - self._earned_ms[side], self.moves[side] - 1, self._before[side])

    def add(self, side, ms):
        """Give a side time, as for the opponent's illegal move; a fallen flag stays down."""
        if self.left_ms[side]:
            self.left_ms[side] += ms

    def correct(self, side, left_ms, moves):
        """Set a side's time and its number of completed moves, as the arbiter says; -1 leaves one as it is."""
        times, counts = list(self.left_ms), list(self.moves)
        times[side] = times[side] if left_ms < 0 else left_ms
        counts[side] = counts[side] if moves < 0 else moves
        white, black = self.state(0), self.state(1)
        self.restore(times[0], times[1], self.running, counts[0], counts[1], white, black)

    def shown_s(self, side):
        """Return the seconds for the face: rounded up, so that 0 is shown only when the flag has fallen."""
        return (self._shown_ms(side) + 999) // 1000

    def shown_ds(self, side):
        """Return the tenths of a second for the face, in whole seconds where no tenths are shown; rounded up."""
        shown_ms = self._shown_ms(side)
        if self.tenths and shown_ms <= _TENTHS_MS:
            return (shown_ms + 99) // 100
        return (shown_ms + 999) // 1000 * 10

    def wait_ms(self):
        """Return in how many milliseconds a face changes or the flag falls."""
        side = self.running
        if side == NOBODY or not self.left_ms[side]:
            return FOREVER
        shown_ms = self._shown_ms(side)
        wait_ms = (shown_ms - 1) % self._step_ms(shown_ms) + 1
        if self._extra(side) == controls.DELAY:
            wait_ms += self.rest_ms[side]
        other_ms = self.left_ms[1 - side]
        if other_ms and self.plans[side].kind == controls.HOURGLASS:
            wait_ms = min(wait_ms, -other_ms % self._step_ms(other_ms + 1) + 1)
        return wait_ms

    def _shown_ms(self, side):
        left_ms = self.left_ms[side]
        return left_ms + self.rest_ms[side] if left_ms and self._extra(side) == controls.BRONSTEIN else left_ms

    def _step_ms(self, shown_ms):
        return 100 if self.tenths and shown_ms <= _TENTHS_MS else 1000

    def _period(self, side, passed):
        """Return the period after so many; the last one repeats."""
        periods = self.plans[side].periods
        return periods[min(passed, len(periods) - 1)]

    def _find(self, side):
        """Find the period of the next move from the number of moves completed."""
        moves = self.moves[side]
        passed = 0
        length = self._period(side, 0)[0]
        while length and moves >= length:
            moves -= length
            passed += 1
            length = self._period(side, passed)[0]
        self._passed[side] = passed
        self.to_go[side] = length - moves if length else 0

    def _next_period(self, side):
        """Return the time of the earliest period that is due, which then no longer is."""
        self._due[side] -= 1
        return self._period(side, self._passed[side] - self._due[side])[1]

    def _reach_zero(self, side):
        """Return the time that comes in when a side has none left; 0 means that its flag falls."""
        if self._due[side]:
            return self._next_period(side)
        plan = self.plans[side]
        over = self.over[side]
        if plan.kind == controls.BYO_YOMI and over != 1:
            self.over[side] = over - 1 if over else plan.over
            return plan.over_ms
        if plan.kind == controls.CANADIAN and not over:
            self.over[side] = plan.over
            return plan.over_ms
        return 0

    def _extra(self, side):
        return self._period(side, self._passed[side])[2] if self.in_use else controls.INCREMENT

    def _credit_extra(self, side):
        """Credit what the next move brings: its increment, or a whole new delay."""
        extra_ms = self._period(side, self._passed[side])[3]
        if self._extra(side) == controls.INCREMENT:
            self.rest_ms[side] = 0
            self.left_ms[side] += extra_ms
        else:
            self.rest_ms[side] = extra_ms

    def _take(self, side, left_ms, moves, state):
        """Take up the numbers of one side."""
        self.left_ms[side] = left_ms
        self.moves[side] = moves
        self.rest_ms[side] = self.over[side] = self._earned_ms[side] = self._before[side] = 0
        self._due[side] = state >> _DUE
        if self.in_use:
            self._find(side)
            in_periods = self.plans[side].kind == controls.PERIODS
            (self.rest_ms if in_periods else self.over)[side] = state & ((1 << _DUE) - 1)
