# SPDX-License-Identifier: GPL-3.0-or-later
"""Show how positions are counted (R37, R38) and moves (R39, R40), and that nothing is counted that only looks the same.

There is no hash that could collide: positions are compared man by man.
"""

from collections import Counter
from itertools import combinations
from random import Random
from zlib import crc32

import chess
import chess.polyglot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_oracle import begin, pick, starts

from rules import fen, uci
from rules.move import CAPTURE
from rules.position import Position


def at(text, depth=300):
    position = Position(depth)
    fen.load(position, text)
    return position


def play(position, moves):
    for text in moves.split():
        position.push(uci.parse(position, text))


def test_R37_a_third_time():
    position = Position()
    assert position.repetitions() == 1
    play(position, "g1f3 g8f6 f3g1 f6g8")
    assert position.repetitions() == 2
    play(position, "g1f3 g8f6 f3g1")
    assert position.repetitions() == 2
    assert position.claim() is None
    move = uci.parse(position, "f6g8")
    assert position.claim_with(move) == "threefold"
    assert position.claim_with(uci.parse(position, "b8c6")) is None
    assert position.repetitions() == 2, "asking changes nothing"
    assert position.pop() == uci.parse(position, "f3g1")
    play(position, "f3g1 f6g8")
    assert position.repetitions() == 3
    assert position.claim() == "threefold"
    assert position.outcome(counted=True) is None


def test_R37_an_en_passant_capture_that_was_not_possible_makes_no_difference():
    position = at("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1")
    times = []
    for text in "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7".split():
        play(position, text)
        times.append(position.repetitions())
    assert (times[4], times[8]) == (2, 3)
    assert position.claim() == "threefold"


def test_R37_an_en_passant_capture_that_was_possible_makes_another_position():
    position = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    play(position, "e2e4 e8e7 e1e2 e7e8 e2e1")
    assert position.repetitions() == 1
    play(position, "e8e7 e1e2 e7e8 e2e1")
    assert position.repetitions() == 2


def test_R37_castling_rights_that_were_lost_make_another_position():
    position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    play(position, "a1b1 a8b8 b1a1 b8a8")
    assert position.repetitions() == 1
    play(position, "a1b1 a8b8 b1a1 b8a8")
    assert position.repetitions() == 2


def test_R37_the_same_side_must_have_the_move():
    position = at("8/8/8/4k3/8/8/8/R3K3 w - - 0 1")
    play(position, "a1a2 e5e6 a2a3 e6e5 a3a1")
    assert position.repetitions() == 1


LOOK_ALIKE = [
    ("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "b1c3 e8e7 c3b1 e7e8", 2),
    # Two men that change places, two of a kind that do, and the kings.
    ("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", "b1b2 e8e7 a1b1 e7e8 b2a2 e8e7 a2a1 e7e8", 1),
    ("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "b1b2 e8e7 a1b1 e7e8 b2a2 e8e7 a2a1 e7e8", 2),
    ("4k3/8/8/8/8/8/8/NB2K3 w - - 0 1", "e1e2 e8e7 e2e1 e7d8 e1e2 d8e8 e2e1", 1),
]


@pytest.mark.parametrize(("text", "moves", "times"), LOOK_ALIKE)
def test_R37_what_only_looks_the_same_is_not(text, moves, times):
    position = at(text)
    play(position, moves)
    assert position.repetitions() == times


def test_R37_a_long_walk_is_counted_by_what_stood_where():
    """Knights of both sides on the move give thousands of positions with the same sums, whatever one adds up."""
    random = Random(3)
    position = at("4k3/8/8/8/8/8/8/NN2K1nn w - - 0 1", depth=400)
    seen = {bytes(position.slate[:73]): 1}
    for _ in range(390):
        moves = [move for move in list(position.moves[: position.legal()]) if not move & CAPTURE]
        position.push(random.choice(moves))
        key = bytes(position.slate[:73])
        seen[key] = seen.get(key, 0) + 1
        assert position.repetitions() == seen[key]


@pytest.mark.parametrize("depth", [2, 4, 5, 8, 9, 40])
def test_R37_only_the_moves_that_are_kept_are_looked_back_on(depth):
    """A ring that is full ends where it began: the position before the oldest move kept is the last that is seen."""
    position = Position(depth)
    for ply in range(1, 50):
        position.push(uci.parse(position, ("g1f3", "g8f6", "f3g1", "f6g8")[(ply - 1) % 4]))
        assert position.repetitions() == 1 + min(ply, depth) // 4


def shuffle(random, board):
    """Return a quiet move of a man that can come back; more often than not the one that undoes the last of its side."""
    quiet = [move for move in board.legal_moves if not board.is_capture(move)]
    if len(board.move_stack) > 1 and random.random() < 0.6:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in quiet:
            return back
    return random.choice(quiet)


def tiny_hashes(board):
    """Return two hashes of 8 bits, as a small board might keep them: a check sum of the men, and a few Zobrist bits."""
    return crc32(f"{board.board_fen()} {board.turn}".encode()) & 255, chess.polyglot.zobrist_hash(board) & 255


def test_R37_positions_whose_hashes_collide_are_told_apart():
    """Hundreds of pairs of other positions share a hash. Who trusted it would count wrong; each count here is right."""
    random = Random(37)
    text = "1n2k1nr/8/8/8/8/8/8/RN2K1N1 w - - 0 1"
    position, board = at(text, depth=400), chess.Board(text)
    keys, hashes = [board._transposition_key()], [tiny_hashes(board)]
    exact, trusting = Counter(keys), [Counter([value]) for value in hashes[0]]
    wrong = [0, 0]
    for _ in range(400):
        move = shuffle(random, board)
        position.push(uci.parse(position, move.uci()))
        board.push(move)
        keys.append(board._transposition_key())
        hashes.append(tiny_hashes(board))
        exact[keys[-1]] += 1
        assert position.repetitions() == exact[keys[-1]]
        for kind, value in enumerate(hashes[-1]):
            trusting[kind][value] += 1
            wrong[kind] += trusting[kind][value] != exact[keys[-1]]
    assert position.halfmove_clock == 400, "all of the game is looked back on"
    assert max(exact.values()) >= 5
    for kind in (0, 1):
        collisions = sum(
            hashes[a][kind] == hashes[b][kind] for a, b in combinations(range(401), 2) if keys[a] != keys[b]
        )
        assert collisions >= 100
        assert wrong[kind] >= 100


# Rooks, kings and knights go to and fro, so that positions do come back.
shuffles = st.lists(st.integers(0, 99_999), min_size=20, max_size=120)


@settings(max_examples=60, deadline=None)
@given(starts, shuffles)
def test_R37_counts_agree_with_python_chess(start, game):
    position, board = begin(start)
    for number in game:
        moves = list(position.moves[: position.legal()])
        quiet = [move for move in moves if not move & 0x3F000 and position.board[move & 63] & 7 != 1]
        back = [move for move in quiet if board.move_stack and len(board.move_stack) > 1 and undoes(board, move)]
        if not moves:
            break
        move = pick(back if back and number % 3 else quiet or moves, number)
        twin = board.parse_uci(uci.text(position, move))
        position.push(move)
        board.push(twin)
        times = position.repetitions()
        assert board.is_repetition(times)
        assert not board.is_repetition(times + 1)


def undoes(board, move):
    last = board.move_stack[-2]
    return last.from_square == move >> 6 & 63 and last.to_square == move & 63


def test_R38_the_fifth_time_needs_no_claim():
    position = Position()
    for _ in range(4):
        assert position.outcome(counted=True) is None
        play(position, "g1f3 g8f6 f3g1 f6g8")
    assert position.repetitions() == 5
    assert position.outcome(counted=True) == "fivefold"
    assert position.outcome() is None, "by regulation it can be off"


def test_R39_fifty_moves_of_each_side():
    position = at("4k3/8/8/8/8/8/8/R3K3 w - - 98 80")
    move = uci.parse(position, "a1a2")
    assert position.claim_with(move) is None
    position.push(move)
    assert position.claim() is None
    move = uci.parse(position, "e8e7")
    assert position.claim_with(move) == "fifty"
    position.push(move)
    assert position.claim() == "fifty"
    assert position.outcome(counted=True) is None


def test_R39_a_capture_or_a_pawn_move_begins_the_count_again():
    position = at("4k3/8/8/8/8/p7/8/R3K2P w - - 99 80".replace("2P", "3").replace("8/R", "7P/R"))
    assert position.claim_with(uci.parse(position, "a1a3")) is None
    assert position.claim_with(uci.parse(position, "h2h3")) is None
    assert position.claim_with(uci.parse(position, "a1a2")) == "fifty"


def test_R40_seventy_five_moves_need_no_claim():
    position = at("4k3/8/8/8/8/8/8/R3K3 w - - 149 110")
    assert position.outcome(counted=True) is None
    play(position, "a1a2")
    assert position.outcome(counted=True) == "seventyfive"
    assert position.outcome() is None, "by regulation it can be off"


def test_R30_R40_mate_outranks_every_count():
    for clock in (99, 149):
        position = at(f"4Q3/8/1p4pk/1PbB1p1p/7P/p3P1PK/P3qP2/8 w - - {clock} 88")
        mate = uci.parse(position, "e8h8")
        assert position.claim_with(mate) is None
        position.push(mate)
        assert position.halfmove_clock == clock + 1
        assert position.outcome(counted=True) == "checkmate"


def test_a_long_game_is_counted_in_a_fixed_memory():
    position = Position(depth=600)
    memory = len(position.slate)
    for number in range(150):
        play(position, "g1f3 g8f6 f3g1 f6g8")
        assert position.repetitions() == number + 2
    assert len(position.slate) == memory < 12 * 1024 - len(position.moves) * 4
    for _ in range(600):
        position.pop()
    assert fen.dump(position) == fen.START


def test_what_the_ring_has_forgotten_is_not_counted():
    position = Position(depth=6)
    play(position, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert position.repetitions() == 2


def test_nothing_before_a_set_up_is_counted():
    position = Position()
    play(position, "g1f3 g8f6 f3g1 f6g8")
    copy = Position()
    copy.copy_from(position)
    assert copy.repetitions() == 1
    fen.load(position, chess.STARTING_FEN)
    assert position.repetitions() == 1


@pytest.mark.parametrize(
    ("text", "move", "end"),
    [
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 99 80", "g1g6", "stalemate"),
        ("7k/6Q1/8/8/8/8/8/K7 b - - 99 80", "h8g7", "insufficient"),
    ],
)
def test_R39_an_announced_move_that_ends_the_game_otherwise_gives_no_claim(text, move, end):
    position = at(text)
    announced = uci.parse(position, move)
    assert position.claim_with(announced) is None
    position.push(announced)
    assert position.outcome(True) == end
