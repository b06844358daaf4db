# SPDX-License-Identifier: GPL-3.0-or-later
"""What page and server say to each other: JSON over one WebSocket, and one request. It is described only here.

The server speaks in topics. A message holds all of its topic, so the newest one makes older ones needless: a page that
comes late or reads slowly misses nothing but frames in between.

    topic  fields
    link   state, text: of the bridge (`bridge.State`)   board: its name or ""   simulated: whether there is a desk
    desk   squares: 64 men, a1 first, "." for none       tray: letters of the men in it
           hand: [key, letter] of men in the air          buttons: names of those held down
           lights: 192 bytes as hex                      colours: name of the colour by lit square
           faces: two times four bytes of segments       reads: what they say as text
           on: whether the board has power               cuts: how often it was cut         problem: "" or what died
           tone: hertz that the buzzer sounds, 0 for silence
           look: the part that shows its faces, as boards/ names it
           chip: which one is emulated, "" if none is        pace_pct: of real time, as its time passes
    game   number: of the game, 0 for none yet           fen: the position         control: as on the board
           first: number of the first move               turn: who makes it, white or black profile: how the board helps
           moves: [SAN, clock of the mover in ms after it]
           clocks: [white, black] in ms                  running: white, black or none      age_ms: since they were so
           result: as in PGN                             words: the result in words, "" while the game goes on
           said: what was offered, claimed, refused since the last move
           problem: "" or why the game cannot be followed further
    acts   groups: [name, [act, label, what comes of it, its fields]] of all that an arbiter can do (`rulings.ACTS`)
           fields: {name: [label, longest text, choices: [word, label]]}
    games  games: [number, day, control, result, words], newest first           more: how many older ones are not in it

The page says what hands do. Keys are made up by the page, one for each time that a man is lifted.

    do        fields                  do        fields
    lift      square, key             drop      key (into the tray)
    take      letter, key             set_up    (the array)
    place     square, key             hold      button          release   button
    cut_power (and give it back at once)

POST /resume restarts a board that stands at a MicroPython prompt into its game; the answer is 204.

A new game is asked for with POST /new: control, fen ("" for the array), profile, men: whether to put the simulated men
on their squares. The answer is 204, or 409 with field: control, fen, profile or "", and text: why not.

A board is tried with POST /test: act, value, as of the link's command `test`; a setting is changed with POST /set:
setting, value. The answer is 200 with text: what the board says, or 409 with text: why not. POST /doctor answers with
findings: [part, text, advice or ""] of what the board says of itself.

An arbiter rules with POST /rule: words, an act and its fields as in `touchmove arbiter`. The answer is 204, or 409 with
text: why not.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import chess

from .. import rulings
from ..archive import Summary
from ..bridge import State
from ..doctor import Finding
from ..errors import RefusalError, TouchmoveError
from ..mirror import Game
from ..pgn import day
from .table import BUTTONS, Table

GAMES = 30  # that the page lists; older ones are a command away
_WINNER = {"1-0": "White", "0-1": "Black"}
_WON = {
    "checkmate": "by checkmate",
    "resignation": "by resignation",
    "time": "on time",
    "illegal": "by illegal moves",
    "award": "by the arbiter's award",
}
_DRAWN = {
    "stalemate": "by stalemate",
    "insufficient": "by insufficient material",
    "agreement": "by agreement",
    "threefold": "by threefold repetition",
    "fivefold": "by fivefold repetition",
    "fifty": "by fifty moves without capture or pawn move",
    "seventyfive": "by seventy-five moves without capture or pawn move",
    "dead": "by a dead position",
    "kings": "by agreement",
    "award": "by the arbiter's award",
    "time": "on time",
    "illegal": "by illegal moves against a side that cannot mate",
}


def link(state: State, simulated: bool) -> dict[str, Any]:
    board = state.board.name if state.board else ""
    return {"state": state.name, "text": state.text, "board": board, "simulated": simulated}


def game(number: int, game: Game | None, age_ms: int) -> dict[str, Any]:
    if game is None:
        return {"number": 0}
    start = game.board.root()
    return {
        "number": number,
        "fen": game.board.fen(),
        "control": game.control,
        "profile": game.profile,
        "first": start.fullmove_number,
        "turn": "white" if start.turn else "black",
        "moves": [[ply.san, ply.clock_ms] for ply in game.plies],
        "clocks": [game.white, game.black],
        "running": game.running,
        "age_ms": age_ms,
        "result": game.result,
        "words": words(game.result, game.reason) if game.is_ended else "",
        "said": game.said,
        "problem": game.problem,
    }


def games(summaries: Iterable[Summary]) -> dict[str, Any]:
    rows = [_row(summary) for summary in summaries]
    return {"games": rows[: -GAMES - 1 : -1], "more": max(0, len(rows) - GAMES)}


def words(result: str, reason: str) -> str:
    """Say a result as people do."""
    if result in _WINNER:
        return f"{_WINNER[result]} wins {_WON.get(reason, f'by {reason}')}"
    if result == "1/2-1/2":
        return f"Draw {_DRAWN.get(reason, f'by {reason}')}"
    return "Abandoned" if reason == "abandoned" else f"Not decided: {reason}"


def obey(table: Table, text: str, held: set[str]) -> None:
    """Do what a page says. held: the buttons under its fingers. ValueError if it is nothing that a page may say."""
    match _read(text):
        case {"do": "lift", "square": str(square), "key": str(key)}:
            table.lift(square, key)
        case {"do": "take", "letter": str(letter), "key": str(key)}:
            table.take(letter, key)
        case {"do": "place", "square": str(square), "key": str(key)}:
            table.place(square, key)
        case {"do": "drop", "key": str(key)}:
            table.drop(key)
        case {"do": "set_up"}:
            table.set_up()
        case {"do": "cut_power"}:
            table.cut_power()
        case {"do": "hold", "button": str(button)} if button in BUTTONS:
            held.add(button)
            table.hold(button)
        case {"do": "release", "button": str(button)} if button in BUTTONS:
            held.discard(button)
            table.release(button)
        case _:
            raise ValueError(f"no such message: {text[:100]}")


def new(text: str) -> tuple[str, str, str, bool]:
    """Read what a page asks for: control, FEN, profile, whether to put the men there. ValueError if it is no such."""
    match _read(text):
        case {"control": str(control), "fen": str(fen), "profile": str(profile), "men": bool(men)}:
            return control.strip(), fen.strip() or chess.STARTING_FEN, profile, men
        case _:
            raise ValueError(f"no such request: {text[:100]}")


def refusal(error: TouchmoveError) -> dict[str, str]:
    """Say why there is no new game, and which field it lies in. The board's words begin with what they are about."""
    text = str(error)
    if not isinstance(error, RefusalError):
        field = ""
    elif text.startswith("time control"):
        field = "control"
    else:
        field = "profile" if text.startswith(("no profile", "profile")) else "fen"
    return {"field": field, "text": text}


def acts() -> dict[str, Any]:
    """Return all that an arbiter can do, as the page offers it."""
    groups: dict[str, list[list[Any]]] = {}
    for name, act in rulings.ACTS.items():
        groups.setdefault(act.group, []).append([name, act.label, act.says, act.fields])
    fields = {name: [field.label, field.longest, field.choices] for name, field in rulings.FIELDS.items()}
    return {"groups": list(groups.items()), "fields": fields}


def ruling(text: str) -> list[str]:
    """Read what an arbiter rules on a page: the words of his act. ValueError if it is no such."""
    match _read(text):
        case {"words": list(words)} if all(isinstance(word, str) for word in words):
            return words
        case _:
            raise ValueError(f"no such request: {text[:100]}")


def pair(text: str) -> tuple[str, str]:
    """Read what a board is to try or to change: a name and a value. ValueError if it is no such."""
    match _read(text):
        case {"act": str(name), "value": str(value)} | {"setting": str(name), "value": str(value)}:
            return name, value
        case _:
            raise ValueError(f"no such request: {text[:100]}")


def findings(found: Iterable[Finding]) -> dict[str, Any]:
    return {"findings": [[finding.part, finding.text, finding.advice] for finding in found]}


def why(error: TouchmoveError) -> str:
    """Say why an act was not done: in the board's words, or what is wrong with what was entered."""
    return error.why if isinstance(error, rulings.NotUnderstoodError) else str(error)


def encode(topic: str, fields: Mapping[str, Any]) -> str:
    return json.dumps({"topic": topic, **fields}, separators=(",", ":"))


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("too deep") from error


def _row(summary: Summary) -> list[Any]:
    started, ended = summary.started, summary.ended
    result = ended.get("result", "*") if ended else "*"
    said = words(result, ended.get("reason", "?")) if ended else "not ended"
    return [summary.number, day(started.get("epoch", 0)), started.get("control", "?"), result, said]
