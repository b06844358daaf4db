# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks one game against its records: what python-chess says of the moves, and arithmetic of the clocks.

A clock loses no more than the time that passed, and gains nothing where nothing was recorded that gives it time. Where
something was (a penalty, a resumption), and for controls that give time in other ways, only what always holds is asked.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import chess

from touchmove.firmware.link import table

from . import mirror
from .record import Record

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_PLAIN = re.compile(r"[0-9]+s?(?:\+([0-9]+))?")  # one period with an increment: all that it can gain is known
_HANDS = ("lifted", "placed", "pressed", "adjusting", "offered", "declined", "breached")  # these change no clock
_MOVES = ("moved", "completed")
_PLAY = ("moved", "completed", "taken_back", "clocked")  # these need a game that goes on
_TOLD = (
    "started",
    *_MOVES,
    "clocked",
    "stopped",
    "continued",
    "ended",
)  # clocks before these: changed by time alone
_DRAWN = "1/2-1/2"

# What must be true of the last position, and whether the result is a draw; other reasons say nothing about it.
_FITS: dict[str, tuple[Callable[[chess.Board], bool], bool]] = {
    "checkmate": (chess.Board.is_checkmate, False),
    "stalemate": (chess.Board.is_stalemate, True),
    "insufficient": (chess.Board.is_insufficient_material, True),
    "dead": (lambda board: True, True),
    "fivefold": (lambda board: board.is_repetition(5), True),
    "seventyfive": (lambda board: board.is_seventyfive_moves(), True),
    "agreement": (lambda board: True, True),
}


def audit(records: Iterable[Record]) -> Iterator[tuple[int, str]]:
    """Yield the number of a record of one game, and what is wrong there."""
    auditor: _Auditor | None = None
    for record in records:
        if auditor is None:
            auditor = _Auditor(record)
            if auditor.game.problem:
                yield record.seq, _words(auditor.game.problem)
        else:
            for text in auditor.take(record):
                yield record.seq, text


class _Auditor:
    def __init__(self, started: Record) -> None:
        self.game = mirror.start(started)
        match = _PLAIN.fullmatch(self.game.control)
        self._increment_ms = int(match[1] or 0) * 1000 if match else None
        self._at = started.get("at", 0)
        self._before: Record | None = started  # the last that told the clocks, None if they may have changed since

    def take(self, record: Record) -> Iterator[str]:
        game = self.game
        if not record.is_known:
            yield "is of another version, and cannot be read"
        if game.is_ended and record.name in _PLAY:
            yield f"{record.name} after the game had ended"
        problem, plies = game.problem, game.made
        game.take(record)
        if game.problem and not problem:
            yield _words(game.problem)
        if not record.is_known:
            self._before = None
            return
        if record.name == "taken_back" and not game.problem and record["ply"] != plies - 1:
            yield f"takes back to ply {record['ply']}, but {plies} are known"
        at = record["at"]
        if at < self._at and record.name != "resumed":
            yield f"is of {at} ms, after one of {self._at} ms"
        self._at = at
        if record.name == "ended" and not game.problem:
            yield from self._judge(game.result, game.reason)
        if record.name != "checkpoint":  # its clocks are those of an earlier moment
            yield from self._check_clocks(record)
        elif not game.problem and not _stands(record["fen"], game.board):
            yield f"the checkpoint has {record['fen']}, but the game stands at {game.board.fen()}"

    def _judge(self, result: str, reason: str) -> Iterator[str]:
        board = self.game.board
        if result not in RESULTS:
            yield f"the result {result} is none"
        if reason not in table.REASONS:
            yield f"{reason} is no reason for a game to end"
        if reason not in _FITS:
            return
        is_true, is_drawn = _FITS[reason]
        if not is_true(board):
            yield f"ended by {reason}, which the position is not"
        winner = "0-1" if board.turn == chess.WHITE else "1-0"
        if result != (_DRAWN if is_drawn else winner):
            yield f"{result} does not fit {reason}"

    def _check_clocks(self, record: Record) -> Iterator[str]:
        if record.get("white") is None:
            if record.name not in _HANDS:
                self._before = None
            return
        before, self._before = self._before, record
        if before is None or record.name not in _TOLD:
            return
        passed_ms = record["at"] - before["at"]
        for side in ("white", "black"):
            gained_ms = record[side] - before[side]
            if gained_ms < -passed_ms:
                yield f"{side}'s clock lost {-gained_ms} ms, while {passed_ms} ms passed"
            elif self._increment_ms is not None and gained_ms > (self._increment_ms if record.name in _MOVES else 0):
                yield f"{side}'s clock gained {gained_ms} ms, for which nothing is recorded"


def _stands(fen: str, board: chess.Board) -> bool:
    """Return True if a FEN is this position; the number of the move apart, which an arbiter may correct."""
    try:
        told = chess.Board(fen, chess960=True)
    except ValueError:
        return False
    return (told.board_fen(), told.turn, told.clean_castling_rights(), told.halfmove_clock) == (
        board.board_fen(),
        board.turn,
        board.clean_castling_rights(),
        board.halfmove_clock,
    )


def _words(problem: str) -> str:
    """Leave out the number of the record, which is told beside it."""
    return re.sub(r"^record \d+:? ", "", problem)
