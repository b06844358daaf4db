# SPDX-License-Identifier: GPL-3.0-or-later
"""What a board must do whatever it is made of: the same tests on wood and on the emulated chip. docs/testing.md."""

import io
from itertools import pairwise

import chess.pgn
import pytest
from touchmove.firmware.link import frame, table

from touchmove import install, pgn, ports

FEN = "r3k2r/P5P1/8/8/1p6/8/2P5/R3K2R w KQkq - 0 1"
# Both castlings, en passant, a promotion to a knight by a capture, a capture, a promotion by a push.
MOVES = "e1g1 e8c8 c2c4 b4c3 g7h8n d8h8 a7a8q".split()
TENTH_S = 100


def test_the_firmware_is_installed_once(board):
    with board.running():
        done = install.install(board.port, board.name, now_s=lambda: board.now_ms() / 1000)
        if done.report.sent:  # it had none, or an older one
            done = install.install(board.port, board.name, now_s=lambda: board.now_ms() / 1000)
    assert done.report.sent == []
    assert "/app.mpy" in done.report.kept
    assert done.board.name == board.name


def test_it_says_who_it_is_and_how_it_feels(board, computer):
    with computer:
        computer.wait_for(computer.is_connected)
        assert computer.state.board.name == board.name
        health = computer.command("health")
    print(f"\n{board.name} {computer.state.board.unique}: {health}")
    assert health["free"] > 32 * 1024
    assert health["late"] < 1000


def test_its_clock_keeps_time(board, computer):
    with board.running(), install.repl(board.port) as transport:
        transport.exec("import time")
        measured = []
        for _ in range(2):
            before_ms = board.now_ms()
            ticks_ms = int(transport.exec("print(time.ticks_ms())"))
            measured.append((ticks_ms, before_ms, board.now_ms()))
            board.let(3000)
        transport.exec_raw_no_follow("import machine; machine.reset()")
    (first, before, after), (last, begun, ended) = measured
    passed_ms = (last - first) % (1 << 30)
    print(f"\n{passed_ms} ms on the board, {begun - after} to {ended - before} ms on the computer")
    assert begun - after - 5 <= passed_ms <= ended - before + 5
    with computer:
        computer.wait_for(computer.is_connected)


def test_a_stray_ctrl_c_costs_nothing(board):
    line = ports.open_port(board.port)
    try:
        line.write(b"\x03\n" + frame.encode(frame.COMMAND, 77, "hello", (table.PROTOCOL, 0)))
        heard = b""
        for _ in range(8):  # a start takes two seconds
            board.let(TENTH_S)
            heard += line.read(line.in_waiting)
        assert b"<77 hello" in heard
    finally:
        line.close()


def test_a_board_left_at_its_prompt_resumes(board, computer):
    with board.running(), install.repl(board.port) as transport:
        assert transport.exec("print(6 * 7)") == b"42\r\n"
    with computer:
        computer.wait_for(lambda: computer.state.name == "prompted")
        computer.resume()
        computer.wait_for(computer.is_connected)


def test_a_game_with_all_special_moves_and_two_interruptions(board, computer):
    if not board.has_hands:
        pytest.skip("needs somebody who moves the men: --hands")
    position = chess.Board(FEN)
    with computer:
        computer.wait_for(computer.is_connected)
        computer.command("new", "90+30", FEN, "club")
        board.set_up(FEN)
        board.press(chess.BLACK)
        computer.wait_for(lambda: computer.game and computer.game.running == "white", board.hands_s)
        for text in MOVES[:3]:
            play(board, computer, position, text)
        check_time(computer)
        clocks = computer.game.white, computer.game.black
        board.cut()
        computer.wait_for(lambda: computer.records[-1][1].name == "resumed", board.hands_s)
        assert 0 <= clocks[0] - computer.game.white < 3000
        assert 0 <= clocks[1] - computer.game.black < 3000
        play(board, computer, position, MOVES[3])
    with board.running(), install.repl(board.port) as transport:
        transport.exec_raw_no_follow("import machine; machine.reset()")
    with computer:
        computer.wait_for(lambda: [record.name for _, record in computer.records].count("resumed") == 2)
        for text in MOVES[4:]:
            play(board, computer, position, text)
        computer.command("end", "1-0", "abandoned")
        computer.wait_for(lambda: computer.game.is_ended)
    game = chess.pgn.read_game(io.StringIO(pgn.text(computer.game)))
    assert [move.uci() for move in game.mainline_moves()] == MOVES
    assert game.headers["Result"] == "1-0"


def play(board, computer, position, text):
    """Have a move played, and wait until the computer has it."""
    move = chess.Move.from_uci(text)
    board.play(position, move)
    count = len(position.move_stack)
    computer.wait_for(lambda: len(computer.game.plies) > count, board.hands_s)
    position.push(move)
    assert computer.game.plies[-1].move == move


def check_time(computer):
    """Between two moves as much time passed on the board as on the computer, which hears of each a little later."""
    moved = [(heard_ms, record["at"]) for heard_ms, record in computer.records if record.name == "moved"]
    for (heard, at), (next_heard, next_at) in pairwise(moved):
        assert abs((next_at - at) - (next_heard - heard)) < 700
