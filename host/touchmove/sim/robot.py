# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot that plays whole games from PGN through wooden men and hands, and compares what comes out of the cable.

What comes out is the mirror of the board's records; nothing of what went in is passed on but names.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess

from .. import mirror, pgn
from ..errors import TouchmoveError
from . import picture
from .body import Maker
from .clumsy import Clumsy, Habits
from .hands import BRISK, CALM, Pauses, gesture
from .player import Player

CONTROL = "90+30"
PROFILE = "record"
BOUNCE_MS = 15
_EARLY = 0.15  # of the moves: the opponent lifts a man before the press
_GLANCES = 16  # 50 ms each: a board that does not take a press says so within 0.6 s


@dataclass(frozen=True)
class Task:
    """A game to be played. `index` counts from 1 in its file."""

    index: int
    title: str
    fen: str
    moves: tuple[str, ...]
    result: str
    tags: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """How it went: plies that came out, the first difference (empty if there is none), and the game as PGN."""

    index: int
    plies: int
    difference: str
    text: str
    asked: int = 0  # questions of the board that the players answered
    mishaps: tuple[str, ...] = ()  # of clumsy hands, in their order
    corrected: int = 0  # moves that the board took for others, as its lights told before the press


class Robot:
    """One board and two players, for any number of games. `habits`: of clumsy players."""

    def __init__(self, maker: Maker, seed: int = 1, style: str = "clean", habits: Habits | None = None) -> None:
        """maker: of the board."""
        self._seed = seed
        self._style = style
        self._pauses = BRISK if maker.is_slow else CALM
        self._habits = habits or Habits()
        self._folder = TemporaryDirectory(prefix="touchmove-")
        try:
            body = maker.make(Path(self._folder.name))
            bounce_ms = 0 if style == "clean" else BOUNCE_MS
            self.player = Player(
                body, Random(seed), bounce_ms=bounce_ms, patience_s=maker.patience_s, is_slow=maker.is_slow
            )
        except TouchmoveError:
            self._folder.cleanup()
            raise

    def close(self) -> None:
        with self.player:
            pass
        self._folder.cleanup()

    def play(self, task: Task, on_ply: Callable[[], None] = lambda: None) -> Report:
        """Play one game; whatever goes wrong is its difference. on_ply: is called after each move of the players'."""
        player = self.player
        before = player.game
        player.random = player.reeds.random = Random(f"{self._seed}:{task.index}")
        match = Match(player, task, self._style, self._pauses, on_ply)
        if self._style == "clumsy":
            match.stumble(Random(f"{self._seed}:{task.index}:clumsy"), self._habits)
        try:
            match.play()
            player.wait_for(
                lambda: player.game is not before and player.game is not None and player.game.is_ended, "the end"
            )
            game = player.game
            problem = difference(task, game) if game else "no game came out"
        except TouchmoveError as error:
            game = player.game if player.game is not before else None
            problem = f"{difference(task, game)}; {error}" if game else str(error)
        label = f"game {task.index} ({task.title}): {problem}" if problem else ""
        plies, text = (len(game.plies), pgn.text(game, task.tags)) if game else (0, "")
        mishaps = tuple(match.clumsy.mishaps) if match.clumsy else ()
        return Report(task.index, plies, label, text, match.asked, mishaps, match.corrected)


class Match:
    """Two players at their boards through one game."""

    def __init__(
        self,
        player: Player,
        task: Task,
        style: str,
        pauses: Pauses = CALM,
        on_ply: Callable[[], None] = lambda: None,
    ) -> None:
        self.player = player
        self._pauses = pauses
        self._on_ply = on_ply
        self.task = task
        self.style = style
        self.board = mirror.position(task.fen)
        self.profile = PROFILE
        self.asked = 0
        self.corrected = 0
        self.clumsy: Clumsy | None = None
        self._owed: int | None = None  # where the man came down whose press is still owed: the opponent is quick

    def stumble(self, random: Random, habits: Habits) -> None:
        """Let the players be clumsy; then they play in any profile that plays the game to its end."""
        profiles = [name for name in habits.profiles if name == PROFILE or is_plain(self.task)]
        self.profile = random.choice(profiles or [PROFILE])
        self.clumsy = Clumsy(self.player, random, habits, self.profile, self._make)

    def play(self) -> None:
        """Set up the board and play the moves; then end the game as its players did."""
        player, task, board = self.player, self.task, self.board
        player.command("new", CONTROL, task.fen, self.profile)
        player.set_up(task.fen)
        player.let(800)
        player.press(not board.turn)
        for number, text in enumerate(task.moves, 1):
            move = board.parse_uci(text)
            if self.clumsy:
                self.clumsy.before(board, move, self._owed is None)
            self._perform(move)
            if self.clumsy and self.clumsy.after(board, move):
                self._look(move)
            side, square = board.turn, landing(board, move)
            if move.promotion:
                self._choose_piece(side, move.promotion)
            board.push(move)
            self._on_ply()
            if board.is_checkmate() or board.is_stalemate():
                if move.promotion or player.random.random() < 0.5:
                    player.press(side)
                player.let(1500)
                return
            is_last = number == len(task.moves)
            if is_last and task.result == "1/2-1/2" and number > 2 and not move.promotion:
                player.action(side)  # offered with the move, before the press
            if self.style != "clean" and not is_last and player.random.random() < _EARLY:
                self._owed = square
            else:
                self._press(square, side)
        self._finish()

    def _perform(self, move: chess.Move) -> None:
        """Move the men; a press that is still owed comes after the first of them was lifted."""
        steps = gesture(self.board, move, self.player.random, self.style, self._pauses)
        for step in self.clumsy.during(self.board, move, steps) if self.clumsy else steps:
            self.player.perform(step)
            if self._owed is not None:
                owed, self._owed = self._owed, None
                self.player.let(self.player.random.randint(10, 200))
                self._press(owed, not self.board.turn)
        if self.style == "clean":
            self.player.let(self.player.random.randint(60, 400))

    def _make(self, move: chess.Move) -> None:
        """Play a move that is not the game's, and press."""
        self._perform(move)
        self._press(landing(self.board, move), self.board.turn)

    def _press(self, square: int, side: chess.Color) -> None:
        """Press, and look whether the board has taken it; if it asks, show it which man it was.

        square: his. If the opponent has taken him up already, he goes back for as long as that takes.
        """
        player = self.player
        player.press(side)
        if self.style == "clean":
            return
        for _ in range(_GLANCES):
            if player.reads(side).strip() == "Err":
                self.asked += 1
                man = self.board.piece_at(square)
                if square in player.world.squares or not man:
                    self._show_again(square)
                    player.press(side)
                else:
                    player.place(man.symbol(), square)
                    player.let(200)
                    player.press(side)
                    player.world.drop(player.lift(square))
                return
            if picture.lit(player.lights).get(chess.square_name(square)) == "trace":
                return
            player.let(50)

    def _look(self, move: chess.Move) -> None:
        """Look, before the press, which move the board believes in; if it is another, show it which man it was."""
        right = {chess.square_name(move.from_square), chess.square_name(landing(self.board, move))}
        shown: set[str] = set()
        for _ in range(_GLANCES):
            lit = picture.lit(self.player.lights)
            shown = {name for name, colour in lit.items() if colour in ("dim", "trace")}
            if shown & right and shown <= right:
                return
            self.player.let(50)
        if shown:
            self.corrected += 1
            self._show_again(landing(self.board, move))

    def _show_again(self, square: int) -> None:
        """Lift the man who moved once more and put him down on his square."""
        if square in self.player.world.squares:
            letter = self.player.lift(square)
            self.player.let(200)
            self.player.place(letter, square)
            self.player.let(200)

    def _choose_piece(self, side: chess.Color, piece: int) -> None:
        for _ in range(_GLANCES):  # a sensor that closes late
            self.player.let(50)
            if self.player.reads(side).strip()[1:] == "?":
                break
        wanted = f"{chess.piece_symbol(piece)}?"
        for _ in range(4):
            if self.player.reads(side).strip() == wanted:
                return
            self.player.step(side)

    def _finish(self) -> None:
        player, task, board = self.player, self.task, self.board
        if task.result in ("1-0", "0-1"):
            loser = task.result == "0-1"
            player.choose(loser, "rES?")
            player.press(loser)
        elif task.result == "1/2-1/2" and len(task.moves) > 1:
            is_offered = player.game and any(event.name == "offered" for event in player.game.events)
            if not is_offered:  # not with the last move: who has the move offers, out of order
                player.choose(board.turn, "drA?")
            player.choose(board.turn if is_offered else not board.turn, "ACC?")
        else:
            player.command("end", task.result, "abandoned")


def landing(board: chess.Board, move: chess.Move) -> int:
    """Return the square on which the man who moves comes down: in castling, the king's."""
    if not board.is_castling(move):
        return move.to_square
    return (move.from_square & 56) + (6 if board.is_kingside_castling(move) else 2)


def is_plain(task: Task) -> bool:
    """Return True if no draw that needs no claim comes up in this game: it is played alike in every profile."""
    board = mirror.position(task.fen)
    for text in task.moves:
        if board.is_game_over():
            return False
        board.push_uci(text)
    strong = board.queens | board.rooks  # with these on both sides hardly a position is dead
    outcome = board.outcome()
    is_decided = outcome is None or outcome.termination in (chess.Termination.CHECKMATE, chess.Termination.STALEMATE)
    return is_decided and all(board.occupied_co[side] & strong for side in chess.COLORS)


def difference(task: Task, game: mirror.Game) -> str:
    """Return the first difference between what went in and what came out, empty if there is none."""
    if mirror.position(task.fen).fen() != game.fen:
        return f"it began from {task.fen}, {game.fen} came out"
    came = [ply.move.uci() for ply in game.plies]
    for number, (wanted, got) in enumerate(zip(task.moves, came, strict=False), 1):
        if wanted != got:
            return f"ply {number}: {wanted} went in, {got} came out"
    if len(came) != len(task.moves):
        return f"{len(task.moves)} plies went in, {len(came)} came out{_why(game)}"
    if game.result != task.result:
        return f"the result {task.result} went in, {game.result} came out{_why(game)}"
    return ""


def _why(game: mirror.Game) -> str:
    return f" ({game.problem or game.reason})" if game.problem or game.reason else ""
