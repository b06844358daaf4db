# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands: whatever the order of lifting and placing, the move that was meant comes out, and no other."""

import random
import tempfile
from pathlib import Path

import chess
import pytest
from bench import Bench
from hypothesis import given, settings
from hypothesis import strategies as st
from orders import steps_in_any_order

from play import hands as hand
from play.hands import Hands
from rules import fen
from rules.position import Position


def make(text):
    position = Position()
    fen.load(position, text)
    hands = Hands(position)
    for square in range(64):
        hands.sensed.occupied[square] = 1 if position.board[square] else 0
    hands.settle()
    return hands


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=25, deadline=None)
def test_R10_R14_any_order_of_hands_gives_the_move_that_was_meant(seed):
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder) / "journal")
        board = chess.Board()
        bench.set_up()
        meant = []
        while len(meant) < 30 and not board.is_game_over(claim_draw=False):
            legal = [move for move in board.legal_moves if move.promotion in (None, chess.QUEEN)]
            special = [move for move in legal if board.is_castling(move) or board.is_en_passant(move)]
            move = rng.choice(special or legal)
            for kind, square, letter in steps_in_any_order(board, move, rng):
                if kind == "lift":
                    bench.world.lift(square)
                else:
                    bench.world.place(letter, square)
                bench.let(rng.choice((30, 60, 400)))
            meant.append(move.uci())
            bench.press(board.turn)
            board.push(move)
        assert bench.moves() == meant


CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def squares(text):
    return [chess.parse_square(name) for name in text.split()]


def test_states_of_a_capture():
    hands = make(CAPTURE)
    d5, e4 = squares("d5 e4")
    assert hands.state == hand.WAITING
    hands.lift(d5)
    assert hands.state == hand.IN_HAND
    assert hands.in_air(1) == d5
    hands.lift(e4)
    assert hands.can_capture(e4, d5)
    hands.place(d5)
    assert hands.state == hand.PROVISIONAL
    assert hands.move & 0xFFF == e4 | d5 << 6


def test_put_back_is_no_move():
    hands = make(CAPTURE)
    for square in squares("d5 e4"):
        hands.lift(square)
    for square in squares("e4 d5"):
        hands.place(square)
    assert hands.state == hand.WAITING
    assert hands.stands()


def test_two_captures_that_leave_the_same_squares_are_told_apart_by_the_order():
    hands = make("4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1")
    b5, d5, c3 = squares("b5 d5 c3")
    hands.lift(d5)
    hands.place(d5)  # looked at, and put back before the knight moves
    hands.lift(b5)
    hands.lift(c3)
    hands.place(b5)
    assert hands.state == hand.PROVISIONAL
    assert hands.move >> 6 & 63 == b5


def test_a_very_restless_hand_does_not_run_out_of_numbers():
    hands = make(CAPTURE)
    (g1,) = squares("g1")
    for _ in range(500):
        hands.lift(g1)
        hands.place(g1)
    d5, e4 = squares("d5 e4")
    hands.lift(e4)
    hands.lift(d5)
    hands.place(d5)
    assert hands.state == hand.PROVISIONAL


def test_A13_a_man_put_back_on_the_wrong_square_is_no_move():
    hands = make("6k1/5ppp/8/8/3P4/8/3Q1PPP/6K1 w - - 0 30")
    d2, e3, d4, d5 = squares("d2 e3 d4 d5")
    hands.lift(d2)
    hands.place(e3)
    assert hands.state == hand.PROVISIONAL
    hands.lift(d4)
    hands.place(d5)
    assert hands.state == hand.DISTURBED


@pytest.mark.parametrize("piece", [5, 4, 3, 2])
def test_R13_promotion_becomes_what_was_chosen(piece):
    hands = make("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    a7, a8 = squares("a7 a8")
    hands.lift(a7)
    hands.place(a8)
    hands.promotion = piece
    assert hands.final() >> 12 & 7 == piece
