# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenarios: what hands did and what the board should have made of it, as a text file, one step a line.

Everything goes through wood, sensors and cable; the words are documented in docs/scenarios.md.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess

from .. import mirror, pgn, rulings
from ..errors import BoardError, InputError, TouchmoveError
from . import hands, picture, segments
from .body import Maker
from .player import CHIP_MS, Player
from .world import World

_CONTROL = "10+5"
_PROFILE = "beginner"
_SIDES = {"white": chess.WHITE, "black": chess.BLACK}
_HAND_MS = 40  # a lift or a place, and what follows it
_BLINK_MS = 1000  # a blinking light is seen within this time
_FACE_MS = 400  # a chip draws its faces a part at a time, when nothing else is in a hurry
_GLANCE_MS = 20


class Failure(TouchmoveError):  # noqa: N818 - it is no error of the program
    """An expectation that was not met. The message has the line, both boards, and what was seen."""


@dataclass(frozen=True)
class Step:
    number: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.words)


def read(path: Path) -> list[Step]:
    """Return the steps of a scenario file. InputError if it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    words = ((number, line.split("#")[0].split()) for number, line in enumerate(lines, 1))
    return [Step(number, tuple(step)) for number, step in words if step]


def run(path: Path, maker: Maker) -> None:
    """Play a scenario on a board of its own; Failure or InputError tells the line that went wrong."""
    steps = read(path)
    with TemporaryDirectory(prefix="touchmove-") as folder:
        stage = Stage(maker, Path(folder))
        try:
            for step in steps:
                stage.do(path, step)
        finally:
            stage.close()


class Stage:
    """A board, two players, and what has been expected of them so far."""

    def __init__(self, maker: Maker, folder: Path) -> None:
        """maker: of the board. folder: where it is kept through power cuts."""
        self._maker = maker
        self._flash = folder / "flash"
        self._hand_ms = CHIP_MS if maker.is_slow else _HAND_MS
        self.player = self._sit_down()
        self._hand: list[str] = []
        self._fen = chess.STARTING_FEN
        self._control = _CONTROL
        self._profile = _PROFILE
        self._is_set_up = False
        self._seen = 0  # moves that expectations have covered
        self._heard = 0  # tones likewise

    def close(self) -> None:
        with self.player:
            pass

    def _sit_down(self, world: World | None = None, stuck: dict[int, bool] | None = None) -> Player:
        """Have two players at the board, at power-on; the wood may stand on it already."""
        body, maker = self._maker.make(self._flash), self._maker
        return Player(body, Random(0), world, patience_s=maker.patience_s, stuck=stuck, is_slow=maker.is_slow)

    def do(self, path: Path, step: Step) -> None:
        """Carry out one step."""
        try:
            action = getattr(self, f"_do_{step.words[0]}", None)
            if action is None:
                raise InputError(f"no step is called {step.words[0]}")
            if step.words[0] not in ("fen", "control", "profile", "board", "set", "stuck"):
                self._set_up()
            action(*step.words[1:])
        except Failure as failure:
            raise Failure(f"{path}:{step.number}: {step}\n  {failure}\n\n{self._picture()}") from None
        except TypeError as error:
            raise InputError(f"{path}:{step.number}: {step}: too few or too many words") from error
        except (TouchmoveError, ValueError, KeyError) as error:
            raise InputError(f"{path}:{step.number}: {step}: {error}") from error

    # Before the game

    def _do_fen(self, *fields: str) -> None:
        self._fen = mirror.position(" ".join(fields)).fen()
        self._is_set_up = False

    def _do_control(self, text: str) -> None:
        self._control = text
        self._is_set_up = False

    def _do_profile(self, *words: str) -> None:
        self._profile = " ".join(words)
        self._is_set_up = False

    def _set_up(self) -> None:
        """Set up what was asked for, the moment before the first hand moves."""
        if self._is_set_up:
            return
        self._is_set_up = True
        self._hand.clear()
        self._seen = len(self.player.moved)
        self.player.command("new", self._control, self._fen, self._profile)
        self.player.set_up(self._fen)
        self.player.let(800)

    def _do_start(self) -> None:
        """The waiting side starts the clock of the side to move."""
        self.player.press(not mirror.position(self._fen).turn)

    # Hands and buttons

    def _do_lift(self, name: str) -> None:
        self._hand.append(self.player.lift(chess.parse_square(name)))
        self.player.let(self._hand_ms)

    def _do_place(self, name: str, letter: str = "") -> None:
        square = chess.parse_square(name)
        self.player.place(self._from_hand(letter), square)
        self.player.let(self._hand_ms)

    def _from_hand(self, letter: str) -> str:
        if letter:
            if letter in self._hand:
                self._hand.remove(letter)
            return letter
        if not self._hand:
            raise ValueError("no man is in the hand: lift one, or say which letter comes from the tray")
        turn = self._board().turn
        man = ([man for man in self._hand if man.isupper() == turn] or self._hand)[-1]
        self._hand.remove(man)
        return man

    def _do_men(self, *fields: str) -> None:
        """Hands put all men on the squares of a position, and nothing else is done; 0.8 s pass."""
        self.player.set_up(mirror.position(" ".join(fields)).fen())
        self.player.let(800)

    def _do_play(self, *moves: str) -> None:
        """Clean hands play these moves, and press after each."""
        for move in moves:
            board = self._board()
            for gesture in hands.gesture(board, board.parse_uci(move), self.player.random):
                self.player.perform(gesture)
            self.player.let(40)
            self.player.press(board.turn)
            self.player.catch_up()

    def _do_contact(self, name: str, closed: str) -> None:
        """A sensor reads so from now on, whatever stands on it; no time passes."""
        if closed not in ("0", "1"):
            raise ValueError("a contact is 0, open, or 1, closed")
        self.player.reeds.change(self.player.now_ms, chess.parse_square(name), closed == "1")

    def _do_stuck(self, name: str, closed: str) -> None:
        """A sensor reads so whatever happens on its square, until it is mended; no time passes."""
        if closed not in ("0", "1"):
            raise ValueError("a stuck sensor is 0, open, or 1, closed")
        self.player.reeds.stuck[chess.parse_square(name)] = closed == "1"

    def _do_mended(self, name: str) -> None:
        """A stuck sensor reads what stands on it again; no time passes."""
        del self.player.reeds.stuck[chess.parse_square(name)]

    def _do_flicker(self, name: str, times: str) -> None:
        """A weak magnet lets go of its sensor for 10 ms, so many times, 300 ms apart."""
        square = chess.parse_square(name)
        for _ in range(int(times)):
            self.player.reeds.change(self.player.now_ms, square, False)
            self.player.let(10)
            self.player.reeds.change(self.player.now_ms, square, True)
            self.player.let(300)

    def _do_wait(self, ms: str) -> None:
        self.player.let(int(ms))

    def _do_press(self, side: str) -> None:
        if side == "arbiter":
            self.player.arbiter()
        else:
            self.player.press(_side(side))

    def _do_action(self, side: str) -> None:
        self.player.action(_side(side))

    def _do_hold(self, side: str) -> None:
        if side == "arbiter":
            self.player.arbiter(long=True)
        else:
            self.player.action(_side(side), long=True)

    def _do_choose(self, side: str, item: str) -> None:
        self.player.choose(_side(side), item)

    def _do_board(self, what: str) -> None:
        """`board turned`: the panel is turned round under the wood."""
        if what != "turned":
            raise ValueError("the step is called `board turned`")
        self.player.turned = not self.player.turned

    def _do_set(self, setting: str, value: str) -> None:
        self.player.command("set", setting, value)

    def _do_arbiter(self, *words: str) -> None:
        """Rule from the computer; `refused` as the first word: the board must say no."""
        is_refused = words[0] == "refused"
        self._command("rule", is_refused, *rulings.command(list(words[1:] if is_refused else words)))

    def _do_seal(self, *words: str) -> None:
        """Seal a move on the computer, or `seal refused e2e5`."""
        self._command("seal", words[0] == "refused", words[-1])

    def _command(self, name: str, is_refused: bool, *values: str) -> None:
        try:
            self.player.command(name, *values)
        except BoardError as error:
            if not is_refused:
                raise Failure(str(error)) from error
        else:
            if is_refused:
                raise Failure("the board should have refused this, and did it")
        self.player.let(40)

    def _do_power(self, what: str) -> None:
        """`power cut`: the board goes off and comes back with the wood as it stands."""
        if what != "cut":
            raise ValueError("the step is called `power cut`")
        world, turned, stuck = self.player.world, self.player.turned, self.player.reeds.stuck
        self.close()
        self.player = self._sit_down(world, stuck)
        self.player.turned = turned
        self.player.let(400)

    # Expectations

    def _do_expect(self, what: str, *words: str) -> None:
        check = getattr(self, f"_expect_{what}", None)
        if check is None:
            raise InputError(f"nothing is called {what} that can be expected")
        self.player.catch_up()
        check(*words)

    def _expect_move(self, *wanted: str) -> None:
        got = self.player.moved[self._seen :]
        self._seen += len(got)
        _same("the moves", " ".join(wanted), " ".join(got))

    def _expect_no(self, what: str) -> None:
        if what == "move":
            self._expect_move()
        elif what == "lights":
            _same("the lit squares", "", " ".join(sorted(picture.lit(self.player.lights))))
        elif what == "faces":
            _same("the faces", " | ", " | ".join(segments.text(cells).strip() for cells in self.player.body.faces))
        elif what == "result":
            _same("the result", "*", self.player.game.result if self.player.game else "*")
        elif what == "breach":
            game = self.player.game
            _same(
                "the breaches",
                "",
                " ".join(event["duty"] for event in game.events if event.name == "breached") if game else "",
            )
        else:
            raise InputError(f"nothing is called {what} that can be absent")

    def _expect_lights(self, *words: str) -> None:
        *wanted, colour = words
        if colour not in picture.COLOURS:
            raise InputError(f"no colour {colour}: there are {', '.join(picture.COLOURS)}")
        got = picture.squares_of(self.player.lights, colour)
        for _ in range(0, _BLINK_MS if got != set(wanted) else 0, 50):
            self.player.let(50)
            got |= picture.squares_of(self.player.lights, colour)
            if got == set(wanted):
                break
        _same(f"the {colour} squares", " ".join(sorted(wanted)), " ".join(sorted(got)))

    def _expect_face(self, side: str, *words: str) -> None:
        wanted = " ".join(words)
        at = 0 if _side(side) else 1
        for _ in range(0, _FACE_MS, _GLANCE_MS):
            if segments.looks_like(self.player.body.faces[at], wanted):
                return
            self.player.let(_GLANCE_MS)
        _same(f"{side}'s face", wanted, segments.text(self.player.body.faces[at]).strip())

    def _expect_tones(self, *wanted: str) -> None:
        heard = self.player.body.tones[self._heard :]
        self._heard += len(heard)
        _same("the tones", " ".join(wanted), " ".join(str(hertz) for hertz in heard if hertz))

    def _expect_fen(self, *fields: str) -> None:
        _same("the position", mirror.position(" ".join(fields)).fen(), self._board().fen())

    def _expect_result(self, result: str, reason: str = "") -> None:
        game = self.player.game
        got = f"{game.result} {game.reason if reason else ''}" if game else "no game"
        _same("the result", f"{result} {reason}".strip(), got.strip())

    def _expect_sensor(self, name: str, verdict: str) -> None:
        _same(f"what is thought of {name}", verdict, str(self.player.command("sensor", name)["verdict"]))

    def _expect_pgn(self, tag: str, *words: str) -> None:
        """A tag of the PGN has this value; or, for `comment`, one of its comments contains these words."""
        text = pgn.text(self.player.game) if self.player.game else ""
        wanted = " ".join(words)
        if tag == "comment":
            comments = [" ".join(found.split()) for found in re.findall(r"\{([^}]*)\}", text)]
            if not any(wanted in comment for comment in comments):
                _same("a comment of the PGN", wanted, " | ".join(comments))
        else:
            values = re.findall(rf'^\[{tag} "(.*)"\]$', text, re.MULTILINE)
            _same(f"the tag {tag}", wanted, values[0] if values else "")

    def _expect_record(self, name: str, *values: str) -> None:
        game = self.player.game
        found = [event for event in game.events if event.name == name] if game else []
        got = [str(value) for value in found[-1].values[1 : 1 + len(values)]] if found else ["none"]
        _same(f"the last record {name}", " ".join(values), " ".join(got) if values or not found else "")

    def _board(self) -> chess.Board:
        game = self.player.game
        return game.board if game and not game.is_ended else mirror.position(self._fen)

    def _picture(self) -> str:
        return picture.draw(
            self.player.world.squares, self._board(), self.player.lights, self.player.body.faces, self._hand
        )


def _side(name: str) -> chess.Color:
    if name not in _SIDES:
        raise ValueError(f"{name} is no side: white or black")
    return _SIDES[name]


def _same(what: str, wanted: str, got: str) -> None:
    if wanted != got:
        raise Failure(f"expected {what} to be: {wanted or 'none'}\n  but saw: {got or 'none'}")
