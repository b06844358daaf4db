# SPDX-License-Identifier: GPL-3.0-or-later
"""Health of the contacts: counts, squares that are named, phantoms that never become moves, squares played around."""

from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from panel import ALL, QUIET_MS, Panel, do, names, perform, ranks, read, squares

from play import hands as hand
from play import health as contacts
from play.debounce import Debounce
from play.health import Health
from play.phantoms import Phantoms
from rules import fen as fens
from rules.position import Position
from touchmove.sim.hands import gesture

BOUNCE_MS = 15


# Counts


def test_counts_of_honest_chattering_and_slow_contacts():
    panel = Panel(squares("e2"), 1)
    e2, e4, d4 = chess.E2, chess.E4, chess.D4
    panel.lift("e2")
    for gap_ms in (10, 10, 10, 10, 10, 10, 10):  # F07: it cannot make up its mind for 70 ms
        panel.close(e4)
        panel.let(gap_ms)
        panel.open(e4)
        panel.let(gap_ms)
    panel.place("e4")
    for _ in range(3):
        panel.close(d4)
        panel.let(10)
        panel.open(d4)
        panel.let(QUIET_MS)
    health = panel.health
    assert (health.toggles[e2], health.bounces[e2], health.slow[e2], health.longest_ms[e2]) == (1, 0, 0, 24)
    assert (health.toggles[e4], health.bounces[e4], health.slow[e4], health.longest_ms[e4]) == (1, 7, 1, 152)
    assert (health.toggles[d4], health.bounces[d4], health.slow[d4], health.longest_ms[d4]) == (0, 3, 0, 0)
    assert sum(health.toggles) == 2
    assert panel.heard == ["-e2", "e4"]


def test_counts_stop_at_their_highest():
    debounce, health = Debounce(24), Health()
    health.toggles[0] = health.bounces[0] = 0xFFFF
    health.slow[0] = health.missed[1] = 255
    for raw, elapsed_ms, at_ms in ((1, 0, 0), (0, 1, 1), (1, 1, 2), (1, 700, 702)):
        debounce.raw[0] = raw
        debounce.step(elapsed_ms)
        health.step(debounce, at_ms)
    health.expected(1, True)
    assert (health.toggles[0], health.bounces[0], health.slow[0], health.longest_ms[0]) == (0xFFFF, 0xFFFF, 255, 255)
    assert health.missed[1] == 255


# Squares that are named


@pytest.mark.parametrize(("man", "wanted"), [(False, contacts.STUCK), (True, contacts.DEAD)])
def test_a_square_that_twice_reads_other_than_the_game_has_it_is_named(man, wanted):
    health = Health()
    health.expected(12, man)
    assert health.suspect(12) == contacts.GOOD
    health.expected(12, man)
    assert health.suspect(12) == wanted
    found = bytearray(64)
    assert (health.suspects_into(found), found[0]) == (1, 12)
    assert health.of(12) == (contacts.WORDS[wanted], 0, 0, 0, 0, 0)
    health.mask(12)
    assert health.of(12)[1] == 1
    health.unmask()
    assert (health.suspects_into(found), found[0]) == (1, 12), "it has not been seen to work"


def test_a_square_that_toggles_is_neither_stuck_nor_dead():
    panel = Panel(squares("e2"), 1)
    panel.health.expected(chess.E2, False)
    panel.lift("e2")
    panel.health.expected(chess.E2, True)
    assert panel.health.suspect(chess.E2) == contacts.GOOD


@pytest.mark.parametrize(("changes", "is_believed"), [(1, False), (2, True)])
def test_a_masked_square_is_believed_again_when_a_man_came_and_went(changes, is_believed):
    panel = Panel(squares("e2"), 1)
    panel.health.mask(chess.E2)
    for change in range(changes):
        (panel.place if change % 2 else panel.lift)("e2")
    panel.health.unmask()
    assert any(panel.health.masked) != is_believed


def test_contacts_turn_with_the_board():
    health = Health()
    health.toggles[chess.E2] = health.slow[chess.E2] = 3
    health.expected(chess.E2, True)
    health.expected(chess.E2, True)
    health.mask(chess.A1)
    health.turn()
    assert health.of(chess.D7) == ("dead", 0, 3, 0, 3, 0)
    assert health.of(chess.H8)[1] == 1
    assert health.of(chess.A1)[1] == health.of(chess.E2)[1] == 0


def test_F07_a_weak_magnet_is_named_and_nothing_is_heard():
    panel = Panel(squares("e8"), 1)
    for _ in range(16):
        panel.open(chess.E8)
        panel.let(10)
        panel.close(chess.E8)
        panel.let(300)
    assert panel.heard == []
    assert contacts.WORDS[panel.health.suspect(chess.E8)] == "flickers"


# Phantoms


def test_the_model_of_a_matrix_knows_diodes():
    closed = ranks(squares("a1 a4 d1"))
    assert read(closed, frozenset()) == closed
    assert read(closed, ALL) == ranks(squares("a1 a4 d1 d4"))
    assert read(closed, squares("a1")) == ranks(squares("a1 a4 d1 d4")), "one shorted diode is enough"
    assert read(closed, squares("d1")) == closed, "but not each"
    assert read(ranks(squares("e2")), ALL) == ranks(squares("e2"))


def test_F01_three_corners_read_as_four():
    panel = Panel(set(), 3, ALL)
    panel.place("a1")
    panel.place("a4")
    panel.place("d1")
    assert panel.occupied() == squares("a1 a4 d1 d4")
    assert panel.phantoms.fault
    assert panel.faults == [{"a1", "a4", "d1", "d4"}]
    assert panel.heard == ["a1", "a4"]


def test_F01_a_whole_rank_is_a_matrix_fault_and_not_seven_moves():
    panel = Panel(squares("a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a7 b7 c7 d7 e7 f7 g7 h7 a8"), 25, ALL)
    panel.lift("e2")
    assert panel.heard == [], "the lift cannot be seen"
    panel.place("e4")
    assert {name for name in names(panel.occupied()) if name[1] == "4"} == names(range(24, 32))
    assert panel.phantoms.fault
    (rectangle,) = panel.faults
    assert len(rectangle) == 4 and sum(name[1] == "4" for name in rectangle) == 2
    panel.lift("e4")
    panel.place("e2")
    assert not panel.phantoms.fault, "it reads as before"
    assert panel.heard == []


@pytest.mark.parametrize("shorted", [*range(0, 64, 5)])
def test_one_shorted_diode_never_becomes_a_move(shorted):
    """It is found, or leaves the board in a state that no move explains; which it is depends on the squares."""
    ends = {play_on_a_bad_matrix({shorted}, seed) for seed in range(3)}
    assert ends <= {"fault", "unexplained", "played"}


def play_on_a_bad_matrix(shorted, seed):
    """Play at random until the sensors stop it; fail where hands understand a move that was not played."""
    board, random = chess.Board(), Random(seed)
    panel = Panel(board.piece_map(), 32, shorted, seed, 2)
    position = Position()
    hands = hand.Hands(position)
    hands.sensed.occupied[:] = occupied_of(board)
    while not board.is_game_over() and board.ply() < 120:
        fens.load(position, board.fen())
        hands.settle()
        move = random.choice(list(board.legal_moves))
        heard = len(panel.heard)
        panel.men = len(board.piece_map())
        perform(panel, gesture(board, move, random))
        if panel.phantoms.fault:
            return "fault"
        for name in panel.heard[heard:]:
            (hands.lift if name[0] == "-" else hands.place)(chess.parse_square(name[-2:]))
        if hands.state != hand.PROVISIONAL:
            return "unexplained"
        understood = chess.square_name(hands.move & 63) + chess.square_name(hands.move >> 6 & 63)
        assert understood == move.uci()[:4], f"{board.fen()}: {move}"
        board.push(move)
    return "played"


def test_a_board_without_diodes_is_found_in_the_first_move():
    for move in chess.Board().legal_moves:
        panel = Panel(chess.Board().piece_map(), 32, ALL, bounce_ms=2)
        perform(panel, gesture(chess.Board(), move, Random(1)))
        assert panel.phantoms.fault
        assert panel.heard == []


# No false alarm


def both(first, second, random):
    """Weave the steps of two players, each with its moment: the second does not wait for the first to finish."""
    timed = []
    at_ms = 0
    for step in first:
        at_ms += step.pause_ms
        timed.append((at_ms, step))
    if second:
        at_ms = random.choice((at_ms, random.randint(0, at_ms))) - second[0].pause_ms
    for step in second:
        at_ms += step.pause_ms
        timed.append((at_ms, step))
    return sorted(timed, key=lambda entry: entry[0])


def plies():
    """Yield boards of random games and the two moves that follow."""
    for seed in range(45):
        board, random = chess.Board(), Random(seed)
        while not board.is_game_over() and board.ply() < 160:
            before = board.copy(stack=False)
            first = random.choice(list(board.legal_moves))
            board.push(first)
            second = random.choice(list(board.legal_moves) or [None])
            if second:
                board.push(second)
            yield random, before, first, second


def test_hasty_hands_of_two_players_are_never_a_fault():
    count = faults = 0
    for random, board, first, second in plies():
        panel = Panel(board.piece_map(), len(board.piece_map()), seed=count, bounce_ms=BOUNCE_MS)
        panel.now_ms = panel._step_ms = random.randint(0, 10**9)
        after = board.copy(stack=False)
        after.push(first)
        steps = list(gesture(board, first, random, "hasty"))
        answer = list(gesture(after, second, random, "hasty")) if second else []
        start_ms = panel.now_ms
        for at_ms, step in both(steps, answer, random):
            panel.let(start_ms + at_ms - panel.now_ms)
            do(panel, step)
        panel.let(QUIET_MS)
        count += 2 if second else 1
        faults += len(panel.faults)
        assert all(panel.health.suspect(square) == contacts.GOOD for square in range(64))
    assert count > 5000
    assert faults == 0


@given(
    men=st.sets(st.integers(0, 63), min_size=1, max_size=32),
    hands=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 63), st.integers(0, 60)), max_size=40),
)
def test_no_order_of_four_hands_is_a_fault(men, hands):
    """Each hand lifts a man, or puts its man down where there is none, as soon after another hand as it likes."""
    panel = Panel(men, len(men), bounce_ms=BOUNCE_MS)
    wood, holding = set(men), set()
    for number, square, pause_ms in hands:
        panel.let(pause_ms)
        if number in holding and square not in wood:
            holding.remove(number)
            wood.add(square)
            panel.close(square)
        elif number not in holding and square in wood:
            holding.add(number)
            wood.remove(square)
            panel.open(square)
    panel.let(QUIET_MS)
    assert panel.faults == []
    assert panel.occupied() == wood


# Squares that are played around

GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1 e4d6 f3e5 f8e7 b5f1 c6e5 e1e5 e8g8 d2d4 d6f5 e5e1 d7d5".split()


def occupied_of(board):
    return bytearray(board.occupied >> square & 1 for square in range(64))


def explanations(board, occupied, masked):
    """Return the legal moves that leave what is read, as a game would look for them; promotions as one."""
    found = set()
    for move in board.legal_moves:
        board.push(move)
        if contacts.odd_one(occupied, occupied_of(board), masked) == contacts.NOWHERE:
            found.add(move.uci()[:4])
        board.pop()
    return found


@pytest.mark.parametrize("name", ["e2", "e4", "e5", "f3", "e1", "g8"])
@pytest.mark.parametrize("stuck", [0, 1])
def test_a_game_is_played_around_a_bad_square(name, stuck):
    """With one square masked the played move stays among the few that the others explain, most often alone."""
    bad = chess.parse_square(name)
    health, board = Health(), chess.Board()
    health.mask(bad)
    alone = 0
    for text in GAME:
        move = board.parse_uci(text)
        after = board.copy()
        after.push(move)
        reading = occupied_of(after)
        reading[bad] = stuck
        found = explanations(board, reading, health.masked)
        assert text in found
        alone += found == {text}
        board.push(move)
        contacts.believe(reading, occupied_of(board), health.masked)
        assert reading == occupied_of(board)
    assert alone >= len(GAME) - 6


def test_the_odd_one_is_the_square_to_ask_about():
    board = occupied_of(chess.Board())
    masked = bytearray(8)
    occupied = bytearray(board)
    assert contacts.odd_one(occupied, board, masked) == contacts.NOWHERE
    occupied[chess.E4] = 1
    assert contacts.odd_one(occupied, board, masked) == chess.E4
    occupied[chess.D1] = 0
    assert contacts.odd_one(occupied, board, masked) == contacts.SEVERAL
    masked[chess.square_rank(chess.E4)] = 1 << chess.square_file(chess.E4)
    assert contacts.odd_one(occupied, board, masked) == chess.D1


def test_a_masked_square_is_no_phantom():
    debounce, health = Debounce(24), Health()
    debounce.raw[:8] = debounce.stable[:8] = ranks(squares("a1 a4"))
    health.mask(chess.D4)
    debounce.raw[:8] = ranks(squares("a1 a4 d1 d4"))
    debounce.step(0)
    assert debounce.step(24)
    assert not Phantoms(health.masked).step(debounce, 2)
