# SPDX-License-Identifier: GPL-3.0-or-later
"""Show each law about moving (R4, R10 to R16) on a position that lives or dies by it."""

import pytest

from rules import fen, uci
from rules.move import CASTLING, EN_PASSANT, promotion
from rules.position import Position
from rules.square import name, parse


def at(text):
    position = Position()
    fen.load(position, text)
    return position


def legal(position, square=""):
    """Return the UCI texts of the legal moves from a square, or of all."""
    moves = list(position.moves[: position.legal()])
    return {text for text in (uci.text(position, move) for move in moves) if text.startswith(square)}


def targets(text, square):
    return " ".join(sorted(move[2:] for move in legal(at(text), square)))


def play(position, *moves):
    for text in moves:
        position.push(uci.parse(position, text))


def test_R3_white_begins_and_moves_alternate():
    position = Position()
    assert position.turn == 0
    play(position, "e2e4")
    assert (position.turn, position.fullmove_number) == (1, 1)
    play(position, "e7e5")
    assert (position.turn, position.fullmove_number) == (0, 2)


def test_R10_no_move_to_a_square_of_an_own_man():
    assert targets("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "a1") == "a2 a3 b1 c1 d1"
    assert targets("4k3/8/8/8/8/6P1/5P2/4K2N w - - 0 1", "h1") == ""


def test_R10_a_capture_removes_the_man_in_the_same_move():
    position = at("4k3/8/8/3p4/4P3/8/8/4K3 w - - 7 1")
    play(position, "e4d5")
    assert fen.dump(position) == "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"


def test_R10_only_the_knight_leaps():
    assert legal(Position()) == {
        *("a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4").split(),
        *("b1a3 b1c3 g1f3 g1h3").split(),
    }


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        ("N", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("B", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"),
        ("R", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("Q", "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8"),
    ],
)
def test_R11_officers_move_as_usual(letter, expected):
    assert targets(f"8/7k/8/8/3{letter}4/8/8/7K w - - 0 1", "d4") == expected


def test_R11_the_king_moves_one_square():
    assert targets("7k/8/8/8/3K4/8/8/8 w - - 0 1", "d4") == "c3 c4 c5 d3 d5 e3 e4 e5"


def test_R11_two_squares_only_if_both_are_free():
    assert targets("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2") == "e3 e4"
    assert targets("4k3/8/8/8/4n3/8/4P3/K7 w - - 0 1", "e2") == "e3"
    assert targets("4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2") == ""
    assert targets("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3") == "e4"
    assert targets("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7") == "e5 e6"


def test_R11_a_pawn_goes_only_forwards_and_captures_only_aslant():
    men = "4k3/8/8/2ppp3/2nPn3/2ppp3/8/4K3 w - - 0 1"
    assert targets(men, "d4") == "c5 e5"
    assert targets("4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4") == "a5", "no capture round the edge of the board"


def test_R12_en_passant_only_as_the_very_next_move():
    position = at("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    play(position, "d7d5")
    assert "e5d6" in legal(position)
    move = uci.parse(position, "e5d6")
    assert move & EN_PASSANT
    assert name(position.en_passant_victim(move)) == "d5"
    play(position, "e1e2", "e8e7")
    assert "e5d6" not in legal(position)


def test_R12_en_passant_removes_the_pawn_that_moved():
    position = at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    play(position, "d4e3")
    assert fen.dump(position) == "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"


def test_R12_en_passant_may_not_leave_the_king_in_check():
    assert "b5c6" not in legal(at("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1")), "both pawns leave the rank"
    assert "e5d6" not in legal(at("4r3/8/8/3pP3/8/8/8/4K2k w - d6 0 1")), "a pinned pawn"
    assert "e5d6" not in legal(at("b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1")), "the captured pawn shut the diagonal"


def test_R12_en_passant_can_meet_the_check_of_the_pawn_that_moved():
    assert "e5d6" in legal(at("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1"))


@pytest.mark.parametrize("square", ["a8", "b8"])
def test_R13_promotion_offers_four_pieces_whatever_has_been_captured(square):
    position = at("1n2k3/P7/8/8/8/8/8/QRNBK3 w - - 0 1")
    assert {move for move in legal(position) if move.startswith("a7" + square)} == {
        f"a7{square}{letter}" for letter in "qrbn"
    }
    with pytest.raises(ValueError, match="must become"):
        uci.parse(position, "a7" + square)


def test_R13_the_effect_of_a_promotion_is_immediate():
    position = at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    play(position, "a7a8q")
    assert position.is_check()
    position.pop()
    play(position, "a7a8n")
    assert not position.is_check()
    assert promotion(position.pop()) == 2


CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_R14_castling_moves_king_and_rook():
    position = at(CASTLES)
    move = uci.parse(position, "e1g1")
    assert move & CASTLING
    assert (name(position.rook_from(move)), name(position.rook_to(move))) == ("h1", "f1")
    play(position, "e1g1", "e8c8")
    assert fen.dump(position) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    position.pop()
    position.pop()
    assert fen.dump(position) == CASTLES


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("e1e2 a8b8 e2e1 b8a8", "k"),
        ("h1h2 e8e7 h2h1 e7e8", "Q"),
        ("a1a8", "Kk"),
        ("h1h8", "Qq"),
    ],
)
def test_R14_castling_is_lost_for_good_when_king_or_rook_has_moved(moves, left):
    position = at(CASTLES)
    play(position, *moves.split())
    assert fen.dump(position).split()[2] == left


def test_R14_another_rook_on_the_corner_does_not_bring_castling_back():
    position = at("r3k2r/8/8/8/8/8/1R5R/R3K3 w Qkq - 0 1")
    play(position, "h2h1", "a8b8")
    assert "e1g1" not in legal(position)
    assert "e1c1" in legal(position)


@pytest.mark.parametrize(
    ("men", "castles"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", ""),
        ("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1g1"),
        ("4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""),
        ("3r1k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        ("5r2/8/1k6/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"),
        ("6r1/8/1k6/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"),
        ("2r5/8/5k2/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        ("1r6/8/5k2/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
        ("r7/7r/5k2/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
        ("8/8/5k2/8/8/8/6p1/R3K2R w KQ - 0 1", "e1c1"),
        ("8/8/5k2/8/8/8/3p4/R3K2R w KQ - 0 1", ""),
    ],
)
def test_R14_castling_is_impossible_while_a_square_of_the_king_is_attacked_or_a_man_between(men, castles):
    position = at(men)
    moves = [uci.text(position, move) for move in position.moves[: position.legal()] if move & CASTLING]
    assert " ".join(sorted(moves)) == castles


def test_R15_a_pinned_man_still_attacks():
    assert targets("4k3/8/8/4b3/8/8/8/4R2K w - - 0 1", "h1") == "g1 g2", "the bishop cannot move, but guards h2"


def test_R15_no_move_leaves_the_own_king_in_check():
    assert targets("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2") == "e3 e4 e5 e6 e7 e8"
    assert targets("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2") == ""
    assert targets("6k1/8/8/8/7b/8/5B2/4K3 w - - 0 1", "f2") == "g3 h4"
    assert targets("6k1/8/8/8/7q/6P1/8/4K3 w - - 0 1", "g3") == "h4"
    assert targets("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1") == "d1 d2 f1 f2", "nor along the line of the check"


def test_R15_a_king_is_never_captured():
    with pytest.raises(ValueError, match="Black is in check, but White has the move"):
        at("4k3/8/8/8/8/8/8/4RK2 w - - 0 1")


def test_R16_a_check_is_met_by_moving_capturing_or_interposing():
    assert legal(at("4k3/8/8/8/4r3/2P5/3P4/R2QK2R w - - 0 1")) == {
        *"e1f1 e1f2 d1e2".split(),
    }
    assert legal(at("3k4/8/8/4r3/1B4B1/8/3P1P2/3NKN2 w - - 0 1")) == {"g4e2", "d1e3", "f1e3"}


def test_R16_no_interposing_against_a_knight():
    assert legal(at("4k3/8/8/8/8/5n2/3PPP2/3QK2R w - - 0 1")) == {"e2f3", "e1f1"}


def test_R16_a_double_check_is_met_by_the_king_alone():
    position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    fen.load(position, "4r1k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1")
    assert {move[:2] for move in legal(position)} == {"e1"}


@pytest.mark.parametrize(
    ("men", "castling"),
    [
        ("k7/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1 f1g1"),
        ("k7/8/8/8/8/8/8/1RN2KR1 w GB - 0 1", "f1g1"),
        ("k7/8/8/8/8/8/8/2R3KR w HC - 0 1", "g1c1 g1h1"),
        ("k7/8/8/8/8/8/8/rRK5 w B - 0 1", ""),
        ("k7/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1"),
        ("k3r3/8/8/8/8/8/8/1R4K1 w B - 0 1", ""),
    ],
)
def test_R4_castling_in_chess960(men, castling):
    position = at(men)
    moves = [uci.text(position, move) for move in position.moves[: position.legal()] if move & CASTLING]
    assert " ".join(sorted(moves)) == castling


def test_R4_castling_ends_on_the_usual_squares_and_can_be_taken_back():
    for men, move, after in (
        ("k7/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", "k7/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("k7/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1", "k7/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
        ("k7/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("6kr/8/8/8/8/8/8/K7 b h - 0 1", "g8h8", "5rk1/8/8/8/8/8/8/K7 w - - 1 2"),
    ):
        position = at(men)
        play(position, move)
        assert fen.dump(position) == after
        position.pop()
        assert fen.dump(position) == men


def test_more_moves_are_remembered_than_kept_to_take_back():
    position = Position(depth=4)
    for _ in range(700):
        play(position, "g1f3", "g8f6", "f3g1", "f6g8")
    assert (position.halfmove_clock, position.fullmove_number) == (2800, 1401)
    for _ in range(4):
        position.pop()
    with pytest.raises(IndexError, match="no move to take back"):
        position.pop()
    assert (position.halfmove_clock, position.fullmove_number) == (2796, 1399)


def test_a_copy_stands_by_itself():
    position = at(CASTLES)
    copy = Position()
    copy.copy_from(position)
    play(copy, "e1g1")
    assert fen.dump(position) == CASTLES
    with pytest.raises(IndexError):
        copy.copy_from(position)
        copy.pop()


@pytest.mark.parametrize("text", ["", "e", "e9", "i1", "E4", "e44"])
def test_R60_squares_are_a1_to_h8(text):
    with pytest.raises(ValueError, match=f"'{text}' is no square"):
        parse(text)


def test_R60_every_square_has_its_name():
    assert [parse(name(square)) for square in range(64)] == list(range(64))
    assert (name(0), name(7), name(56), name(63)) == ("a1", "h1", "a8", "h8")


def test_the_position_with_most_moves_fits_the_buffer():
    assert at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").legal() == 218


@pytest.mark.parametrize("depth", [0, 1001])
def test_an_undo_ring_has_room_for_1_to_1000_moves(depth):
    with pytest.raises(ValueError, match=f"undo depth {depth}"):
        Position(depth)
