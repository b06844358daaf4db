# SPDX-License-Identifier: GPL-3.0-or-later
"""Both clocks stopped in the middle of a game: by a player who calls, or by the arbiter (6.11; R54).

Nothing that is done on the wood meanwhile is a move. The arbiter lets the game go on; where there is none both players
do, by presses within BOTH_MS of each other.
"""

from micropython import const

from .clock import NOBODY, SIDES

BOTH_MS = const(5000)
FOREVER = const(0x3FFFFFFF)


class Pause:
    """`by`: who stopped the clocks (white, black, arbiter, computer, or none: the board), empty while they go."""

    def __init__(self, game):
        self.game = game
        self.by = ""
        self.next = NOBODY  # whose time runs when the game goes on
        self.restoring = False  # men have to be put where the position has them first
        self.pressed_ms = [0, 0]  # for how much longer a press to go on counts

    def clear(self):
        self.by = ""
        self.next = NOBODY
        self.restoring = False
        self.pressed_ms[0] = self.pressed_ms[1] = 0

    def stop(self, by, why):
        """Stop both clocks, if they are not stopped already; why: a word or a few for the record."""
        game = self.game
        if self.by or game.phase != game.PLAYING:
            return
        if game.presses.waiting:  # it will not be explained any more: its time was thinking time
            game.clock.run(game.presses.waiting[0][1])
            game.presses.clear()
        self.clear()
        self.by = by
        self.next = game.clock.running
        game.clock.stop()
        game.dialogue.close()
        game.around.decline()
        game.question.cancel()
        game.changes += 1
        game.record("stopped", by, why, SIDES[self.next], *game.clocks())

    def press(self, side):
        """A player wants to go on; without an arbiter that counts if the other one does, too."""
        if self.game.profile.arbiter:
            return
        self.pressed_ms[side] = BOTH_MS
        if self.pressed_ms[1 - side]:
            self.go_on("both")

    def run(self, elapsed_ms):
        """Let time pass. Returns False: nobody sees it."""
        for side in (0, 1):
            self.pressed_ms[side] = max(0, self.pressed_ms[side] - elapsed_ms)
        return False

    def wait_ms(self):
        return FOREVER

    def go_on(self, by):
        """Let the game go on, or take the next step to it; return False if men have to be put right first.

        The computer may go on with a board that is wrong: a sensor can be broken.
        """
        game = self.game
        game.changes += 1
        self.pressed_ms[0] = self.pressed_ms[1] = 0
        stands = game.hands.stands()
        if self.restoring and not stands and by != "computer":
            return False
        if game.seal.go_on(by):
            return True
        if stands:
            game.hands.settle()  # what was lifted meanwhile is no part of a move
        running = self.next
        self.clear()
        if running != NOBODY:
            game.clock.start(running)
        game.record("continued", by, *game.clocks())
        return True
