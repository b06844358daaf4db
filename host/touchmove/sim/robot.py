# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot that plays whole games from PGN through wooden men and hands, and compares what comes out of the cable.

What comes out is the mirror of the board's records; nothing of what went in is passed on but names.
"""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess

from .. import mirror, pgn
from ..errors import TouchmoveError
from . import runtime
from .hands import gesture
from .player import Player
from .process import Process

CONTROL = "90+30"
PROFILE = "record"


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


class Robot:
    """One board and two players, for any number of games."""

    def __init__(self, seed: int = 1, runtime_name: str = "auto") -> None:
        self._seed = seed
        self._folder = TemporaryDirectory(prefix="touchmove-")
        try:
            body = Process(Path(self._folder.name), runtime.find(runtime_name))
            self.player = Player(body, Random(seed))
        except TouchmoveError:
            self._folder.cleanup()
            raise

    def close(self) -> None:
        with self.player:
            pass
        self._folder.cleanup()

    def play(self, task: Task) -> Report:
        """Play one game; whatever goes wrong is its difference."""
        player = self.player
        before = player.game
        player.random = Random(f"{self._seed}:{task.index}")
        try:
            play(player, task)
            player.wait_for(
                lambda: player.game is not before and player.game is not None and player.game.is_ended, "the end"
            )
            game = player.game
            problem = difference(task, game) if game else "no game came out"
        except TouchmoveError as error:
            game = player.game if player.game is not before else None
            problem = f"{difference(task, game)}; {error}" if game else str(error)
        if game is None:
            return Report(task.index, 0, f"game {task.index} ({task.title}): {problem}", "")
        label = f"game {task.index} ({task.title}): {problem}" if problem else ""
        return Report(task.index, len(game.plies), label, pgn.text(game, task.tags))


def play(player: Player, task: Task) -> None:
    """Set up the board and play the moves; then end the game as its players did."""
    player.command("new", CONTROL, task.fen, PROFILE)
    board = mirror.position(task.fen)
    player.world.set_up(task.fen)
    player.let(800)
    player.press(not board.turn)
    for number, text in enumerate(task.moves, 1):
        move = board.parse_uci(text)
        for step in gesture(board, move, player.random):
            player.perform(step)
        player.let(player.random.randint(60, 400))
        side = board.turn
        if move.promotion:
            _choose_piece(player, side, move.promotion)
        board.push(move)
        if board.is_checkmate() or board.is_stalemate():
            if move.promotion or player.random.random() < 0.5:
                player.press(side)
            player.let(1500)
            return
        if number == len(task.moves) and task.result == "1/2-1/2" and number > 2 and not move.promotion:
            player.action(side)  # offered with the move, before the press
        player.press(side)
    _finish(player, task, board)


def _choose_piece(player: Player, side: chess.Color, piece: int) -> None:
    wanted = f"{chess.piece_symbol(piece)}?"
    for _ in range(4):
        if player.reads(side).strip() == wanted:
            return
        player.action(side)


def _finish(player: Player, task: Task, board: chess.Board) -> None:
    if task.result in ("1-0", "0-1"):
        loser = task.result == "0-1"
        player.choose(loser, "rES?")
        player.press(loser)
    elif task.result == "1/2-1/2" and len(task.moves) > 1:
        if not player.game or not any(event.name == "offered" for event in player.game.events):
            player.choose(not board.turn, "drA?")
        player.choose(board.turn, "ACC?")
    else:
        player.command("end", task.result, "abandoned")


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
