# SPDX-License-Identifier: GPL-3.0-or-later
"""A player sits at the bench and does anything; after each gesture, what must hold at any time is looked at.

`lines` is what was done, in the words of docs/scenarios.md: whatever fails can be played again by `touchmove scenario`.
"""

from pathlib import Path

import chess
from bench import Bench

from play import face, lights
from play import hands as hand
from play.clock import NOBODY, SIDES
from rules import fen, uci
from rules.move import CASTLING
from rules.position import Position
from touchmove import mirror, record
from touchmove.sim.body import ACTION, ARBITER, PRESS

_TAP_MS = 70
_STEPS = 20000  # a long question takes some hundred; more are due at one moment only if something is due for ever
_LONG_MS = 900
_ENOUGH_MS = 9000  # a move by hand takes less


class Sitting:
    """`hand`: letter and origin of every man off the board, the last one lifted last."""

    def __init__(self, flash: Path, text: str, control: str, profile: str) -> None:
        self.flash = flash
        self.bench = Bench(flash)
        self.mirror = mirror.Mirror()
        self._copy = Position(1)
        self._lights = lights.Lights(1, 1)
        self.hand: list[tuple[str, int]] = []
        self.plies = 0  # as they were looked at last
        self.is_sound = True  # False from the first thing that does not hold
        self.lines = [f"fen {text}", f"control {control}", f"profile {profile}"]
        self.bench.set_up(text, control, profile)
        self._done("", 300)

    @property
    def game(self):
        return self.bench.app.game

    @property
    def wood(self) -> dict[int, str]:
        return self.bench.world.squares

    @property
    def board(self) -> chess.Board:
        """The position as the game has it, for python-chess."""
        return mirror.position(self.fen())

    def fen(self) -> str:
        self._copy.copy_from(self.game.position)  # writing a FEN spoils the list of moves
        return fen.dump(self._copy)

    @property
    def mover(self) -> chess.Color:
        return self.game.position.turn == 0

    def stands(self) -> bool:
        """Return True if men stand where the position has them, and nowhere else."""
        return chess.SquareSet(self.wood) == self.board.occupied

    def is_free(self) -> bool:
        """Return True if a move may be made: the game runs or is about to, and nobody is asked anything."""
        game = self.game
        asked = game.question.text or self.menu_of() is not None or game.presses.waiting
        return (
            self.stands()
            and game.is_open()
            and not asked
            and not any(game.health.masked)
            and (not game.clock.in_use or min(game.clock.left_ms) > 9000)
        )

    def menu_of(self) -> chess.Color | None:
        """Return a player whose buttons a menu has, None if it has neither's."""
        game = self.game
        for side in (0, 1):
            if game.dialogue.is_open(side) or (game.menu and game.menu.state(side)):
                return side == 0
        return None

    # Gestures

    def lift(self, square: int, ms: int = 40) -> None:
        self.hand.append((self.bench.world.lift(square), square))
        self._done(f"lift {chess.square_name(square)}", ms)

    def place(self, square: int, letter: str, ms: int = 40) -> None:
        """Put a man down, from the hand if he is there, else from the tray."""
        held = [man for man in self.hand if man[0] == letter]
        if held:
            self.hand.remove(held[-1])
        self.bench.world.place(letter, square)
        self._done(f"place {chess.square_name(square)} {letter}", ms)

    def wait(self, ms: int) -> None:
        self._done(f"wait {ms}", ms)

    def press(self, side: chess.Color) -> None:
        self._tap("press", PRESS, side)

    def action(self, side: chess.Color) -> None:
        self._tap("action", ACTION, side)

    def hold(self, side: chess.Color) -> None:
        self._tap("hold", ACTION, side, _LONG_MS)

    def arbiter(self, long: bool = False) -> None:
        self._tap("hold" if long else "press", (ARBITER, ARBITER), None, _LONG_MS if long else _TAP_MS)

    def power_cut(self) -> None:
        self.bench = Bench(self.flash, self.bench.world)
        self._done("power cut", 400)

    def _tap(self, word: str, buttons: tuple[int, int], side: chess.Color | None, held_ms: int = _TAP_MS) -> None:
        self.is_sound = False
        self.bench.press(bool(side), buttons, held_ms)
        self._done(f"{word} {'arbiter' if side is None else chess.COLOR_NAMES[side]}", _TAP_MS - 60)

    def _done(self, line: str, ms: int) -> None:
        if line:
            self.lines.append(line)
        self.is_sound = False
        self.bench.let(ms)
        for _ in range(_STEPS):
            if not self.bench.app.unfaced:  # faces are drawn one a step
                break
            self.bench.let(0)
        assert not self.bench.app.unfaced, "there is always something to do before the faces are drawn"
        if line.startswith(("lift", "place")) and ms != 40:
            self.lines.append(f"wait {ms - 40}")
        self.look()
        self.is_sound = True

    # What holds at any time

    def look(self) -> None:
        self._read()
        game, hands = self.game, self.game.hands
        position, known = game.position, self.mirror.game
        board = self.board
        if game.phase in (game.PLAYING, game.ENDED):
            assert known is not None and not known.problem, known and known.problem
            assert known.board.fen(shredder=position.chess960) == self.fen()
            assert game.ply == len(known.plies)
            assert (known.result if known.is_ended else "") == game.result
            assert known.is_ended == (game.phase == game.ENDED)
            self._look_at_end(known)
        told = int.from_bytes(bytes(self.bench.app.told), "little")
        heard = ~int.from_bytes(bytes(game.health.masked), "little")
        wood = chess.SquareSet(self.wood)
        assert told & heard == int(wood) & heard, "every touch was told"
        sensed = chess.SquareSet(square for square in range(64) if hands.sensed.occupied[square])
        assert sensed & heard == wood & heard, "hands know what is sensed"
        castles_in_place = position.chess960 and hands.state == hand.PROVISIONAL and hands.move & CASTLING
        assert (hands.state == hand.WAITING) == (sensed == board.occupied) or castles_in_place, hands.state
        self._look_at_clock(known)
        self._look_at_what_is_shown()
        legal = {uci.text(position, move) for move in position.moves[: hands.n_moves]}
        assert legal == {move.uci() for move in board.legal_moves}

    def _look_at_clock(self, known: mirror.Game | None) -> None:
        """The computer knows whose time runs: the mover's, or his who has not pressed the move before."""
        game, clock = self.game, self.game.clock
        if game.phase != game.PLAYING or game.ruling.is_loss():
            return
        assert SIDES[clock.running] == known.running
        if clock.running != NOBODY:
            turn = game.position.turn
            assert clock.running == (turn if game.uncompleted == NOBODY else 1 - turn)

    def _look_at_what_is_shown(self) -> None:
        """Lights and faces say what is so now, not what was."""
        app, cells = self.bench.app, bytearray(4)
        lights.explain(self._lights, app.game)
        assert bytes(app.lights.meanings) == bytes(self._lights.meanings)
        for side in (0, 1):
            face.draw(face.text(app.game, side), cells)
            assert self.bench.faces.cells[side] == cells

    def _look_at_end(self, known: mirror.Game) -> None:
        """A move that ends the game has ended it, as python-chess sees it."""
        if self.plies == len(known.plies):
            return
        self.plies = len(known.plies)
        outcome = known.board.outcome()
        assert outcome is None or known.is_ended or not self.game.profile.automatic

    def _read(self) -> None:
        """Take in what was written since; what still waits would be lost in a power cut."""
        journal = self.bench.journal
        for number in range(self.mirror.last + 1, journal.synced + 1):
            found = record.parse(journal.read(number).rstrip())
            assert found is not None and found.seq == number
            assert found.name != "faulted", found.values
            self.mirror.take(found)
