# SPDX-License-Identifier: GPL-3.0-or-later
"""Folds records into games, as python-chess understands them.

The board is the arbiter: what it recorded is mirrored, never judged. A game that cannot be followed any further keeps
what was understood and says why in `problem`; a game that was cut short is simply not ended.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import chess

from . import notes, rulings
from .record import Record


@dataclass(slots=True)
class Ply:
    """One move with what was known when it stood. Clocks are those after it, in milliseconds."""

    move: chess.Move
    san: str
    turn: chess.Color
    at: int
    white: int
    black: int

    @property
    def clock_ms(self) -> int:
        """The clock of the player who moved."""
        return self.white if self.turn == chess.WHITE else self.black


@dataclass(slots=True)
class Game:
    """A game from `started` on; `board` is the position after the last move."""

    first: int  # number of the record that started it
    last: int
    epoch: int
    fen: str
    control: str
    profile: str
    white: int
    black: int
    board: chess.Board
    plies: list[Ply] = field(default_factory=list)
    events: list[Record] = field(default_factory=list)  # all but moves: offers, resumptions, faults, raw hands
    running: str = "none"  # whose clock runs: white, black or none
    result: str = "*"
    reason: str = ""
    problem: str = ""
    notes: dict[int, list[str]] = field(default_factory=dict)  # what happened before the ply of this index, in words
    left_out: int = 0  # plies before the arbiter set the position: `fen` is that, a note has their moves

    @property
    def is_ended(self) -> bool:
        return bool(self.reason)

    @property
    def is_timed(self) -> bool:
        return self.control != "-"

    @property
    def made(self) -> int:
        """How many plies have been made, those before the arbiter set the position among them."""
        return self.left_out + len(self.plies)

    @property
    def said(self) -> list[str]:
        """The notes since the last move."""
        return [note for at in sorted(self.notes) if at >= len(self.plies) for note in self.notes[at]]

    def take(self, record: Record) -> None:
        """Fold one record of this game in."""
        self.last = record.seq
        name = record.name
        if not record.is_known:
            self.events.append(record)
            if name in ("moved", "taken_back", "ruled"):
                self.problem = self.problem or f"record {record.seq} ({name}) cannot be read by this version"
            return
        if name == "ruled" and record["act"] == "back":
            self._go_back(record)
        if name == "ruled" and record["act"] == "position":
            self._stand_anew(record)
        if name == "moved":
            self._move(record)
        elif name == "completed":
            self._complete(record)
        else:
            self._note(record)
            self.events.append(record)
        if name == "taken_back":
            self._take_back(record)
        if name == "reopened":
            self.result, self.reason = "*", ""
        if name == "ended":
            self.result = record["result"]
            self.reason = record["reason"]
            self.running = "none"
        self.running = record.get("running", self.running)
        self.white = record.get("white", self.white)
        self.black = record.get("black", self.black)

    def _move(self, record: Record) -> None:
        if self.problem:
            return
        ply = record["ply"]
        if ply != self.made + 1:
            self.problem = f"record {record.seq} is ply {ply}, but {self.made} are known"
            return
        try:
            move = self.board.parse_uci(record["move"])
            if not move:
                raise ValueError("no move is none")
        except ValueError as error:
            self.problem = f"record {record.seq}: {error}"
            return
        san = self.board.san(move)
        self.plies.append(Ply(move, san, self.board.turn, record["at"], record["white"], record["black"]))
        self.board.push(move)

    def _take_back(self, record: Record) -> None:
        if not self.problem and self.plies and record["ply"] == self.made - 1:
            self.plies.pop()
            self.board.pop()

    def _note(self, record: Record) -> None:
        """Note what is for the score; an offer in order belongs behind the move that it was made with."""
        try:
            text = notes.words(record, self.events) or rulings.comment(record, self.board.fullmove_number)
        except (KeyError, ValueError):  # the board has a word that this version does not know
            text = " ".join(str(value) for value in (record.name, *record.values[1:]))
        with_move = record.name == "offered" and record["when"] == "made"
        if text:
            at = len(self.plies) + with_move
            self.notes.setdefault(max([at, *self.notes]) if record.name == "ended" else at, []).append(text)

    def _go_back(self, record: Record) -> None:
        """Forget moves; what was noted of them stays, and says what led to it."""
        if not record["value"].isdecimal():
            self.problem = self.problem or f"record {record.seq} goes back to {record['value']}, which is no ply"
            return
        plies = int(record["value"]) - self.left_out
        while not self.problem and len(self.plies) > max(plies, 0):
            self.plies.pop()
            self.board.pop()
        for index in sorted(index for index in self.notes if index > plies):
            self.notes.setdefault(plies, []).extend(self.notes.pop(index))

    def _stand_anew(self, record: Record) -> None:
        """Begin from another position: PGN cannot show how it came about, so the moves before become a note."""
        if self.problem:
            return
        try:
            board = position(record["value"])
        except ValueError as error:
            self.problem = f"record {record.seq}: {error}"
            return
        before = [note for at in sorted(self.notes) for note in self.notes[at]]
        if self.plies:
            moves = position(self.fen).variation_san([ply.move for ply in self.plies])
            before.append(f"Played before the position was set: {moves}")
        self.left_out = self.made
        self.fen, self.board, self.plies = board.fen(), board, []
        self.notes = {0: before} if before else {}

    def _complete(self, record: Record) -> None:
        ply = record["ply"] - self.left_out
        if 0 < ply <= len(self.plies):
            self.plies[ply - 1].white = record["white"]
            self.plies[ply - 1].black = record["black"]


class Mirror:
    """The latest game of one journal as it grows; hand it every record in order, the same one twice does no harm."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.last = 0

    def take(self, record: Record) -> Game | None:
        """Fold one record in; return the game it belongs to, None for what came before the first game."""
        if record.seq <= self.last:
            return self.game
        self.last = record.seq
        if record.name == "started":
            self.game = start(record)
        elif self.game is not None:
            self.game.take(record)
        return self.game


def position(fen: str) -> chess.Board:
    """Return the position of a FEN, as Chess960 where its castling rights are; ValueError for bad text."""
    board = chess.Board(fen, chess960=True)
    board.chess960 = board.has_chess960_castling_rights()
    return board


def start(record: Record) -> Game:
    """Return the game that a `started` record begins."""
    fen = record.get("fen", "-")
    problem = "" if record.is_known else f"record {record.seq} (started) cannot be read by this version"
    board = chess.Board()
    if fen != "-":
        try:
            board = position(fen)
        except ValueError as error:
            problem = f"record {record.seq}: {error}"
    return Game(
        first=record.seq,
        last=record.seq,
        epoch=record.get("epoch", 0),
        fen=board.fen(),
        control=record.get("control", "-"),
        profile=record.get("profile", ""),
        white=record.get("white", 0),
        black=record.get("black", 0),
        board=board,
        problem=problem,
    )


def fold(records: Iterable[Record]) -> Iterator[Game]:
    """Return the games in records of one journal, each when it is whole: at the next game or the end of the records."""
    mirror = Mirror()
    for record in records:
        before = mirror.game
        if mirror.take(record) is not before and before is not None:
            yield before
    if mirror.game is not None:
        yield mirror.game
