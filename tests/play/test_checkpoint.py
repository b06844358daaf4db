# SPDX-License-Identifier: GPL-3.0-or-later
"""A game that is resumed from its last checkpoint is the game that all of its records make."""

from random import Random

import chess
import pytest
from bench import Bench

from app import App
from play.game import Game
from play.takeback import KEPT
from rules import fen
from touchmove.sim.hands import Lift, Place, gesture


def play(bench: Bench, board: chess.Board, move: chess.Move, random: Random) -> None:
    for step in gesture(board, move, random):
        bench.let(step.pause_ms)
        if isinstance(step, Lift):
            letter = bench.world.lift(step.square)
            if step.spare:
                bench.world.drop(letter)
        elif isinstance(step, Place):
            bench.world.place(step.letter, step.square)
    bench.let(300)
    bench.press(board.turn)
    board.push(move)


def folded(app: App, n_moves: int) -> Game:
    """Return the game as the journal has it, from the last checkpoint that so many moves follow."""
    live, app.game = app.game, Game(lambda *values: None)
    try:
        app._fold(n_moves)
        return app.game
    finally:
        app.game = live


def state(game: Game) -> tuple:
    position = game.position
    return (
        fen.dump(position),
        position.repetitions(),
        game.ply,
        game.checked,
        game.last_move,
        game.at_ms,
        game.clocks(),
        game.take_back.last(),
        game.offer,
        bytes(game.penalty.counts),
        game.uncompleted,
        bytes(game.health.masked),
    )


@pytest.mark.parametrize("seed", range(6))
def test_from_every_move(tmp_path, seed):
    random = Random(seed)
    bench = Bench(tmp_path / "flash")
    bench.set_up(control="20/30+5,15")
    bench.press(chess.BLACK)
    board = chess.Board()
    shorter = 0
    for _ in range(50):
        quiet = [move for move in board.legal_moves if not move.promotion]
        if board.is_game_over() or not quiet:
            break
        captures = [move for move in quiet if board.is_capture(move)]
        play(bench, board, random.choice(captures if captures and random.random() < 0.2 else quiet), random)
        if random.random() < 0.1:
            bench.action(not board.turn)  # an offer, if that is possible
        if bench.app.game.phase != Game.PLAYING:
            break
        bench.app.rest()
        whole, short, live = folded(bench.app, 1 << 30), folded(bench.app, 1), bench.app.game
        assert state(short) == state(whole)
        assert fen.dump(short.position) == fen.dump(live.position)
        shorter += short.take_back.kept < whole.take_back.kept
        assert folded(bench.app, KEPT).take_back.kept == whole.take_back.kept
    assert shorter > 5, "hardly a checkpoint was used"


def test_moves_before_the_checkpoint_taken_back(tmp_path):
    random = Random(1)
    bench = Bench(tmp_path / "flash")
    bench.set_up()
    bench.press(chess.BLACK)
    board = chess.Board()
    for text in "g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8 e2e4 e7e5".split():
        play(bench, board, chess.Move.from_uci(text), random)
    assert bench.app.game.checked == 8
    bench.app.game.arbiter.command("back", "white", "2")
    bench.app.rest()
    cut = Bench(tmp_path / "flash", bench.world)
    assert cut.app.game.ply == 2
    assert fen.dump(cut.app.game.position).startswith("rnbqkb1r/pppppppp/5n2/8/8/5N2/")
    assert cut.app.game.checked == 8


def shuffle(bench, board, plies, random):
    for ply in range(plies):
        play(bench, board, chess.Move.from_uci(("g1f3", "g8f6", "f3g1", "f6g8")[ply % 4]), random)


def test_an_arbiter_looks_back_further_than_was_read(tmp_path):
    random = Random(2)
    bench = Bench(tmp_path / "flash")
    bench.set_up(control="90+30")
    bench.press(chess.BLACK)
    board = chess.Board()
    shuffle(bench, board, 8, random)
    play(bench, board, chess.Move.from_uci("e2e4"), random)
    cut = Bench(tmp_path / "flash", bench.world)
    cut.let(2000)
    game = cut.app.game
    assert (game.ply, game.take_back.kept) == (9, 2)
    before = (fen.dump(game.position), game.clocks(), game.last_move)
    game.take_back.look_back()
    assert game.take_back.kept == 10
    assert (fen.dump(game.position), game.clocks(), game.last_move) == before
    game.arbiter.command("back", "white", "1")
    assert game.ply == 0


def test_looking_back_past_moves_that_were_taken_back(tmp_path):
    random = Random(3)
    bench = Bench(tmp_path / "flash")
    bench.set_up(control="90+30")
    bench.press(chess.BLACK)
    board = chess.Board()
    shuffle(bench, board, 8, random)
    play(bench, board, chess.Move.from_uci("e2e4"), random)
    bench.app.game.arbiter.command("back", "black", "1")
    bench.world.set_up("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    bench.let(1000)
    bench.app.game.arbiter.command("continue", "none", "")
    board = chess.Board("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
    for ply in range(64):
        play(bench, board, chess.Move.from_uci(("g8f6", "f3g1", "f6g8", "g1f3")[ply % 4]), random)
    cut = Bench(tmp_path / "flash", bench.world)
    cut.let(2000)
    game = cut.app.game
    before = (game.ply, fen.dump(game.position), game.clocks())
    game.take_back.look_back()
    assert (game.ply, fen.dump(game.position), game.clocks()) == before
    assert (game.ply, game.take_back.kept) == (65, KEPT)


def test_nothing_is_read_again_when_the_game_is_over_or_not_on_the_disk(tmp_path, monkeypatch):
    random = Random(4)
    bench = Bench(tmp_path / "flash")
    bench.set_up(control="90+30")
    bench.press(chess.BLACK)
    board = chess.Board()
    shuffle(bench, board, 8, random)
    play(bench, board, chess.Move.from_uci("e2e4"), random)
    cut = Bench(tmp_path / "flash", bench.world)
    cut.let(2000)
    game = cut.app.game

    def full():
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(cut.journal, "sync", full)
        game.take_back.look_back()
        assert (game.ply, game.take_back.kept) == (9, 2)
    game.end("1-0", "resignation")
    cut.let(200)
    game.take_back.look_back()
    cut.app.rest()
    assert cut.records()[-1][0] in ("ended", "faulted")
    assert "clocked" not in [name for name, _ in cut.records()[[name for name, _ in cut.records()].index("ended") :]]
