# SPDX-License-Identifier: GPL-3.0-or-later
"""Any position that the board takes can be set up by hand, and comes out as it was meant; any array by its number."""

import chess
from hypothesis import given
from hypothesis import strategies as st

from play import states
from play.before import Before
from play.game import Game
from play.placing import Placing
from rules import fen as fens

KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def make():
    game = Game(lambda *record: None)
    game.new("5+3", chess.STARTING_FEN, "club")
    return game


def place(game, board, mover, castles):
    """Put the men of a board up as the faces ask."""
    game.menu = Placing(game)
    for color in (chess.WHITE, chess.BLACK):
        for kind in KINDS:
            for square in board.pieces(kind, color):
                game.place(square)
            game.dialogue.do(0, states.PRESS)
    game.dialogue.do(0 if mover else 1, states.PRESS)
    if game.menu and not game.menu.error_ms:
        assert game.menu.text(0) == "CAS?"
        if castles:
            game.dialogue.do(0, states.PRESS)
        else:
            game.dialogue.do(0, states.ACTION)


@given(st.randoms(use_true_random=False), st.integers(0, 120), st.booleans())
def test_any_position_of_a_game(random, plies, castles):
    board = chess.Board()
    for _ in range(plies):
        if moves := list(board.legal_moves):
            board.push(random.choice(moves))
    game = make()
    place(game, board, board.turn, castles)
    assert not game.menu
    wanted = chess.Board(None)
    wanted.set_piece_map(board.piece_map())
    wanted.turn = board.turn
    if castles:
        wanted.castling_rights = chess.BB_CORNERS
        wanted.castling_rights = wanted.clean_castling_rights()
    assert game.start_fen == wanted.fen()


def test_a_king_who_could_be_captured_is_no_position():
    board = chess.Board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    game = make()
    place(game, board, chess.WHITE, castles=False)
    assert game.menu.state(0) == "placing"
    assert game.menu.text(0) == "Err"
    assert game.start_fen == chess.STARTING_FEN


def test_men_nobody_asked_for_are_no_position():
    game = make()
    game.menu = Placing(game)
    for _ in range(12):
        game.dialogue.do(0, states.PRESS)
    game.place(chess.A1)
    game.dialogue.do(0, states.PRESS)
    assert game.menu.text(1) == "Err"


@given(st.integers(0, 959))
def test_any_array_by_its_number(number):
    game = make()
    game.dialogue.do(1, states.LONG)
    game.dialogue.do(1, states.ACTION)
    game.dialogue.do(1, states.PRESS)
    for digit in f"{number:03}":
        for _ in range(int(digit)):
            game.dialogue.do(1, states.ACTION)
        game.dialogue.do(1, states.PRESS)
    fens.load(game.position, game.start_fen)
    assert chess.Board(game.start_fen, chess960=True).chess960_pos() == number
    assert game.menu.text(1) == f"n{number:3}"


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
def test_draws_depend_on_the_moments_of_fingers_and_are_arrays(moments):
    game = make()
    game.dialogue.do(0, states.LONG)
    game.dialogue.do(0, states.ACTION)
    game.dialogue.do(0, states.ACTION)
    for ms in moments:
        game.dialogue.run(ms)
        game.menu.item = 2
        game.dialogue.do(0, states.PRESS)
        assert chess.Board(game.start_fen, chess960=True).chess960_pos() is not None


def test_lots_are_fair():
    game = make()
    drawn = []
    for ms in range(1000):
        game.dialogue.run(ms * 37 % 991)
        game.dialogue.do(0, states.PRESS)
        drawn.append(Before(game, 0)._draw(2))
    assert 400 < sum(drawn) < 600
