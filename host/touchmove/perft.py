# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts move trees with the firmware's rules and compares them with a file of known counts.

A file holds blocks of `id NAME`, `epd FOUR FIELDS OF A FEN`, and lines `perft DEPTH NODES`. Where a count differs, the
tree is counted again move by move beside python-chess, so that a mismatch is named by the moves that lead to it.
"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import chess

from .errors import InputError, TouchmoveError
from .sim.runtime import Runtime, find

# Runs where the firmware runs. A line `DEPTH FEN` is answered by the counts behind each move: `e2e4 20 e2e3 20 ...`.
_COUNTER = """
import sys
from rules import fen, uci
from rules.position import Position, move_buffer
position = Position()
buffers = [move_buffer() for _ in range(12)]
def count(depth):
    moves = buffers[depth]
    n = position.legal_into(moves)
    if depth == 1:
        return n
    nodes = 0
    for index in range(n):
        position.push(moves[index])
        nodes += count(depth - 1)
        position.pop()
    return nodes
while True:
    line = sys.stdin.readline()
    if not line:
        break
    depth, text = line.split(" ", 1)
    depth = int(depth)
    fen.load(position, text)
    moves = buffers[depth]
    answer = []
    for index in range(position.legal_into(moves)):
        answer.append(uci.text(position, moves[index]))
        position.push(moves[index])
        answer.append(str(count(depth - 1) if depth > 1 else 1))
        position.pop()
    print(" ".join(answer))
"""


@dataclass(frozen=True)
class Case:
    """A position with its known count: `nodes` leaves at `depth`."""

    file: Path
    name: str
    fen: str
    depth: int
    nodes: int


def read(file: Path, max_nodes: int) -> list[Case]:
    """Return the positions of a file, each at the greatest depth of at most `max_nodes`. InputError for a bad file."""
    cases: list[Case] = []
    name = fen = ""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        kind, _, rest = line.strip().partition(" ")
        if kind == "id":
            name, fen = rest, ""
        elif kind == "epd":
            fen = " ".join(rest.split()[:4])
        elif kind == "perft" and fen:
            try:
                depth, nodes = (int(field) for field in rest.split())
            except ValueError as error:
                raise InputError(f"{file}, line {number}: '{line}' should be: perft DEPTH NODES") from error
            if nodes > max_nodes or not 1 <= depth < 12:
                continue
            if cases and (cases[-1].name, cases[-1].fen) == (name, fen):
                cases.pop()
            cases.append(Case(file, name, fen, depth, nodes))
        elif kind:
            raise InputError(f"{file}, line {number}: '{line}' is not id, epd, or perft after an epd")
    return cases


class Counter:
    """The firmware's rules, waiting for positions."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def divide(self, fen: str, depth: int) -> dict[str, int]:
        """Return the count behind each move, in UCI. TouchmoveError if the firmware refuses the position."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._process.stdin.write(f"{depth} {fen}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise TouchmoveError(f"{fen}: the rules failed\n{self._process.stderr.read().strip()}")
        fields = line.split()
        return dict(zip(fields[::2], map(int, fields[1::2]), strict=True))


@contextmanager
def counter(runtime: Runtime) -> Iterator[Counter]:
    """Run the firmware's rules until the end of the block."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*runtime.arguments("-c"), _COUNTER],
        env=runtime.environment(),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
    ) as process:
        try:
            yield Counter(process)
        finally:
            process.kill()


def compare(cases: list[Case], runtime_name: str, on_case: Callable[[Case, list[str]], None]) -> int:
    """Count all cases, tell each with its differences (a line of text each), and return how many differ."""
    differ = 0
    with counter(find(runtime_name)) as rules:
        for case in cases:
            found = rules.divide(case.fen, case.depth)
            differences = [] if sum(found.values()) == case.nodes else _explain(case, found)
            differ += bool(differences)
            on_case(case, differences)
    return differ


def _explain(case: Case, found: dict[str, int]) -> list[str]:
    board = chess.Board(case.fen + " 0 1", chess960=not _is_orthodox(case.fen))
    right = {}
    for move in board.legal_moves:
        board.push(move)
        right[move.uci()] = _count(board, case.depth - 1)
        board.pop()
    lines = [f"{case.file.name} {case.name}: depth {case.depth}: {sum(found.values())}, known is {case.nodes}"]
    for text in sorted(right.keys() | found.keys()):
        if right.get(text) != found.get(text):
            lines.append(f"  {text}: {found.get(text, 'missing')}, python-chess: {right.get(text, 'not legal')}")
    if len(lines) == 1:
        lines.append("  python-chess counts as we do: is the file right?")
    return lines


def _is_orthodox(fen: str) -> bool:
    return all(mark in "KQkq-" for mark in fen.split()[2])


def _count(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _count(board, depth - 1)
        board.pop()
    return nodes
