# SPDX-License-Identifier: GPL-3.0-or-later
"""Show what FEN is read, how it is written, and that text that is no position is refused and changes nothing."""

import pytest

from rules import fen
from rules.position import Position


def read(text):
    position = Position()
    fen.load(position, text)
    return position


def test_R2_the_start_array():
    assert fen.dump(Position()) == fen.START
    assert fen.dump(read(fen.START)) == fen.START


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "FEN has 0 fields"),
        ("8/8/8/8/8/8/8/8 w -", "FEN has 3 fields"),
        (fen.START + " 1", "FEN has 7 fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "board has 7 ranks, must have 8"),
        ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", "rank 4 has 7 squares, must have 8"),
        ("4k3/8/8/8/8p/8/8/4K3 w - - 0 1", "rank 4 has 9 squares, must have 8"),
        ("4k3/8/8/8/44p/8/8/4K3 w - - 0 1", "rank 4 has 9 squares, must have 8"),
        ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "rank 1: 'x' is no piece"),
        ("4k3/8/8/8/8/8/8/4K2. w - - 0 1", "rank 1: '.' is no piece"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side 'W': must be w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling 'x': must be of KQkq"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "'e9' is no square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock '-1': must be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number 'x': must be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number 0: must be 1 to 9999"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 10000 1", "halfmove clock 10000: must be 0 to 9999"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, must have one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, must have one"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White pawn on a1: pawns stand on ranks 2 to 7"),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "Black pawn on h8: pawns stand on ranks 2 to 7"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns, at most 8"),
        ("4k3/qq6/8/8/8/8/1ppppppp/K7 w - - 0 1", None),
        ("4k3/qqq5/8/8/8/8/1ppppppp/K7 w - - 0 1", "Black has 2 promoted men, but only 1 pawns are missing"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but White has the move"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "Black is in check, but White has the move"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling 'Q': no White rook for it"),
        ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", "castling 'K': no White rook for it"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "castling 'K': no White king on his first rank"),
        ("4k3/8/8/8/8/8/8/4K2R w k - 0 1", "castling 'k': no Black rook for it"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'KK': the same wing twice"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "castling 'HG': the same wing twice"),
        ("4k3/8/8/8/8/8/8/4K2R w - e6 0 1", "en passant e6: Black has not just moved a pawn across it"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "en passant e6: White has not just moved a pawn across it"),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant e6: Black has not just moved a pawn across it"),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant e6: Black has not just moved a pawn across it"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "en passant e4: White has not just moved a pawn across it"),
    ],
)
def test_text_that_is_no_position_is_refused_and_changes_nothing(text, message):
    if message is None:
        read(text)
        return
    position = Position()
    with pytest.raises(ValueError) as refusal:
        fen.load(position, text)
    assert str(refusal.value).startswith(message)
    assert fen.dump(position) == fen.START
    assert position.legal() == 20


def test_counters_may_be_left_out():
    assert fen.dump(read("4k3/8/8/8/8/8/8/4K3 b - -")) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


def test_R12_the_en_passant_square_is_written_only_if_the_capture_is_legal():
    for text, written in (
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-"),
    ):
        position = read(text)
        assert position.ep_square == 20
        assert fen.dump(position).split()[3] == written


@pytest.mark.parametrize(
    ("castling", "rooks", "chess960", "written"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", (7, 0, 63, 56), False, "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", (7, 64, 64, 56), False, "Kq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", (7, 0, 63, 56), True, "HAha"),
        ("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", (6, 1, 62, 57), True, "GBgb"),
        ("4k3/8/8/8/8/8/8/RR1K1RR1 w KQ - 0 1", (6, 0, 64, 64), True, "GA"),
        ("4k3/8/8/8/8/8/8/RR1K1RR1 w FB - 0 1", (5, 1, 64, 64), True, "FB"),
    ],
)
def test_R4_castling_is_read_in_both_writings(castling, rooks, chess960, written):
    position = read(castling)
    assert tuple(position.rook_square(side, wing) for side in (0, 1) for wing in (0, 1)) == rooks
    assert position.chess960 is chess960
    assert fen.dump(position).split()[2] == written
