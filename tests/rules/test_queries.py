# SPDX-License-Identifier: GPL-3.0-or-later
"""Show what the board asks about a position: moves of one square or to one, checkers, why castling is impossible."""

import chess
import pytest
from hypothesis import given, settings
from test_oracle import begin, games, pick, starts

from rules import fen, uci
from rules.position import ATTACKED, BLOCKED, LOST, Position
from rules.square import parse


def at(text):
    position = Position()
    fen.load(position, text)
    return position


def texts(position, count):
    return " ".join(sorted(uci.text(position, move) for move in list(position.moves[:count])))


def test_moves_of_one_square():
    position = Position()
    assert texts(position, position.legal_from(parse("b1"))) == "b1a3 b1c3"
    assert position.legal_from(parse("a1")) == 0
    assert position.legal_from(parse("e4")) == 0
    assert position.legal_from(parse("e7")) == 0, "Black is not to move"


def test_R12_moves_to_one_square_know_the_victim_en_passant():
    position = at("4k3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1")
    assert texts(position, position.legal_to(parse("d5"))) == "d1d5 e5d6"
    assert texts(position, position.legal_to(parse("d6"))) == "e5d6"
    assert texts(position, position.legal_to(parse("e6"))) == "e5e6"


@settings(max_examples=40, deadline=None)
@given(starts, games)
def test_moves_of_and_to_each_square_agree_with_python_chess(start, game):
    position, board = begin(start)
    squares = bytearray(2)
    for number in game[:30]:
        legal = list(board.legal_moves)
        count = position.checkers_into(squares)
        assert sorted(squares[:count]) == sorted(board.checkers())
        for square in range(64):
            expected = sorted(board.uci(move) for move in legal if move.from_square == square)
            assert texts(position, position.legal_from(square)).split() == expected
            if board.color_at(square) == (not board.turn):
                victims = (
                    board.uci(move)
                    for move in legal
                    if move.to_square == square or (board.is_en_passant(move) and move.to_square ^ 8 == square)
                )
                assert texts(position, position.legal_to(square)).split() == sorted(victims)
        moves = list(position.moves[: position.legal()])
        if not moves:
            break
        move = pick(moves, number)
        board.push(board.parse_uci(uci.text(position, move)))
        position.push(move)


@pytest.mark.parametrize(
    ("text", "right", "left"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0, 0),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", LOST, LOST),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", BLOCKED, BLOCKED),
        ("4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1", ATTACKED, ATTACKED),
        ("5r2/8/1k6/8/8/8/8/R3K2R w KQ - 0 1", ATTACKED, 0),
        ("6r1/8/1k6/8/8/8/8/R3K2R w KQ - 0 1", ATTACKED, 0),
        ("2r5/8/5k2/8/8/8/8/R3K2R w KQ - 0 1", 0, ATTACKED),
        ("5r2/8/1k6/8/8/8/8/R3K1NR w KQ - 0 1", BLOCKED, 0),
        ("4rk2/8/8/8/8/8/8/4K2R w - - 0 1", LOST, LOST),
    ],
)
def test_R14_the_three_faces_of_castling_impossible(text, right, left):
    position = at(text)
    assert (position.castling(0), position.castling(1)) == (right, left)


def test_R4_castling_impossible_because_the_rook_leaves_its_post():
    assert at("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1").castling(1) == ATTACKED


def faces(board):
    """Return why the side to move cannot castle to the right and to the left, found in python-chess's own sets."""
    king = board.king(board.turn)
    rights = board.clean_castling_rights() & (chess.BB_RANK_1 if board.turn else chess.BB_RANK_8)
    legal = {move.to_square for move in board.legal_moves if board.is_castling(move)}
    first = 0 if board.turn else 56
    found = []
    for right, king_to, rook_to in ((True, first + 6, first + 5), (False, first + 2, first + 3)):
        rooks = [rook for rook in chess.scan_forward(rights) if (rook > king) == right]
        if not rooks:
            found.append(LOST)
            continue
        rook = rooks[0]
        way = range(min(king, rook, king_to, rook_to), max(king, rook, king_to, rook_to) + 1)
        if any(board.piece_at(square) and square not in (king, rook) for square in way):
            found.append(BLOCKED)
        else:
            found.append(0 if (rook if board.chess960 else king_to) in legal else ATTACKED)
    return tuple(found)


@settings(max_examples=150, deadline=None)
@given(starts, games)
def test_R14_the_three_faces_agree_with_python_chess(start, game):
    position, board = begin(start)
    for number in game:
        assert (position.castling(0), position.castling(1)) == faces(board)
        moves = list(position.moves[: position.legal()])
        if not moves:
            break
        move = pick(moves, number)
        board.push(board.parse_uci(uci.text(position, move)))
        position.push(move)


@pytest.mark.parametrize(
    ("text", "right", "left"),
    [
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", 0, LOST),
        ("rn2k2r/8/8/8/8/8/8/4K1R1 b kq - 0 1", ATTACKED, BLOCKED),
        ("4k3/8/8/8/8/8/8/RN1K1BR1 w GA - 0 1", BLOCKED, BLOCKED),
        ("4k3/8/8/8/8/8/8/1R1K2R1 w G - 0 1", 0, LOST),
        ("4kr2/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", ATTACKED, 0),
    ],
)
def test_R14_the_faces_for_black_and_in_chess960(text, right, left):
    position = at(text)
    assert (position.castling(0), position.castling(1)) == (right, left)
    assert faces(chess.Board(text, chess960=position.chess960)) == (right, left)


def test_R16_the_givers_of_check():
    squares = bytearray(2)
    assert Position().checkers_into(squares) == 0
    assert at("4r1k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1").checkers_into(squares) == 2
    assert bytes(squares) == bytes((parse("d3"), parse("e8")))
    assert at("4k3/2q5/3N4/8/8/8/6PP/4R1K1 b - - 0 1").checkers_into(squares) == 2


def test_a_set_up_with_more_checks_than_the_buffer_holds():
    position = at("2QB4/b3n1Qq/3n4/P1Pp2K1/1b1k3Q/4P3/Pp2q3/r7 b - - 0 1")
    assert position.checkers_into(bytearray(2)) == 2
    assert position.checkers_into(bytearray(16)) == 3
