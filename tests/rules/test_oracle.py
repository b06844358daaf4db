# SPDX-License-Identifier: GPL-3.0-or-later
"""Play random games beside python-chess: the same moves, the same FEN, and back again byte by byte."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import fen, uci
from rules.move import CAPTURE, CASTLING, EN_PASSANT, from_square, promotion, to_square
from rules.position import Position

TRICKY = [
    fen.START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/8/1k1pPp1K/8/8/8/8 w - d6 0 1",
]
starts = st.sampled_from(TRICKY) | st.integers(0, 959)
# Each number picks a move; odd ones prefer the rare kinds.
games = st.lists(st.integers(0, 99_999), min_size=1, max_size=100)


def begin(start):
    position = Position(depth=128)
    if isinstance(start, str):
        board = chess.Board(start)
        fen.load(position, start)
    else:
        board = chess.Board.from_chess960_pos(start)
        fen.load(position, board.fen(shredder=True))
    return position, board


def pick(moves, number):
    rare = [move for move in moves if move & (CASTLING | EN_PASSANT) or promotion(move)]
    choice = rare if rare and number & 1 else moves
    return choice[number // 2 % len(choice)]


def everything(position):
    return bytes(position.board), bytes(position.slate[65:77])


def agree(position, board, moves):
    assert sorted(uci.text(position, move) for move in moves) == sorted(board.uci(move) for move in board.legal_moves)
    assert fen.dump(position) == board.fen(shredder=position.chess960)
    assert position.is_check() == board.is_check()
    expected = None
    if board.is_checkmate():
        expected = "checkmate"
    elif board.is_stalemate():
        expected = "stalemate"
    elif board.is_insufficient_material():
        expected = "insufficient"
    assert position.outcome() == expected
    assert position.king(0) == board.king(chess.WHITE)
    assert position.king(1) == board.king(chess.BLACK)


@settings(max_examples=60, deadline=None)
@given(starts, games)
def test_random_games_agree_with_python_chess(start, game):
    position, board = begin(start)
    history = []
    for number in game:
        moves = list(position.moves[: position.legal()])
        agree(position, board, moves)
        if not moves:
            break
        move = pick(moves, number)
        twin = board.parse_uci(uci.text(position, move))
        assert uci.parse(position, board.uci(twin)) == move
        assert bool(move & CAPTURE) == board.is_capture(twin)
        assert bool(move & EN_PASSANT) == board.is_en_passant(twin)
        assert bool(move & CASTLING) == board.is_castling(twin)
        history.append((everything(position), move))
        occupied = bytes(position.board)
        touched = touched_squares(position, move)
        position.push(move)
        board.push(twin)
        changed = {square for square in range(64) if occupied[square] != position.board[square]}
        assert changed <= touched, "only squares that the move names may change"
        assert position.ep_square == (64 if board.ep_square is None else board.ep_square)
    for before, move in reversed(history):
        assert position.pop() == move
        assert everything(position) == before


def touched_squares(position, move):
    touched = {from_square(move), to_square(move)}
    if move & CASTLING:
        touched |= {position.rook_from(move), position.rook_to(move)}
    if move & EN_PASSANT:
        touched.add(position.en_passant_victim(move))
    return touched


@settings(max_examples=40, deadline=None)
@given(starts, games)
def test_is_legal_accepts_the_legal_moves_and_nothing_else(start, game):
    position, _board = begin(start)
    for number in game[:20]:
        moves = list(position.moves[: position.legal()])
        if not moves:
            break
        assert position.is_legal(moves[number % len(moves)])
        wrong = number * 7919 % 0x40000
        assert position.is_legal(wrong) == (wrong in moves)
        position.push(pick(moves, number))


@settings(max_examples=30, deadline=None)
@given(starts, games)
def test_fen_written_is_fen_read(start, game):
    position, _board = begin(start)
    for number in game[:30]:
        moves = list(position.moves[: position.legal()])
        if not moves:
            break
        position.push(pick(moves, number))
    again = Position()
    text = fen.dump(position)
    fen.load(again, text)
    assert fen.dump(again) == text
    assert bytes(again.board) == bytes(position.board)


men = st.lists(st.tuples(st.integers(0, 63), st.sampled_from("NBRQPnbrqp")), max_size=6)
minor_men = st.lists(st.tuples(st.integers(0, 63), st.sampled_from("NBnb")), max_size=3)


@settings(max_examples=300, deadline=None)
@given(men | minor_men, st.integers(0, 63), st.integers(0, 63), st.booleans())
def test_R30_R34_R35_few_men_anywhere_agree_with_python_chess(men, white_king, black_king, turn):
    board = chess.Board(None)
    for square, letter in men:
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.set_piece_at(white_king, chess.Piece.from_symbol("K"))
    board.set_piece_at(black_king, chess.Piece.from_symbol("k"))
    board.turn = turn
    # python-chess also refuses checks that no move could have given; a position set up by hand may have them.
    refused = board.status() & ~(chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
    position = Position()
    if refused:
        with pytest.raises(ValueError):
            fen.load(position, board.fen())
        assert fen.dump(position) == fen.START
    else:
        fen.load(position, board.fen())
        agree(position, board, list(position.moves[: position.legal()]))
