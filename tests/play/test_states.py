# SPDX-License-Identifier: GPL-3.0-or-later
"""Every cell of the table of buttons, in every state: it does what it says for who may, and nothing for the other."""

import chess
import pytest

from link import table
from play import states
from play.dialogue import Dialogue
from play.game import Game
from play.placing import Placing

WHITE, BLACK = 0, 1
PROMOTING = "7k/P7/8/8/8/8/7p/K7 w - - 0 1"


class Sitting:
    """A game whose hands and fingers are called directly; `records`: what it wrote."""

    def __init__(self, profile="tournament", fen=chess.STARTING_FEN, control="10"):
        self.records = []
        self.game = Game(lambda *record: self.records.append(record), table.REFUSALS)
        self.game.new(control, fen, profile)
        for square in range(64):
            if self.game.position.board[square]:
                self.game.hands.sensed.occupied[square] = 1
        self.game.hands.settle()
        self.let(400)

    def let(self, ms):
        for _ in range(ms // 50):
            self.game.run(50)

    def lift(self, name):
        self.game.lift(chess.parse_square(name))
        self.let(100)

    def place(self, name):
        self.game.place(chess.parse_square(name))
        self.let(100)

    def move(self, text):
        self.lift(text[:2])
        self.place(text[2:4])

    def do(self, side, button):
        self.game.dialogue.do(side, button)

    def start(self):
        self.do(BLACK, states.PRESS)
        return self


def placing():
    sitting = Sitting()
    sitting.game.menu = Placing(sitting.game)
    return sitting


def before():
    sitting = Sitting()
    sitting.do(WHITE, states.LONG)
    return sitting


def ready():
    return Sitting()


def setup():
    sitting = Sitting()
    sitting.move("e2e5")
    sitting.let(1500)
    return sitting


def think():
    return Sitting().start()


def hand():
    sitting = think()
    sitting.lift("e2")
    return sitting


def made():
    sitting = think()
    sitting.move("e2e4")
    return sitting


def promote():
    sitting = Sitting(fen=PROMOTING).start()
    sitting.lift("a7")
    sitting.place("a8")
    return sitting


def menu():
    sitting = think()
    sitting.do(WHITE, states.LONG)
    return sitting


def keys():
    sitting = think()
    sitting.game.dialogue.long_arbiter()
    return sitting


def asked():
    sitting = think()
    sitting.game.question.ask("1-0?", lambda: None)
    return sitting


def stopped():
    sitting = think()
    sitting.game.pause.stop("white", "call")
    return sitting


def dark():
    sitting = think()
    sitting.game.arbiter.rule("seal", -1, "", "arbiter")
    return sitting


def refused():
    sitting = think()
    sitting.game.claims.claim(WHITE, "threefold")
    return sitting


def illegal():
    sitting = think()
    sitting.lift("e2")
    sitting.place("e5")
    sitting.do(WHITE, states.PRESS)
    sitting.let(800)
    return sitting


def claiming():
    sitting = think()
    sitting.game.claims.claim(WHITE, "move")
    return sitting


def ruling():
    sitting = think()
    sitting.game.lose(BLACK, "resignation")
    return sitting


def ended():
    sitting = think()
    sitting.game.end("1-0", "resignation")
    return sitting


REACHED = {
    "placing": placing, "before": before, "keys": keys, "menu": menu, "asked": asked, "stopped": stopped, "dark": dark,
    "setup": setup, "ready": ready, "ended": ended, "ruling": ruling, "refused": refused, "illegal": illegal,
    "waiting": think, "promote": promote, "made": made, "claiming": claiming, "think": think, "hand": hand,
}  # fmt: skip
OWN_ONLY = {"before", "menu", "waiting", "promote", "made", "claiming", "think", "hand"}
BUTTONS = {"press": states.PRESS, "action": states.ACTION, "long": states.LONG}


def of(sitting, side):
    return states.of(sitting.game, side)[0]


def test_every_state_can_be_reached():
    assert list(REACHED) == [row[0] for row in states.PLAYER]
    for name, reach in REACHED.items():
        sitting = reach()
        assert of(sitting, BLACK if name == "waiting" else WHITE) == name
        if name in OWN_ONLY - {"waiting"}:
            assert of(sitting, BLACK) != name


def test_every_act_is_one_of_the_dialogue_and_says_what_it_does():
    for _, *acts in states.PLAYER:
        for act in acts:
            assert not act or getattr(Dialogue, act).__doc__


EMPTY = [(row[0], button) for row in states.PLAYER for button, at in BUTTONS.items() if not row[at]]


@pytest.mark.parametrize(("name", "button"), EMPTY)
def test_what_is_not_in_the_table_does_nothing_but_sound(name, button):
    sitting = REACHED[name]()
    sitting.game.sound.run(10_000)
    before, was = list(sitting.records), seen(sitting)
    sitting.do(BLACK if name == "waiting" else WHITE, BUTTONS[button])
    assert sitting.game.sound.hertz == 220
    assert (sitting.records, seen(sitting)) == (before, was)


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("name", sorted(OWN_ONLY - {"before", "menu"}))
def test_a_player_never_acts_for_the_other(name, button):
    """Neither moves, claims, offers, resigns nor adjusts for him: nothing that is written down is his."""
    sitting = REACHED[name]()
    before = len(sitting.records)
    sitting.do(BLACK, BUTTONS[button])
    sitting.let(1000)
    for record in sitting.records[before:]:
        assert record[0] == "pressed" and record[1] == "black", record


@pytest.mark.parametrize("name", ["menu", "before", "placing", "keys"])
def test_what_is_opened_can_be_left(name):
    sitting = REACHED[name]()
    if name == "keys":
        sitting.game.dialogue.long_arbiter()
    else:
        sitting.do(WHITE, states.LONG)
    assert of(sitting, WHITE) != name


@pytest.mark.parametrize("name", ["menu", "before"])
def test_a_menu_is_left_by_itself(name):
    sitting = REACHED[name]()
    sitting.let(10_100)
    assert of(sitting, WHITE) in ("think", "ready")


def seen(sitting):
    """What people see of a game, the running time apart."""
    game = sitting.game
    return (
        bytes(game.position.board), game.phase, game.offer, game.result, game.dialogue.items[:], game.pause.by,
        game.question.text, game.menu, game.menu and game.menu.text(0), game.seal.state, game.penalty.side,
        game.claims.kind,
    )  # fmt: skip
