# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks of real games whether each side can still mate, and replays every answer YES with python-chess.

    python tools/helpmates.py [FILE.pgn] [--limit GAMES] [--jobs N] [--seed N]

Two positions of each game: the last one, unless the game is over there, and one before it, drawn by the seed. Without a
file it is the collection of matches beside the project. Exit code 1: a question stayed NOT_PROVEN, or a line is wrong.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess
import chess.pgn

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "host" / "touchmove" / "cpython", ROOT / "firmware"):
    sys.path.insert(0, str(folder))

from rules import fen, uci  # noqa: E402  (the firmware is found by the paths above)
from rules.helpmate import NO, NOT_PROVEN, WORKING, YES, Helpmate  # noqa: E402
from rules.position import Position  # noqa: E402

MATCHES = ROOT.parent / "shared" / "data" / "games" / "matches.pgn"
ANSWERS = {YES: "YES", NO: "NO", NOT_PROVEN: "NOT PROVEN"}

Question = tuple[str, int]


def games(path: Path) -> Iterator[chess.pgn.Game]:
    with path.open(encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            if game.errors:
                raise ValueError(f"{path}: {game.headers}: {game.errors[0]}")
            yield game


def positions(game: chess.pgn.Game, chance: random.Random) -> Iterator[chess.Board]:
    """Return the last position of a game, unless it ends the game by itself, and one before it."""
    board = game.end().board()
    if not board.is_game_over():
        yield board
    if board.move_stack:
        earlier = board.copy()
        for _ in range(chance.randrange(len(board.move_stack)) + 1):
            earlier.pop()
        yield earlier


def ask(question: Question) -> tuple[Question, int, int, str]:
    """Return the question, its answer, how many positions were visited for it, and what is wrong with the line."""
    text, side = question
    position = Position()
    fen.load(position, text)
    helpmate = Helpmate()
    helpmate.ask(position, side)
    while helpmate.step() == WORKING:
        pass
    wrong = replay(text, side, helpmate) if helpmate.answer == YES else ""
    return question, helpmate.answer, helpmate.visited, wrong


def replay(text: str, side: int, helpmate: Helpmate) -> str:
    """Play the line that proves YES; return what is wrong with it, or nothing."""
    board = chess.Board(text, chess960=helpmate.position.chess960)
    for move in helpmate.line():
        name = uci.text(helpmate.position, move)
        if chess.Move.from_uci(name) not in board.legal_moves:
            return f"{name} is not legal in {board.fen()}"
        helpmate.position.push(move)
        board.push_uci(name)
    return "" if board.is_checkmate() and board.turn == (side == 1) else f"no mate in {board.fen()}"


def questions(path: Path, limit: int | None, seed: int) -> list[Question]:
    chance = random.Random(seed)
    boards = [board for game in islice(games(path), limit) for board in positions(game, chance)]
    return [(board.fen(), side) for board in boards for side in (0, 1)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask of real games whether each side can still mate.")
    parser.add_argument("file", nargs="?", type=Path, default=MATCHES)
    parser.add_argument("--limit", type=int, metavar="GAMES", help="ask of the first games only")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at a time (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="draws the position within each game (1)")
    options = parser.parse_args()
    if not options.file.is_file():
        parser.error(f"{options.file} does not exist: name a file of games")
    asked = questions(options.file, options.limit, options.seed)
    if not asked:
        parser.error(f"{options.file} has no position to ask about")
    return report(asked, options.jobs)


def report(asked: list[Question], jobs: int) -> int:
    begin = time.monotonic()
    end = " \r" if sys.stderr.isatty() else "\n"
    answers: Counter[int] = Counter()
    visits = []
    bad = 0
    with multiprocessing.Pool(jobs) as pool:
        for (text, side), answer, visited, wrong in pool.imap_unordered(ask, asked):
            answers[answer] += 1
            visits.append(visited)
            bad += bool(wrong) or answer == NOT_PROVEN
            if wrong or answer != YES:
                print(f"{text}  {'White' if side == 0 else 'Black'}: {ANSWERS[answer]} {wrong}".rstrip())
            if len(visits) % 50 == 0:
                print(f"{len(visits):,} of {len(asked):,}", end=end, file=sys.stderr, flush=True)
    visits.sort()
    print(
        f"{len(asked):,} questions: "
        + ", ".join(f"{answers[answer]:,} {name}" for answer, name in ANSWERS.items())
        + f"; visited positions: median {visits[len(visits) // 2]:,}, 99 % within {visits[len(visits) * 99 // 100]:,}, "
        f"worst {visits[-1]:,}; {time.monotonic() - begin:.0f} s"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
