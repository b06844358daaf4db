# SPDX-License-Identifier: GPL-3.0-or-later
"""Claims of a draw: granted exactly when python-chess says so, refused with a reason, and never lost with the power."""

from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from link import table
from play import claims, dialogue, face, replay, states
from play.clock import NOBODY
from play.game import Game
from play.penalty import compensation_ms
from touchmove import mirror, notes, record
from touchmove.web import messages

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 88 60",
    "1n2k1n1/8/8/8/8/8/8/RN2K1N1 b - - 82 60",
    "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1",
    "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
]


class Players:
    """Two players at a game without an app; `board` is python-chess's view of it."""

    def __init__(self, fen, profile="tournament", control="90"):
        self.records = []
        self.game = Game(self._take, table.REFUSALS)
        self.game.new(control, fen, profile)
        self.board = chess.Board(fen)
        for square in self.board.piece_map():
            self.game.place(square)
        self.game.run(500)
        self.press(not self.board.turn)

    def _take(self, name, *values):
        self.records.append((name, (self.game.at_ms, *values)))

    def press(self, side):
        self.game.dialogue.do(0 if side else 1, states.PRESS)

    def action(self, side):
        self.game.dialogue.do(0 if side else 1, states.ACTION)

    def choose(self, side, item):
        """Choose an item of the menu; return False if it has none."""
        talk, index = self.game.dialogue, 0 if side else 1
        talk.do(index, states.LONG)
        for _ in range(12):
            if talk.items[index] == item:
                talk.do(index, states.PRESS)
                return True
            talk.do(index, states.ACTION)
        talk.do(index, states.LONG)
        return False

    def play(self, move, press=True):
        """Play a move by hand, the own man first."""
        board, game = self.board, self.game
        turn, victim = board.turn, None
        if board.is_capture(move):
            victim = move.to_square ^ 8 if board.is_en_passant(move) else move.to_square
        game.lift(move.from_square)
        if victim is not None:
            game.lift(victim)
        game.place(move.to_square)
        if board.is_castling(move):
            east = board.is_kingside_castling(move)
            game.lift((move.from_square & 56) + (7 if east else 0))
            game.place((move.from_square & 56) + (5 if east else 3))
        game.run(400)
        board.push(move)
        if press:
            self.press(turn)

    def resumed(self):
        """Return the game as it is after a power cut."""
        other = Game(lambda *values: None, table.REFUSALS)
        for name, values in self.records:
            replay.fold(other, name, values)
        replay.resume(other)
        return other

    def last(self, name):
        return [values[1:] for known, values in self.records if known == name][-1]


def pick(board, number):
    """Return a move that is no promotion; more often than not the one that undoes the last of its side."""
    moves = sorted((move for move in board.legal_moves if not move.promotion), key=str)
    quiet = [move for move in moves if not board.is_zeroing(move)]
    if len(board.move_stack) > 1 and number % 4:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in quiet:
            return back
    few = quiet if number % 16 and quiet else moves
    return few[number % len(few)]


def is_right(board, kind):
    """Return True if the position on python-chess's board makes a claim of this kind right."""
    return (kind != claims.FIFTY and board.is_repetition(3)) or (kind != claims.THREEFOLD and board.is_fifty_moves())


ITEMS = {dialogue.THREEFOLD: claims.THREEFOLD, dialogue.FIFTY: claims.FIFTY, dialogue.MOVE: claims.MOVE}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STARTS), st.lists(st.integers(0, 99_999), min_size=20, max_size=60))
def test_R37_R39_R42_claims_are_granted_exactly_when_they_are_right(start, numbers):
    players = Players(start)
    game, board = players.game, players.board
    for number in numbers:
        if board.is_game_over() or not any(not move.promotion for move in board.legal_moves):
            break
        turn = board.turn
        item = [dialogue.THREEFOLD, dialogue.FIFTY, dialogue.MOVE, None, None][number % 5]
        kind = ITEMS.get(item)
        if kind and not players.choose(turn, item):
            assert kind in game.claims.tried, "only what was refused on this move cannot be claimed"
            continue
        if kind in (None, claims.MOVE):
            assert game.phase == game.PLAYING
            assert kind is None or game.claims.kind == kind
            can = board.can_claim_threefold_repetition(), board.can_claim_fifty_moves()
            players.play(pick(board, number // 5))
        outcome = board.outcome()
        if outcome:
            assert game.result == outcome.result() and game.phase == game.ENDED
            break
        if kind and is_right(board, kind):
            assert game.result == "1/2-1/2"
            assert is_right(board, game_reason(players))
            if kind == claims.MOVE:
                assert any(can)
            break
        assert game.phase == game.PLAYING
        if kind:
            look_at_refusal(players, turn)
            players.press(bool(number % 2))
            assert not game.claims.halted and game.clock.running == (0 if board.turn else 1)
    assert [values[2] for name, values in players.records if name == "moved"] == [
        move.uci() for move in board.move_stack
    ]


def game_reason(players):
    return players.last("ended")[1]


def look_at_refusal(players, turn):
    """Both clocks stand, the opponent has his time, the faces say why; a power cut changes nothing of it."""
    game, board = players.game, players.board
    side, reason, number, added_ms = players.last("refused")
    assert side == chess.COLOR_NAMES[turn] and added_ms == 120_000
    if reason == claims.THREEFOLD:
        assert board.is_repetition(number) and not board.is_repetition(number + 1)
    else:
        assert number == board.halfmove_clock // 2
    assert game.claims.halted and game.clock.running == NOBODY and not game.is_open()
    assert (game.offer != NOBODY) == (len(board.move_stack) >= 2)
    other = players.resumed()
    for one in (game, other):
        assert {face.text(one, 0), face.text(one, 1)} & {game.draws.code, "drA?"} or one.draws.turn() & 1
    for name in ("halted", "kind", "side", "running", "tried"):
        assert getattr(other.claims, name) == getattr(game.claims, name), name
    assert (other.draws.code, other.offer, other.clock.left_ms) == (game.draws.code, game.offer, game.clock.left_ms)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(STARTS), st.lists(st.integers(0, 99_999), min_size=20, max_size=60))
def test_R37_R39_some_claim_is_right_exactly_when_python_chess_can_claim(start, numbers):
    """With the position on the board or with one of the moves; nothing is claimed, so play goes on."""
    players = Players(start, "record")
    position, board = players.game.position, players.board
    for number in numbers:
        if board.is_game_over() or not any(not move.promotion for move in board.legal_moves):
            break
        moves = list(position.moves[: position.legal()])
        found = {position.claim()} | {position.claim_with(move) for move in moves}
        assert bool(found - {None}) == (board.can_claim_threefold_repetition() or board.can_claim_fifty_moves())
        players.game.hands.list_moves()
        players.play(pick(board, number))


def test_R37_counting_leaves_the_legal_moves_as_they_are():
    """The position that is looked back on had a capture in passing: counting must not leave it among the moves."""
    players = Players("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1")
    for move in "e2e4 e8e7 g1f3 e7e8 f3g1".split():
        players.play(chess.Move.from_uci(move))
    players.choose(chess.BLACK, dialogue.THREEFOLD)
    players.press(chess.WHITE)
    hands = players.game.hands
    legal = list(players.game.position.moves[: hands.n_moves])
    assert {(move & 63, move >> 6 & 63) for move in legal} == {
        (move.from_square, move.to_square) for move in players.board.legal_moves
    }


@pytest.mark.parametrize("cut_after", ["claimed", "moved"])
def test_R42_a_claim_that_was_written_but_not_decided_is_decided_after_the_power_cut(cut_after):
    players = Players(chess.STARTING_FEN)
    for move in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
        players.play(chess.Move.from_uci(move))
    if cut_after == "claimed":
        players.play(chess.Move.from_uci("f6g8"))
        players.choose(chess.WHITE, dialogue.THREEFOLD)
    else:
        players.choose(chess.BLACK, dialogue.MOVE)
        players.play(chess.Move.from_uci("f6g8"))
    assert players.game.result == "1/2-1/2"
    while players.records[-1][0] != cut_after:
        players.records.pop()
    assert players.resumed().result == "1/2-1/2"


@pytest.mark.parametrize(("control", "ms"), [("90", 120_000), ("10+5", 60_000), ("3+2", 60_000), ("-", 0)])
def test_R42_what_a_wrong_claim_costs(control, ms):
    players = Players(chess.STARTING_FEN, control=control)
    assert compensation_ms(players.game.clock) == ms


def test_R36_a_menu_that_was_open_before_a_touch_claims_nothing():
    players = Players(chess.STARTING_FEN)
    players.game.dialogue.do(0, states.LONG)
    assert players.game.dialogue.items[0] == dialogue.THREEFOLD
    players.game.lift(chess.G1)
    players.press(chess.WHITE)
    assert not [name for name, _ in players.records if name == "claimed"]


@pytest.mark.parametrize(("reason", "code", "words"), table.REFUSALS, ids=[entry[0] for entry in table.REFUSALS])
def test_every_refusal_has_a_code_that_a_face_can_show_and_words(reason, code, words):
    shown = code.replace("%d", "49" if reason in ("fifty", "early") else "2")
    assert 0 < len(shown) <= 4
    assert all(face.segments(ord(letter)) for letter in shown)
    assert notes.refusal(reason, 2) == words.replace("%d", "2")


def test_R36_R42_what_was_said_is_in_the_notes():
    said = [
        ("started", 0, 0, chess.STARTING_FEN, "10+5", "club", 600000, 600000),
        ("offered", 1, "white", "made"),
        ("moved", 2, 1, "g1f3", "black", 1, 1, 1, 0, 0, 0),
        ("declined", 3, "black"),
        ("claimed", 4, "black", "move"),
        ("claimed", 5, "black", "none"),
        ("claimed", 6, "black", "fifty"),
        ("refused", 7, "black", "fifty", 0, 60000),
        ("refused", 8, "none", "early", 30, 0),
        ("offered", 9, "black", "early"),
        ("ended", 10, "1/2-1/2", "agreement", 1, 1),
    ]
    (game,) = mirror.fold(record.make(seq, *values) for seq, values in enumerate(said, 1))
    assert game.notes == {
        1: [
            "White offers a draw",
            "Black declines the draw",
            "Black announces a claim of a draw with the next move",
            "Black leaves the announcement",
            "Black claims a draw: fifty moves without capture or pawn move",
            "Black's claim is refused: 0 of 50 moves without capture or pawn move: White gets 1:00",
            "A draw by agreement is refused: no agreement before move 30",
            "Black offers a draw, out of order",
            "White accepts the draw",
        ]
    }
    assert messages.game(1, game, 0)["said"] == game.said == game.notes[1]


def test_the_page_about_draws_has_codes_and_words_as_they_are():
    page = (Path(__file__).parents[2] / "docs" / "draws.md").read_text()
    for reason, code, words in table.REFUSALS:
        number = {"threefold": "2", "fifty": "49", "early": "30"}.get(reason, "")
        assert f"| `{code.replace('%d', number)}` | {words.replace('%d', number)} |" in page
