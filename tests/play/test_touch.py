# SPDX-License-Identifier: GPL-3.0-or-later
"""Touch-move: what the touches oblige to, by example and against the laws written down once more with python-chess."""

import os
import random
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import touch as duties
from play.touch import BREACHES, Touch
from rules import fen, uci
from rules.position import Position
from rules.square import NOWHERE

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")

ITALIAN = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
CASTLES = "r3k2r/pppq1ppp/2n5/3p4/3P4/2N5/PPPQ1PPP/R3K2R w KQkq - 0 1"
CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


class Player:
    """A player before a position, who touches men by name."""

    def __init__(self, text=chess.STARTING_FEN):
        self.position = Position()
        fen.load(self.position, text)
        self.touch = Touch(self.position)

    def lift(self, *names, **how):
        for name in names:
            self.touch.lifted(chess.parse_square(name), **how)
        return self

    def place(self, *names):
        for name in names:
            self.touch.placed(chess.parse_square(name))
        return self

    def tap(self, *names, **how):
        """Lift each man and put it back."""
        for name in names:
            self.lift(name, **how).place(name)
        return self

    def at_once(self, first, *names):
        self.lift(first)
        return self.lift(*names, at_once=True)

    def oblige(self):
        return self.touch.oblige(self.position.moves, self.position.legal())

    def must(self):
        """Return the duty and the men it is about, as (duty, own, enemy, rook)."""
        duty = self.oblige()
        assert duty == self.touch.duty
        squares = (self.touch.own, self.touch.enemy, self.touch.rook)
        return (duty, *("" if square == NOWHERE else chess.square_name(square) for square in squares))

    def moves(self):
        """Return the moves that satisfy the duty, by the mask."""
        self.oblige()
        count = self.position.legal()
        mask = bytearray(256)
        total = self.touch.mask_into(mask, self.position.moves, count)
        moves = list(self.position.moves[:count])
        assert total == sum(mask)
        assert [bool(each) for each in mask[:count]] == [self.touch.satisfies(move) for move in moves]
        assert [bool(each) for each in mask[:count]] == [not self.touch.breach(move) for move in moves]
        return {uci.text(self.position, move) for move, each in zip(moves, mask, strict=False) if each}

    def breach(self, text):
        self.oblige()
        return self.touch.breach(uci.parse(self.position, text))

    def push(self, text):
        self.position.push(uci.parse(self.position, text))
        self.touch.reset()
        return self


FREE = (duties.FREE, "", "", "")


def move(own):
    return (duties.MOVE, own, "", "")


def capture(enemy):
    return (duties.CAPTURE, "", enemy, "")


def both(own, enemy):
    return (duties.BOTH, own, enemy, "")


def castle(king, rook):
    return (duties.CASTLE, king, "", rook)


def test_nothing_touched_obliges_to_nothing():
    player = Player()
    assert player.must() == FREE
    assert len(player.moves()) == 20


def test_R21_the_first_touched_own_man_that_can_move_must_move():
    player = Player().tap("a1", "g1", "e2")
    assert player.must() == move("g1")
    assert player.moves() == {"g1f3", "g1h3"}
    assert player.breach("e2e4") == "move"


def test_R21_the_first_touched_enemy_man_that_can_be_captured_must_be_captured():
    player = Player(CASTLES).lift("h7", "d5", "c6")
    assert player.must() == capture("d5")
    assert player.moves() == {"c3d5"}
    assert player.breach("d2e3") == "capture"


def test_R21_only_the_first_touch_of_a_man_counts():
    assert Player().tap("e2", "g1", "e2").must() == move("e2")


def test_R21_every_promotion_of_the_touched_pawn_satisfies():
    player = Player("1n5k/P7/8/8/8/8/8/K7 w - - 0 1").tap("a7")
    assert player.moves() == {f"a7{to}{kind}" for to in ("a8", "b8") for kind in "qrbn"}
    assert player.lift("a7", "b8").moves() == {f"a7b8{kind}" for kind in "qrbn"}


def test_R21_a_man_captured_en_passant_was_touched_where_it_stood():
    player = Player("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").lift("d5")
    assert player.must() == capture("d5")
    assert player.moves() == {"e5d6"}
    assert player.lift("e5").must() == both("e5", "d5")


def test_R21_the_squares_where_a_man_has_landed_are_no_touches():
    player = Player(CENTRE).lift("e4").place("e5").lift("e5").place("e4")
    assert player.must() == move("e4")
    player.lift("d5", "e4").place("d5").lift("d5").place("e4").place("d5")
    assert player.must() == both("e4", "d5")


def test_R21_a_man_that_has_landed_and_is_taken_up_again_is_in_the_hand():
    player = Player(CASTLES).lift("c3").place("e4").lift("e4", "d5").place("d5", "c3").place("d5")
    assert player.must() == both("c3", "d5")
    missed = Player(CASTLES).lift("c3").place("e4").place("c3")  # no sensor saw it taken up
    assert missed.lift("d2", "d5").place("d2", "d5").must() == both("c3", "d5")


def test_R21_the_touches_end_with_the_move_and_come_back_with_the_position():
    player = Player().tap("g1").lift("e2").place("e4")
    assert player.breach("e2e4") == "move"
    player.push("e2e4").lift("e7")
    assert player.must() == move("e7")
    player.position.pop()
    player.touch.restore()
    assert player.must() == move("g1")
    assert player.moves() == {"g1f3", "g1h3"}
    assert player.tap("d7").must() == move("g1")  # all men stand again: this is the waiting player's hand


def test_R21_R29_a_man_of_the_opponent_in_the_air_when_the_move_was_made_is_doubtful_after_it_is_taken_back():
    player = Player(CENTRE).lift("d5")
    player.touch.reset()
    player.touch.restore()
    assert player.must() == FREE
    assert player.touch.doubtful() == chess.D5


def test_R20_adjusting_that_was_announced_obliges_to_nothing():
    player = Player().tap("g1", announced=True)
    assert player.must() == FREE
    assert player.tap("g1").must() == move("g1")
    player = Player(CENTRE).lift("d5", announced=True).lift("e4")
    assert player.must() == move("e4")


def test_A17_a_man_put_back_before_another_moves():
    assert Player().tap("g1").lift("e2").place("e4").breach("e2e4") == "move"
    assert Player().tap("a1").lift("e2").place("e4").breach("e2e4") == ""
    assert Player().tap("g1", announced=True).lift("e2").place("e4").breach("e2e4") == ""


@pytest.mark.parametrize("touches", [("e4", "d5"), ("d5", "e4"), ("e4", "d5", "b1", "d8"), ("d5", "d8", "e4", "b1")])
def test_R22_the_first_own_man_captures_the_first_enemy_man(touches):
    player = Player(CENTRE).lift(*touches)
    assert player.must() == both("e4", "d5")
    assert player.breach("e4e5") == "both"


def test_R22_if_that_is_impossible_the_first_touched_that_can():
    assert Player(CENTRE).lift("b1", "d5").must() == move("b1")
    assert Player(CENTRE).lift("d5", "b1").must() == capture("d5")
    assert Player(CENTRE).lift("a1", "e7", "d5", "b1").must() == capture("d5")
    assert Player(CENTRE).lift("a1", "e7", "b1", "d5").must() == move("b1")


def test_R22_the_federation_lets_another_man_capture():
    player = Player(CENTRE).lift("b1", "d5")
    player.touch.any_captor = True
    assert player.must() == capture("d5")
    assert player.moves() == {"e4d5"}
    assert player.lift("e4").must() == capture("d5")


def test_R22_own_man_first_if_the_order_is_unclear():
    assert Player(CENTRE).at_once("d5", "b1").must() == move("b1")
    assert Player(CENTRE).lift("d5", "b1").must() == capture("d5")
    assert Player(CENTRE).lift("d5").at_once("d8", "b1").must() == capture("d5")


def test_R23_king_then_rook_castle_on_that_side():
    player = Player(CASTLES).tap("e1", "h1", "a1")
    assert player.must() == castle("e1", "h1")
    assert player.moves() == {"e1g1"}
    assert player.breach("e1c1") == player.breach("e1e2") == player.breach("h1g1") == "castle"
    assert Player(CASTLES).tap("e1", "a1").moves() == {"e1c1"}


def test_R23_A05_rook_then_king_bars_castling_on_that_side():
    player = Player(ITALIAN).lift("h1").place("f1").lift("e1").place("g1")
    assert player.must() == move("h1")
    assert player.moves() == {"h1f1", "h1g1"}
    assert player.breach("e1g1") == "rook-first"
    assert player.breach("e1e2") == "move"


def test_R23_rook_that_cannot_move_then_king_bars_that_side_only():
    free = Player("4k3/8/8/8/8/8/P3PP1P/R4KRN w GA - 0 1").tap("g1", "f1")
    assert free.must() == move("g1")
    assert free.breach("f1g1") == "rook-first"
    shut = Player("4k3/8/8/8/8/8/P3PPPP/R4KRN w GA - 0 1").tap("g1", "f1")
    assert shut.must() == move("f1")
    assert shut.moves() == {"f1e1", "f1a1"}  # castling on the other side included
    assert shut.breach("f1g1") == "rook-first"
    assert shut.tap("a1").must() == castle("f1", "a1")


def test_R23_a_barred_castling_stays_barred_where_nothing_else_obliges():
    player = Player("4k3/8/8/8/8/8/P3PPPP/4BKRN w G - 0 1").tap("g1", "f1")
    assert player.must() == FREE
    assert "a2a3" in player.moves()
    assert player.breach("f1g1") == "rook-first"


def test_R23_a_barred_castling_is_allowed_if_no_other_move_is_legal():
    player = Player("4r2k/8/8/8/8/6p1/r5P1/5KRB w G - 0 1").tap("g1", "f1")
    assert player.must() == move("f1")
    assert player.moves() == {"f1g1"}


def test_R23_king_and_rook_lifted_at_once_count_as_king_first():
    assert Player(CASTLES).at_once("a1", "e1").must() == castle("e1", "a1")
    assert Player(CASTLES).at_once("e1", "h1").must() == castle("e1", "h1")


def test_R23_king_then_rook_castling_illegal_another_king_move():
    attacked = "r3k2r/pppq2pp/2n2r2/3p4/3P4/2N5/PPPQ2PP/R3K2R w KQkq - 0 1"
    player = Player(attacked).tap("e1", "h1")
    assert player.must() == move("e1")
    assert player.moves() == {"e1d1", "e1e2", "e1c1"}
    assert player.breach("h1g1") == "move"
    assert player.tap("a1").must() == castle("e1", "a1")


def test_R23_king_then_rook_castling_illegal_and_no_king_move_any_move():
    player = Player().tap("e1", "h1")
    assert player.must() == FREE
    blocked = "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1"
    player = Player(blocked).tap("e1", "h1")
    assert player.must() == FREE  # though the rook could move
    assert len(player.moves()) == chess.Board(blocked).legal_moves.count()
    assert player.tap("b1").must() == move("b1")  # what is touched besides the two obliges
    assert Player(blocked).tap("b1", "e1", "h1").must() == move("b1")
    assert Player(blocked).tap("h1", "e1").must() == move("h1")


def test_R23_nobody_means_to_castle_with_a_rook_off_the_first_rank():
    text = "rnbqkbnr/pppppppp/8/8/7R/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"
    assert Player(text).tap("e1", "h4").must() == move("h4")


def test_R23_an_earlier_touch_goes_before_king_and_rook():
    assert Player(CASTLES).tap("c3", "e1", "h1").must() == move("c3")
    blocked = "r3k2r/pppq1ppp/2n5/3p4/3P4/8/PPPP1PPP/R1B1K2R w KQkq - 0 1"
    assert Player(blocked).tap("c1", "e1", "h1").must() == castle("e1", "h1")
    taken = "4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1"
    assert Player(taken).lift("e1", "d2").must() == both("e1", "d2")


def test_R23_castling_is_not_undone_by_touching_an_enemy_man_afterwards():
    near = "4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1"
    assert Player(near).lift("e1", "h1", "d2").must() == castle("e1", "h1")
    assert Player(near).lift("e1", "d2", "h1").must() == both("e1", "d2")
    assert Player(CASTLES).lift("d5", "e1", "h1").must() == capture("d5")
    assert Player(CASTLES).lift("h7", "e1", "h1").must() == castle("e1", "h1")


def test_R24_if_none_can_move_or_be_captured_any_legal_move():
    player = Player().lift("a1", "c1", "e7", "d8")
    assert player.must() == FREE
    assert len(player.moves()) == 20


def test_R24_a_pinned_man_does_not_oblige():
    player = Player("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1").tap("e2", "e1")
    assert player.must() == move("e1")


def test_R25_a_king_let_go_two_squares_away_must_castle_there():
    player = Player(CASTLES).lift("e1").place("g1")
    assert player.must() == move("e1")  # it may be in the hand yet
    player.touch.let_go()
    assert player.must() == castle("e1", "h1")
    player.lift("g1").place("f1")
    assert player.breach("e1f1") == "castle"
    assert Player(CASTLES).lift("e1").place("g1").tap("c3").must() == castle("e1", "h1")
    assert Player(CASTLES).lift("e1").place("g1").tap("a1").must() == castle("e1", "h1")
    assert Player(CASTLES).lift("e1", "a1").place("a1", "g1").tap("h1").must() == castle("e1", "a1")


def test_R25_a_king_that_slides_on_was_not_let_go():
    player = Player(CASTLES).lift("e1").place("f1").lift("f1").place("g1").lift("g1").place("f1").tap("c3")
    assert player.must() == move("e1")
    player.touch.let_go()
    assert player.must() == move("e1")
    assert Player(CASTLES).lift("e1").place("g1").lift("d5").must() == move("e1")  # the opponent's hand


def test_R25_the_king_must_be_the_man_that_came_down_and_have_left_the_hand():
    assert Player(CASTLES).lift("e1").place("g1").lift("g1").tap("c3").must() == move("e1")
    assert Player(CASTLES).lift("e1", "c3").place("g1").tap("a2").must() == move("e1")
    assert Player(ITALIAN).tap("e1").lift("f3").place("g1").tap("b1").must() == move("e1")
    player = Player(CASTLES).tap("d5").lift("e1").place("g1").lift("d5")
    player.touch.let_go()
    assert player.place("d5").must() == castle("e1", "h1")


def test_R25_castling_there_illegal_another_king_move_or_any():
    attacked = "r3k2r/pppq2pp/2n2r2/3p4/3P4/2N5/PPPQ2PP/R3K2R w KQkq - 0 1"
    player = Player(attacked).lift("e1").place("g1").tap("c3")
    assert player.must() == move("e1")
    stuck = "4k3/8/8/8/8/8/3PPP1P/3QKR1R w - - 0 1"
    player = Player(stuck).lift("e1").place("g1").tap("h1")
    assert player.must() == FREE


def test_R25_survives_the_taking_back_of_the_move():
    player = Player(CASTLES).lift("e1").place("g1").tap("c3").lift("g1").place("f1")
    assert player.breach("e1f1") == "castle"
    player.push("e1f1").lift("e8")
    player.position.pop()
    player.touch.restore()
    assert player.must() == castle("e1", "h1")


def test_A23_king_path_and_men_that_only_look_like_castling():
    player = Player(ITALIAN).lift("e1").place("f1").lift("f1").place("g1").lift("h1").place("f1")
    assert player.must() == castle("e1", "h1")
    assert player.breach("e1g1") == ""
    assert Player(ITALIAN).lift("e1", "h1").place("f1", "g1").breach("e1g1") == ""
    player = Player("6k1/5ppp/8/8/8/7P/5PPK/4R3 w - - 0 30").lift("e1").place("g1")
    assert player.must() == move("e1")
    assert player.breach("e1g1") == ""


def test_R28_R29_a_man_of_the_waiting_side_put_back_alone_obliges_after_a_complaint():
    player = Player(CENTRE).lift("d5")
    assert player.must() == capture("d5")
    player.place("d5")
    assert player.must() == FREE
    assert player.touch.doubtful() == chess.D5
    player.tap("b1").tap("d5")
    assert player.must() == move("b1")
    player.touch.complain()
    assert player.touch.doubtful() == NOWHERE
    assert player.must() == capture("d5")  # first touched before the knight, which cannot capture it
    assert player.tap("e7").touch.doubtful() == chess.E7


def test_R29_a_man_of_the_waiting_side_in_hand_with_an_own_man_was_touched():
    assert Player(CENTRE).lift("e4", "d5").place("e4", "d5").must() == both("e4", "d5")
    assert Player(CENTRE).lift("d5", "e4").place("e4", "d5").must() == both("e4", "d5")
    assert Player(CENTRE).lift("e4", "b1").place("b1").lift("d5").place("e4", "d5").must() == both("e4", "d5")
    assert Player(CENTRE).tap("e4").tap("d5").must() == move("e4")


def test_R29_a_doubtful_touch_that_is_repeated_for_sure_counts_from_then():
    player = Player(CENTRE).tap("d5").lift("b1", "d5").place("b1", "d5")
    assert player.must() == move("b1")
    player.touch.complain()
    assert player.must() == capture("d5")


def test_R29_the_answer_lifted_while_the_move_stands_is_no_touch():
    player = Player(CASTLES).lift("c3").place("e4").lift("d5")
    assert player.must() == move("c3")
    assert player.breach("c3e4") == ""
    player.place("d5").lift("e4").place("c3")
    assert player.must() == move("c3")
    player.touch.complain()
    assert player.must() == both("c3", "d5")


def test_R29_the_arbiter_says_which_man_must_move_or_be_captured():
    player = Player(CENTRE).tap("g1")
    player.touch.rule(chess.B1)
    assert player.must() == move("b1")
    player.touch.rule(chess.D5)
    assert player.must() == capture("d5")
    assert player.tap("d5").must() == capture("d5")
    player.touch.rule(chess.E1)
    assert player.must() == move("e1")


def test_chess960_castling_with_either_man_alone():
    rook_moves = "4k3/8/8/8/8/8/5PPP/R5KR w HA - 0 1"  # castling right, only the rook moves
    assert Player(rook_moves).tap("h1").moves() == {"g1h1"}
    assert Player(rook_moves).tap("g1", "h1").must() == castle("g1", "h1")
    assert Player(rook_moves).tap("h1", "g1").breach("g1h1") == "rook-first"
    king_moves = "4k3/8/8/8/8/8/5PPP/3RK2R w DH - 0 1"  # castling left, only the king moves
    assert "e1d1" in Player(king_moves).tap("e1").moves()
    assert Player(king_moves).lift("e1").place("c1").tap("f2").must() == castle("e1", "d1")
    assert "e1d1" not in Player(king_moves).tap("d1").moves()


def test_chess960_a_king_step_to_the_castling_square_is_no_castling():
    player = Player("4k3/8/8/8/8/8/4PPP1/5K1R w H - 0 1").lift("f1").place("g1")
    player.touch.let_go()
    assert player.must() == move("f1")


def test_A21_chess960_rook_first_is_the_rook_move():
    text = "qrnkbbr1/pppppppp/6n1/8/8/1N6/PPPPPPPP/QR1KBBRN w KQkq - 2 2"
    assert Player(text).lift("d1", "b1").place("d1", "c1").breach("d1b1") == ""
    player = Player(text).lift("b1").place("c1")
    assert player.breach("b1c1") == ""
    assert player.breach("d1b1") == "rook-first"


def test_words_of_breaches_are_by_duty():
    assert [BREACHES[duty] for duty in (duties.FREE, duties.MOVE, duties.CAPTURE, duties.BOTH, duties.CASTLE)] == [
        *["", "move", "capture", "both", "castle"]
    ]


# The laws once more, from their text and over python-chess's moves: slow and plain.


def captured_square(board, move):
    if board.is_en_passant(move):
        return move.to_square ^ 8
    return move.to_square if board.is_capture(move) else None


def castling_rook(board, move):
    """Return the square of the rook, None if the move is no castling."""
    if not board.is_castling(move):
        return None
    if board.chess960:
        return move.to_square
    return (move.from_square & 56) + (7 if chess.square_file(move.to_square) == 6 else 0)


def by_the_laws(board, touches):
    """Return the moves that FIDE 4.3-4.5 leave after these touches, none of them doubtful, in their order."""
    own = [square for square in touches if board.color_at(square) == board.turn]
    theirs = [square for square in touches if board.color_at(square) != board.turn]
    king = board.king(board.turn)

    def king_stays(move):
        return chess.square_file(king) == (6 if castling_rook(board, move) > king else 2)

    def barred(move):  # 4.4.2
        rook = castling_rook(board, move)
        if rook not in own:
            return False
        return own.index(king) > own.index(rook) if king in own else not king_stays(move)

    legal = list(board.legal_moves)
    legal = [move for move in legal if not barred(move)] or legal

    def moved_by(square):
        return [
            move
            for move in legal
            if move.from_square == square or (castling_rook(board, move) == square and king_stays(move))
        ]

    def capturing(square):
        return [move for move in legal if captured_square(board, move) == square]

    def castling(rooks):  # 4.4.1
        for rook in rooks:
            for move in legal:
                if castling_rook(board, move) == rook:
                    return [move]
        return []

    if own and theirs:  # 4.3.3
        pair = [move for move in capturing(theirs[0]) if move.from_square == own[0]]
        settled = own[0] == king and castling(touches[: touches.index(theirs[0])])
        if pair and not settled:
            return pair
    later = list(touches)
    while later:
        square = later.pop(0)
        if square in theirs:
            found = capturing(square)
        else:
            found = (castling(later) if square == king else []) or moved_by(square)
        if found:
            return found
        if square == king:  # 4.4.3
            rooks = [each for each in later if each in own and board.piece_type_at(each) == chess.ROOK][:1]
            home = 0 if board.turn else 7
            if rooks and chess.square_rank(rooks[0]) == chess.square_rank(king) == home:
                later.remove(rooks[0])
    return legal  # 4.5


STARTS = (
    *[chess.STARTING_FEN, ITALIAN, CASTLES, CENTRE],
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "5krb/4pppp/8/8/8/8/4PPPP/R4KRB w GAg - 0 1",
)


def random_board(rng):
    if rng.random() < 0.3:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        text = rng.choice(STARTS)
        board = chess.Board(text, chess960=any(mark in "ABDGabdg" for mark in text.split()[2]))
    for _ in range(rng.choice((0, 0, 1, 2, 10, 20, 40))):
        moves = list(board.legal_moves)
        if not moves:
            board.pop()
            break
        board.push(rng.choice(moves))
    if not any(board.legal_moves):
        board.pop()
    return board


def player_before(board):
    return Player(board.shredder_fen() if board.chess960 else board.fen())


def random_touches(board, rng):
    """Return squares of men, those of castling and of captures more often than others."""
    men = list(board.piece_map())
    likely = [square for square in men if board.piece_type_at(square) in (chess.KING, chess.ROOK)]
    likely = [square for square in likely if board.color_at(square) == board.turn]
    taken = [captured_square(board, move) for move in board.legal_moves]
    pools = [men, likely, [square for square in taken if square is not None] or men]
    touches = [rng.choice(rng.choice(pools)) for _ in range(rng.choice((0, 1, 2, 2, 3, 3, 4, 6)))]
    return list(dict.fromkeys(touches))


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=250, deadline=None)
def test_R21_R22_R23_R24_the_mask_is_what_the_laws_say(seed):
    rng = random.Random(seed)
    board = random_board(rng)
    player = player_before(board)
    for _ in range(8):
        touches = random_touches(board, rng)
        player.touch.reset()
        for square in touches:
            player.touch.lifted(square)
            if board.color_at(square) == board.turn and rng.random() < 0.5:
                player.touch.placed(square)
        meant = {move.uci() for move in by_the_laws(board, touches)}
        names = [chess.square_name(square) for square in touches]
        assert player.moves() == meant, (board.fen(), names)


@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=150, deadline=None)
def test_restless_hands_leave_a_duty_that_can_be_done_and_no_more_than_fits(seed):
    rng = random.Random(seed)
    board = random_board(rng)
    player = player_before(board)
    touch = player.touch
    for _ in range(rng.randrange(300)):
        square = rng.choice(list(board.piece_map())) if rng.random() < 0.8 else rng.randrange(64)
        kind = rng.randrange(40)
        if kind < 20:
            touch.lifted(square, kind == 0, kind < 6)
        elif kind < 37:
            touch.placed(square)
        elif kind == 37:
            touch.complain()
        elif kind == 38:
            touch.let_go()
        else:
            touch.reset()
            if rng.random() < 0.5:
                touch.restore()
    assert player.moves()


def test_every_man_can_be_touched_twice():
    player = Player()
    for square in [*range(48, 64), *range(16)]:
        player.touch.lifted(square)
        player.touch.placed(square)
    for square in range(15, -1, -1):
        player.touch.lifted(square)
    for square in range(48, 64):
        player.touch.lifted(square)
    assert player.must() == move("b1")
    player.touch.reset()
    for _ in range(60):
        player.tap("d7", "e7")
    assert player.must() == FREE


HEAP = """
import micropython
from play.touch import Touch
from rules import fen
from rules.position import Position


def use(touch, mask, moves, count):
    for _ in range(3):
        for square in b"\\x3c\\x04\\x07\\x23\\x1b\\x12\\x00":
            touch.lifted(square, False, square == 7)
            touch.oblige(moves, count)
            total = touch.mask_into(mask, moves, count)
            touch.breach(moves[count // 2])
        for square in b"\\x3c\\x06\\x07\\x23\\x12":
            touch.placed(square)
            touch.oblige(moves, count)
        touch.let_go()
        touch.complain()
        touch.doubtful()
        touch.reset()
        touch.restore()
        touch.rule(4)
        touch.reset()
    return total


position = Position()
fen.load(position, "%s")
touch = Touch(position)
mask = bytearray(256)
count = position.legal()
moves = position.moves
total = 0
micropython.heap_lock()
total = use(touch, mask, moves, count)
micropython.heap_unlock()
print(total)
"""


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="needs MicroPython beside this Python")
def test_nothing_is_allocated(tmp_path):
    program = tmp_path / "touch_heap.py"
    program.write_text(HEAP % CASTLES)
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    command = [MICROPYTHON, "-X", "heapsize=192k", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["1"]), done.stdout + done.stderr


@pytest.mark.parametrize("fen_text", [CENTRE, ITALIAN, CASTLES])
@pytest.mark.parametrize("seed", range(20))
def test_what_was_touched_is_the_same_after_a_power_cut(fen_text, seed):
    """The duty that is found from the text of the record is that of the touches, once all men stand again."""
    rng = random.Random(seed)
    player, other = Player(fen_text), Player(fen_text)
    squares = [chess.square_name(square) for square in chess.Board(fen_text).piece_map()]
    for _ in range(rng.randrange(1, 5)):
        both = rng.sample(squares, 2)
        if rng.random() < 0.5:
            player.tap(both[0])
        else:
            player.lift(*both).place(*both)
    player.touch.stand()
    other.touch.take(player.touch.text())
    assert other.touch.text() == player.touch.text()
    assert (other.must(), other.moves()) == (player.must(), player.moves())
    other.touch.complain()
    player.touch.complain()
    assert (other.must(), other.moves()) == (player.must(), player.moves())
