# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays at random beside python-chess until the time is up; the first difference is printed and ends the program.

    python tools/fuzz.py [SECONDS [SEED]]

Each round is one of: a game from the start array, one of the 960, or a random set-up; its positions are compared in
legal moves, FEN, check and its givers, end, repetition, and byte by byte after taking all back. Every twentieth round
is a wall of locked pawns: what the proof says dead is exhausted, and no mate may turn up.
"""

import random
import sys
import time
from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT / "firmware"):
    sys.path.insert(0, str(folder))

from rules import fen, uci  # noqa: E402  (the firmware is found by the paths above)
from rules import wall as walls  # noqa: E402
from rules.move import CASTLING, EN_PASSANT, promotion  # noqa: E402
from rules.position import Position  # noqa: E402

PLIES = 200
MOST_POSITIONS = 20_000  # of a locked position; larger ones are left out


class Fuzz:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.position = Position(depth=PLIES + 1)
        self.squares = bytearray(16)  # a set-up can have more than two checkers
        self.positions = self.rounds = self.walls = self.exhausted = 0

    def round(self) -> None:
        self.rounds += 1
        if self.rounds % 20 == 0:
            self.play_wall()
            return
        kind = self.rounds % 3
        if kind == 0:
            board = chess.Board()
        elif kind == 1:
            board = chess.Board.from_chess960_pos(self.random.randrange(960))
        else:
            board = self.set_up()
        self.play(board)

    def set_up(self) -> chess.Board:
        """Put a few men anywhere, until python-chess calls it a position."""
        while True:
            board = chess.Board(None)
            squares = self.random.sample(range(64), self.random.randrange(3, 20))
            for index, square in enumerate(squares):
                letter = "Kk"[index] if index < 2 else self.random.choice("PPPNBRQpppnbrq")
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            board.turn = self.random.random() < 0.5
            board.castling_rights = board.rooks & chess.BB_CORNERS
            board.castling_rights = board.clean_castling_rights()
            if board.status() & ~(chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK):
                continue
            try:
                fen.load(self.position, board.fen())
            except ValueError as error:
                assert "promoted men" in str(error)  # python-chess does not count them
                continue
            return board

    def play(self, board: chess.Board) -> None:
        position = self.position
        fen.load(position, board.fen(shredder=board.chess960))
        kept = []
        for _ in range(PLIES):
            moves = list(position.moves[: position.legal()])
            self.compare(board, moves)
            if not moves:
                break
            move = self.choose(moves)
            kept.append((bytes(position.slate[:80]), move))
            board.push(board.parse_uci(uci.text(position, move)))
            position.push(move)
            times = position.repetitions()
            assert board.is_repetition(times) and not board.is_repetition(times + 1), times
        for before, move in reversed(kept):
            assert position.pop() == move
            assert bytes(position.board) == before[:64] and bytes(position.slate[65:80]) == before[65:]

    def choose(self, moves: list[int]) -> int:
        rare = [move for move in moves if move & (CASTLING | EN_PASSANT) or promotion(move)]
        return self.random.choice(rare if rare and self.random.random() < 0.3 else moves)

    def compare(self, board: chess.Board, moves: list[int]) -> None:
        position = self.position
        self.positions += 1
        expected = (
            sorted(move.uci() for move in board.generate_legal_moves())
            if board.chess960
            else sorted(board.uci(move) for move in board.generate_legal_moves())
        )
        found = sorted(uci.text(position, move) for move in moves)
        assert found == expected, set(found) ^ set(expected)
        assert fen.dump(position) == board.fen(shredder=position.chess960)
        assert position.is_check() == board.is_check()
        assert list(self.squares[: position.checkers_into(self.squares)]) == list(board.checkers())
        outcome = "insufficient" if board.is_insufficient_material() else None
        if not moves:
            outcome = "checkmate" if board.is_check() else "stalemate"
        assert position.outcome() == outcome

    def play_wall(self) -> None:
        """Lock pawns at random; whoever the wall says cannot mate must not, in all that can be reached."""
        board = self.locked()
        fen.load(self.position, board.fen())
        wall = walls.Wall()
        proved = []
        for side in (0, 1):
            answer = wall.begin(self.position, side)
            while answer == walls.WORKING:
                answer = wall.step()
            if answer == walls.PROVED:
                proved.append(side)
        if proved:
            self.walls += len(proved)
            mated = exhaust(self.position)
            if mated is not None:
                self.exhausted += len(proved)
                assert not any(1 - side in mated for side in proved), (proved, mated)

    def locked(self) -> chess.Board:
        while True:
            board = chess.Board(None)
            rank = self.random.randrange(1, 6)
            for file in range(8):
                # Pairs of the same rank on neighbouring files could capture each other; some of them may.
                if self.random.random() < 0.7:
                    board.set_piece_at(rank * 8 + file, chess.Piece.from_symbol("P"))
                    board.set_piece_at(rank * 8 + 8 + file, chess.Piece.from_symbol("p"))
                    if self.random.random() < 0.9:
                        rank = min(5, max(1, rank + self.random.choice((-1, 1))))
            men = "Kk" + "".join(self.random.choice("BbNnRrPp") for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))))
            free = [square for square in range(64) if board.piece_at(square) is None]
            for letter, square in zip(men, self.random.sample(free, len(men)), strict=True):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            board.turn = self.random.random() < 0.5
            if board.is_valid():
                return board


def exhaust(position: Position) -> set[int] | None:
    """Return the sides that are mated anywhere in the positions that can be reached; None if there are too many."""
    seen = {bytes(position.slate[:73])}
    waiting = list(seen)
    mated = set()
    while waiting:
        place = waiting.pop()
        position.slate[:73] = place
        moves = list(position.moves[: position.legal()])
        if not moves and position.is_check():
            mated.add(position.turn)
        for move in moves:
            position.push(move)
            place = bytes(position.slate[:64]) + b"\7" + bytes(position.slate[65:73])
            if place not in seen:
                if len(seen) >= MOST_POSITIONS:
                    return None
                seen.add(place)
                waiting.append(place)
            position.pop()
    return mated


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    fuzz = Fuzz(seed)
    end = time.monotonic() + seconds
    shown = 0.0
    while time.monotonic() < end:
        try:
            fuzz.round()
        except (AssertionError, ValueError, IndexError) as error:
            print(f"\nDifference in round {fuzz.rounds} of seed {seed}: {fen.dump(fuzz.position)}\n{error!r}")
            return 1
        if sys.stderr.isatty() and time.monotonic() - shown > 1:
            shown = time.monotonic()
            print(f"\r{fuzz.positions:,} positions, {end - shown:.0f} s left ", end="", file=sys.stderr)
    print(
        f"{fuzz.positions:,} positions in {fuzz.rounds:,} rounds of seed {seed}, no difference; "
        f"{fuzz.walls} walls proved, {fuzz.exhausted} of them exhausted without a mate"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
