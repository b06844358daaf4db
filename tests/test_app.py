# SPDX-License-Identifier: GPL-3.0-or-later
"""The loop as a whole, on a bench: records, resumption, faults, and time in pieces of any length."""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from bench import Bench, Faces

from link import frame
from play import face, lights
from play.debounce import FOREVER
from touchmove.conversation import Answered, Conversation, Greeted, Mismatched, Recorded
from touchmove.sim.hands import Lift, Place, gesture

GAME = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 f1e1 e4d6 f3e5 f8e7 b5f1 c6e5 e1e5 e8g8".split()


ROOT = Path(__file__).resolve().parent.parent
MICROPYTHON = Path(sys.executable).with_name("micropython")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "journal")


def play(bench: Bench, moves: list[str], board: chess.Board, rng: random.Random) -> None:
    for text in moves:
        move = chess.Move.from_uci(text)
        for step in gesture(board, move, rng):
            bench.let(step.pause_ms)
            match step:
                case Lift(_, square, _):
                    bench.world.lift(square)
                case Place(_, square, letter):
                    bench.world.place(letter, square)
        bench.let(200)
        bench.press(board.turn)
        board.push(move)


def test_a_long_step_equals_many_short_ones(tmp_path: Path) -> None:
    written = []
    for limit_ms in (1 << 30, 400, 7, 1):
        bench = Bench(tmp_path / str(limit_ms), limit_ms=limit_ms)
        bench.set_up()
        bench.press(chess.BLACK)
        play(bench, GAME, chess.Board(), random.Random(3))
        written.append((bench.records(), bench.faces.cells, bench.lights.frames))
    for other in written[1:]:
        assert written[0][0] == other[0]
        assert written[0][1] == other[1]
        assert written[0][2] == other[2]


def test_an_hour_of_play_is_an_hour_on_the_clocks(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up(control="120")
    bench.press(chess.BLACK)
    rng = random.Random(5)
    board = chess.Board()
    while bench.app.game.at_ms < 3_600_000:
        if board.is_game_over() or board.halfmove_clock > 90:
            break
        move = rng.choice([move for move in board.legal_moves if not move.promotion])
        play(bench, [move.uci()], board, rng)
        bench.let(rng.randrange(120_000))
    clocked = [values for name, values in bench.records() if name in ("clocked", "moved")]
    began = clocked[0][0]
    for values in clocked:
        white, black = values[-6:-4]
        assert white + black == 2 * 7_200_000 - (values[0] - began)
    assert bench.app.game.at_ms > 3_600_000
    assert sum(bench.app.game.clock.left_ms) == 2 * 7_200_000 - (bench.app.game.at_ms - began)


def test_the_journal_tells_lifts_places_presses_and_moves_in_their_order(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    bench.lift("e2")
    bench.place("e4")
    bench.press(chess.WHITE)
    names = [name for name, _ in bench.records()]
    assert names == ["started", "clocked", "lifted", "placed", "pressed", "moved"]
    moved = bench.records()[-1][1]
    assert moved[1:4] == (1, "e2e4", "black")


@pytest.mark.parametrize("cut_after", range(len(GAME)))
def test_a_game_goes_on_after_a_power_cut(tmp_path: Path, cut_after: int) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up()
    bench.press(chess.BLACK)
    board, rng = chess.Board(), random.Random(cut_after)
    play(bench, GAME[:cut_after], board, rng)
    before = bench.app.game
    again = Bench(tmp_path / "journal", bench.world)
    game = again.app.game
    assert game.phase == game.PLAYING
    assert game.ply == before.ply
    assert game.clock.left_ms == [pytest.approx(left, abs=15000) for left in before.clock.left_ms]
    assert game.clock.running == before.clock.running
    assert bytes(game.position.board) == bytes(before.position.board)
    play(again, GAME[cut_after:], board, rng)
    assert again.moves() == GAME


def test_a_power_cut_in_mid_move_finds_the_man_in_the_air(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up()
    bench.press(chess.BLACK)
    bench.lift("d2")
    again = Bench(tmp_path / "journal", bench.world)
    again.let(100)
    again.place("d4")
    again.press(chess.WHITE)
    assert again.moves() == ["d2d4"]


IN_THE_DARK = "qrnkbbr1/pppppppp/6n1/8/8/1N6/PPPPPPPP/QR1KBBRN w KQkq - 2 2"  # d1b1, a castling, or b1c1


def dark(tmp_path: Path, fen: str, moved: list[str], first_ms: int = 1) -> Bench:
    """Return a board of which men were moved while it was off; first_ms: how long its first step took."""
    bench = Bench(tmp_path / "journal")
    bench.set_up(fen)
    bench.press(not chess.Board(fen).turn)
    for move in moved:
        bench.world.place(bench.world.lift(chess.parse_square(move[:2])), chess.parse_square(move[2:]))
    again = Bench(tmp_path / "journal", bench.world)
    again.app.step(first_ms)
    again.let(2000)
    return again


def touch(bench: Bench, name: str) -> None:
    letter = bench.world.lift(chess.parse_square(name))
    bench.let(100)
    bench.place(name, letter)
    bench.let(500)


@pytest.mark.parametrize("first_ms", [1, 300])
@pytest.mark.parametrize(
    ("touched", "move"), [("d1", "d1b1"), ("c1", "b1c1"), ("c1 d1", "d1b1"), ("d1 c1", "d1b1"), ("a2 d1", "d1b1")]
)
def test_what_was_moved_in_the_dark_has_no_order(tmp_path: Path, first_ms: int, touched: str, move: str) -> None:
    """A castling or a rook move, as the men say who are touched then."""
    bench = dark(tmp_path, IN_THE_DARK, ["b1c1"], first_ms)
    bench.press(chess.WHITE)
    bench.let(1500)
    assert bench.moves() == []
    for name in touched.split():
        touch(bench, name)
    bench.press(chess.WHITE)
    assert bench.moves() == [move]


@pytest.mark.parametrize("name", ["a2", "f1", "h1", "g6"])
def test_another_man_does_not_say_what_was_moved_in_the_dark(tmp_path: Path, name: str) -> None:
    bench = dark(tmp_path, IN_THE_DARK, ["b1c1"])
    touch(bench, name)
    bench.press(chess.WHITE)
    assert bench.moves() == []


def test_the_doubt_outlives_the_move_before_it(tmp_path: Path) -> None:
    fen = "qr1kbbr1/pppppppp/1n4n1/8/8/1N6/PPPPPPPP/QR1KBBRN w KQkq - 2 2"
    bench = dark(tmp_path, fen, ["a2a4", "b8c8"])
    bench.press(chess.WHITE)
    bench.press(chess.BLACK)
    bench.let(1000)
    assert bench.moves() == ["a2a4"]
    touch(bench, "d8")
    bench.press(chess.BLACK)
    assert bench.moves() == ["a2a4", "d8b8"]


def test_a_castling_in_the_dark_that_is_nothing_else_is_no_doubt(tmp_path: Path) -> None:
    bench = dark(tmp_path, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "h1f1"])
    bench.press(chess.WHITE)
    assert bench.moves() == ["e1g1"]


def test_an_ended_game_is_not_resumed(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up()
    bench.press(chess.BLACK)
    bench.app.game.end("1-0", "resignation")
    bench.let(10)
    again = Bench(tmp_path / "journal", bench.world)
    assert again.app.game.phase == again.app.game.SETUP
    assert again.app.game.clock.control == "5+3"
    again.let(500)
    again.press(chess.BLACK)
    assert [name for name, _ in again.records()] == ["started", "clocked", "ended", "started", "clocked"]


def test_an_exception_is_written_down_once_and_the_game_goes_on(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    show = bench.app.light_driver.show

    def broken(frame: bytearray) -> None:
        raise OSError("the strip has come loose")

    bench.app.light_driver.show = broken
    bench.lift("e2")
    bench.place("e4")
    bench.app.light_driver.show = show
    bench.press(chess.WHITE)
    assert bench.moves() == ["e2e4"]
    faults = [values for name, values in bench.records() if name == "faulted"]
    assert len(faults) == 1
    assert "the strip has come loose" in faults[0][1]


def test_faults_that_always_differ_do_not_fill_the_journal(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    faults = itertools.count()

    def send() -> bool:
        raise OSError(f"fault {next(faults)}")

    bench.app.face_driver.send = send
    bench.let(5000)
    written = [values[1] for name, values in bench.records() if name == "faulted"]
    assert next(faults) > 50
    assert [text.rpartition(" ")[2] for text in written] == [str(number) for number in range(12)]


def test_a_face_that_is_lost_is_written_down_and_the_other_one_is_sent(bench: Bench) -> None:
    bench.set_up()
    lost = [True, False]  # what a part of an update meets

    def send() -> bool:
        if not lost:
            return False
        if lost.pop(0):
            raise OSError("face at 0x3c is lost")
        return True

    bench.app.face_driver.send = send
    bench.press(chess.BLACK)
    bench.let(1500)  # a second of White's clock
    assert not lost
    bench.lift("e2")
    bench.place("e4")
    bench.press(chess.WHITE)
    assert bench.moves() == ["e2e4"]
    faults = [values[1] for name, values in bench.records() if name == "faulted"]
    assert len(faults) == 1
    assert "face at 0x3c is lost" in faults[0]


def shown(bench: Bench) -> set[bytes]:
    """Return what White's face shows within the next seconds."""
    seen = set()
    for _ in range(30):
        bench.let(100)
        seen.add(bytes(bench.faces.cells[0]))
    return seen


def cells(text: str) -> bytes:
    drawn = bytearray(4)
    face.draw(text, drawn)
    return bytes(drawn)


def test_an_exception_is_shown_until_a_man_is_lifted(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)

    def broken(frame: bytearray) -> None:
        raise OSError("the strip has come loose")

    def corners() -> set[int]:
        return {square for square in range(64) if bench.app.lights.meanings[square] == lights.FAULT}

    show, bench.app.light_driver.show = bench.app.light_driver.show, broken
    bench.lift("e2")
    bench.app.light_driver.show = show
    assert cells("FAUL") in shown(bench)
    assert corners() == {chess.A1, chess.H1, chess.A8, chess.H8}
    bench.place("e4")
    assert cells("FAUL") not in shown(bench)
    assert not corners()


def test_a_damaged_tail_is_recorded_and_the_game_goes_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, GAME[:6], chess.Board(), random.Random(1))
    last = max(Path(bench.journal.games.folder).iterdir())
    last.write_bytes(last.read_bytes()[:-3])
    again = Bench(tmp_path / "journal", bench.world)
    assert again.app.game.phase == again.app.game.PLAYING
    again.let(200)
    assert ("damaged", f"{last}.1") in [(name, values[1]) for name, values in again.records() if name == "damaged"]


def test_a_journal_that_cannot_be_read_is_no_reason_not_to_play(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, GAME, chess.Board(), random.Random(1))
    first = next((tmp_path / "journal").glob("0*/00000001"))
    first.write_bytes(first.read_bytes()[:40] + b"x" + first.read_bytes()[41:])
    again = Bench(tmp_path / "journal")
    again.let(1000)
    again.press(chess.BLACK)
    names = [name for name, _ in again.records()]
    assert sorted(names[:2]) == ["damaged", "faulted"]
    assert "started" in names
    assert (tmp_path / "journal.1" / "00000001" / "00000001").exists()


def test_a_crowded_flash_is_said_once_a_game_and_hurts_nobody(bench: Bench) -> None:
    bench.journal.games.reserve_kb = 1 << 40
    bench.set_up()
    bench.press(chess.BLACK)
    assert cells("FULL") in shown(bench)
    play(bench, GAME, chess.Board(), random.Random(1))
    names = [name for name, _ in bench.records()]
    assert names.count("crowded") == 1
    assert bench.moves() == GAME


def test_what_need_not_stay_goes_as_soon_as_nothing_is_in_the_air(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal", limit_ms=5)
    bench.set_up(control="-")  # a clock would give time for it now and then
    bench.press(chess.BLACK)
    play(bench, "g1f3 g8f6 f3g1 f6g8".split() * 120, chess.Board(), random.Random(1))
    games = bench.journal.games
    folder = Path(games.folder)
    assert len(list(folder.iterdir())) > 10
    games.reserve_kb = 1 << 40
    bench.set_up(control="-")
    bench.press(chess.BLACK)
    bench.lift("e2")
    games.kept = bench.journal.synced
    bench.let(100)
    assert folder.exists()
    bench.place("e2")
    bench.let(200)
    assert not folder.exists() and not folder.with_name("old").exists()


def test_garbage_is_collected_while_no_man_is_on_the_way(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    collected = []
    monkeypatch.setattr("heap.is_littered", lambda: True)
    monkeypatch.setattr("heap.collect", lambda: collected.append(bench.app.debounce.wait_ms()))
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, GAME, chess.Board(), random.Random(1))
    assert len(collected) > 5 and set(collected) == {FOREVER}


class SlowFaces(Faces):
    """Faces that are sent in parts, as those of a chip."""

    left = 0

    def show(self, side: int, cells: bytearray) -> None:
        super().show(side, cells)
        self.left += 6

    def send(self) -> bool:
        self.left = max(0, self.left - 1)
        return self.left > 0


def test_the_disk_is_tidied_when_all_is_written_and_in_another_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.Faces", SlowFaces)
    bench = Bench(tmp_path / "journal", limit_ms=2)
    step, tidy = bench.app.step, bench.journal.games.tidy
    before, done = [0], []

    def stepping(ms: int) -> int:
        before[0] = bench.journal.synced
        return step(ms)

    def tidying() -> bool:
        assert bench.journal.synced == before[0] and not bench.app.urgent
        done.append(tidy())
        return done[-1]

    monkeypatch.setattr(bench.app, "step", stepping)
    monkeypatch.setattr(bench.journal.games, "tidy", tidying)
    bench.app.peer.next = 1  # a computer reads along
    monkeypatch.setattr(bench.port, "write", lambda line: bench.port.inward.extend(acknowledged(line)))
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, "g1f3 g8f6 f3g1 f6g8".split() * 15, chess.Board(), random.Random(1))
    assert sum(done) > 10 and not bench.app.fault


def acknowledged(line: bytes) -> bytes:
    return frame.encode(frame.ACK, int(line.split()[0]))


def test_raw_hands_are_left_out_if_so_set(bench: Bench) -> None:
    bench.app.change("raw", "off")
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, GAME, chess.Board(), random.Random(1))
    assert {name for name, _ in bench.records()} <= {"started", "clocked", "moved", "checkpoint"}


def test_nothing_waits_when_the_board_is_left_for_the_prompt(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    bench.lift("e2")
    assert bench.journal.waiting
    bench.app.rest()
    assert not bench.journal.waiting


def test_set_up_again_after_the_end_means_a_new_game(bench: Bench) -> None:
    bench.set_up(profile="club")
    bench.press(chess.BLACK)
    play(bench, GAME[:2], chess.Board(), random.Random(1))
    bench.app.game.end("1-0", "resignation")
    bench.world.set_up(chess.STARTING_FEN)
    bench.let(3000)
    assert bench.app.game.phase == bench.app.game.READY
    bench.press(chess.BLACK)
    assert [name for name, _ in bench.records()].count("started") == 2


def test_both_action_buttons_begin_a_new_game_after_the_end(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    bench.app.game.end("1/2-1/2", "agreement")
    bench.let(10)
    bench.world.hold(2 | 8)
    bench.let(2100)
    bench.world.release(2 | 8)
    bench.let(500)
    assert bench.app.game.phase == bench.app.game.READY


def test_the_action_button_steps_the_time_control_before_the_game(bench: Bench) -> None:
    bench.set_up(control="10+5")
    bench.action(chess.WHITE)
    assert bench.app.game.clock.control == "5+3"
    bench.press(chess.BLACK)
    bench.action(chess.WHITE)
    assert bench.app.game.clock.control == "5+3", "not in a running game"


def talk(bench: Bench, conversation: Conversation, chunk: int) -> list[object]:
    """Carry bytes between board and host in chunks until both are silent."""
    events: list[object] = []
    for _ in range(400):
        bench.port.inward += conversation.outgoing()
        bench.app.step(0)
        data = bytes(bench.port.outward[:chunk])
        del bench.port.outward[:chunk]
        for event in conversation.feed(data):
            events.append(event)
            if isinstance(event, Recorded):
                conversation.kept(event.record.seq)
    return events


@pytest.mark.parametrize("chunk", [1 << 20, 64, 7])
def test_the_host_gets_every_record_once_in_order(bench: Bench, chunk: int) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    play(bench, GAME[:4], chess.Board(), random.Random(2))
    events = talk(bench, Conversation(lambda board, journal: 0), chunk)
    records = [event.record for event in events if isinstance(event, Recorded)]
    assert any(isinstance(event, Greeted) for event in events)
    assert [record.seq for record in records] == list(range(1, bench.journal.synced + 1))
    assert [record.line + b"\n" for record in records] == [
        bench.journal.read(number) for number in range(1, bench.journal.synced + 1)
    ]


def test_never_more_than_256_bytes_are_unacknowledged(bench: Bench) -> None:
    bench.set_up()
    bench.press(chess.BLACK)
    conversation = Conversation(lambda board, journal: 0)
    for _ in range(3):  # hello and from, and nobody acknowledges anything
        bench.port.inward += conversation.outgoing()
        bench.app.step(0)
        conversation.feed(bytes(bench.port.outward))
        bench.port.outward.clear()
    play(bench, GAME, chess.Board(), random.Random(2))
    assert len(bench.port.outward) <= 256
    assert len(bench.moves()) == len(GAME), "the game does not wait for a host"


def test_commands_are_answered_and_refusals_say_why(bench: Bench) -> None:
    conversation = Conversation(lambda board, journal: 0)
    talk(bench, conversation, 99)
    good = conversation.command("new", "3+2", "-", "-")
    bad = conversation.command("new", "3+", "-", "-")
    no_position = conversation.command("new", "3+2", "8/8/8/8/8/8/8/8 w - - 0 1", "-")
    no_game = conversation.command("end", "1-0", "abandoned")
    answers = {event.id: event.error for event in talk(bench, conversation, 99) if isinstance(event, Answered)}
    assert answers[good] == ""
    assert "the increment must be a whole number" in answers[bad]
    assert "king" in answers[no_position]
    assert "no game is running" in answers[no_game]
    assert bench.app.game.clock.control == "3+2"


def test_a_host_that_knows_the_time_dates_the_game(bench: Bench) -> None:
    conversation = Conversation(lambda board, journal: 0, epoch=lambda: 1_000_000_000)
    talk(bench, conversation, 99)
    bench.set_up()
    bench.let(60_000)
    bench.press(chess.BLACK)
    started = bench.records()[0][1]
    assert started[1] == pytest.approx(1_000_000_060, abs=2)


def test_noise_before_the_hello_does_no_harm(bench: Bench) -> None:
    bench.port.inward += bytes(range(256)) * 3 + b"\n>1 hello 1 5*0000\n"
    events = talk(bench, Conversation(lambda board, journal: 0), 50)
    assert any(isinstance(event, Greeted) for event in events)
    assert not any(isinstance(event, Mismatched) for event in events)


def test_a_game_with_a_move_taken_back_is_resumed_as_it_was(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "journal")
    bench.set_up(profile="beginner")
    bench.press(chess.BLACK)
    bench.let(2000)
    play(bench, ["e2e4", "e7e5", "g1f3"], chess.Board(), random.Random(1))
    clocks = [values for name, values in bench.records() if name == "moved"][1][3:]
    bench.let(500)
    bench.lift("f3")
    bench.place("g1", "N")
    bench.let(1000)
    for board in (bench, Bench(tmp_path / "journal", bench.world)):
        game = board.app.game
        assert game.ply == 2
        assert game.position.turn == 0
        assert game.clock.running == 0
        taken_back = [values for name, values in board.records() if name == "taken_back"]
        assert taken_back[0][2:] == clocks, "the clocks are as they were when White began to think"
    play(board, ["b1c3"], chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), random.Random(2))
    assert board.moves() == ["e2e4", "e7e5", "g1f3", "b1c3"]


def test_what_the_laws_end_ends_by_proof_not_by_counting_men(bench: Bench) -> None:
    bench.set_up("8/8/8/4k3/4p3/4N3/3K4/8 b - - 1 1", profile="club")
    bench.press(chess.WHITE)
    bench.app.game.lose(1, "time")
    bench.let(8000)
    assert bench.records()[-1][1][1:3] == ("1-0", "time"), "a knight can mate where a pawn may become a rook"


@pytest.mark.parametrize("script", ["loop_heap", "lift_heap"])
def test_what_must_not_allocate_does_not_on_micropython(script: str) -> None:
    if not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython: {MICROPYTHON} does not exist")
    command = [MICROPYTHON, "-X", "heapsize=2m", ROOT / "tests" / "micropython" / f"{script}.py"]
    environment = {**os.environ, "MICROPYPATH": str(ROOT / "firmware")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["ok"]), done.stdout + done.stderr
