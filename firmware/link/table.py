# SPDX-License-Identifier: GPL-3.0-or-later
"""The one table of all records and messages that a board and a computer exchange.

Code, documents and tests read this table; a name or a field that is not in it does not exist. What an entry means is
the comment above it, which costs a board nothing.
Field types: `int`, `ms` (milliseconds) and `ply` are whole numbers; `square`, `move` (UCI), `side` (`white`,
`black`) and `text` are text. Every record begins with `at`: milliseconds of board time since its game started.
"""

PROTOCOL = 1
FIRMWARE = "0.1.0"
INTS = ("int", "ms", "ply")

# Both clocks, exactly: whose time runs (white, black or none), the times, the moves completed, and what is left of a
# delay or an overtime, as the clock's own whole number.
CLOCKS = (
    ("running", "text"),
    ("white", "ms"),
    ("black", "ms"),
    ("white_moves", "int"),
    ("black_moves", "int"),
    ("white_state", "int"),
    ("black_state", "int"),
)

# (name, ((field, type), ...))
RECORDS = (
    # A game begins. epoch: seconds since 1970 (UTC), 0 where the board was never told the time; white, black: the
    # clocks.
    (
        "started",
        (
            ("at", "ms"),
            ("epoch", "int"),
            ("fen", "text"),
            ("control", "text"),
            ("profile", "text"),
            ("white", "ms"),
            ("black", "ms"),
        ),
    ),
    # A piece left a square (raw, debounced).
    ("lifted", (("at", "ms"), ("square", "square"))),
    # A piece came to stand on a square (raw, debounced).
    ("placed", (("at", "ms"), ("square", "square"))),
    # A player pressed his clock (raw).
    ("pressed", (("at", "ms"), ("side", "side"))),
    # A move stands. ply counts from 1; the clocks are those after it, the increment included if the press made it.
    ("moved", (("at", "ms"), ("ply", "ply"), ("move", "move")) + CLOCKS),
    # The press of a move that had been made before, by the opponent's answer: its clocks count.
    ("completed", (("at", "ms"), ("ply", "ply")) + CLOCKS),
    # What stood before the move that is recorded next; a game is resumed from the last one that a move follows. offer:
    # whose draw offer stands; illegal: how many illegal moves were counted; the clocks when the mover began to think.
    (
        "checkpoint",
        (
            ("at", "ms"),
            ("ply", "ply"),
            ("fen", "text"),
            ("offer", "text"),
            ("white_illegal", "int"),
            ("black_illegal", "int"),
        )
        + CLOCKS,
    ),
    # All men stand again after these were touched, in order, and this player has the move. x: the opponent's man, with
    # one of his own; ?: perhaps it was the opponent's hand, so it obliges only if he complains.
    ("touched", (("at", "ms"), ("side", "side"), ("squares", "text"))),
    # What the pawn becomes that this player has pushed and not pressed yet, as a letter of UCI.
    ("chosen", (("at", "ms"), ("side", "side"), ("piece", "text"))),
    # A claim of a draw (threefold, fifty), or that one will be made with the next move (move), or will not be (none).
    ("claimed", (("at", "ms"), ("side", "side"), ("what", "text"))),
    # A claim or an offer was refused; reason, number: as in REFUSALS; added: time that the opponent gets. A refused
    # claim stops both clocks; the record of clocks that run says that the game goes on.
    ("refused", (("at", "ms"), ("side", "text"), ("reason", "text"), ("number", "int"), ("added", "ms"))),
    # The last move was taken back on the board; ply: how many are left. The clocks are as they were before it.
    ("taken_back", (("at", "ms"), ("ply", "ply")) + CLOCKS),
    # The clocks in the middle of a long think, or when they start.
    ("clocked", (("at", "ms"),) + CLOCKS),
    # A draw offer; when: made (in order) or early (out of order).
    ("offered", (("at", "ms"), ("side", "side"), ("when", "text"))),
    # The standing draw offer was declined by this player.
    ("declined", (("at", "ms"), ("side", "side"))),
    # The move recorded next broke touch-move; duty: move, capture, both, castle, or rook-first.
    ("breached", (("at", "ms"), ("side", "side"), ("duty", "text"))),
    # The opponent complained of the breach: the move is taken back if it was pressed, and the duty stands.
    ("complained", (("at", "ms"), ("side", "side"))),
    # A press completed an illegal move: the player's count of them, and the time that the opponent gets. The clocks
    # stand until it is put right; the record of clocks that run says that the opponent has accepted.
    ("illegal", (("at", "ms"), ("side", "side"), ("count", "int"), ("added", "ms"))),
    # A flag fell, and the game goes on until it is called or seen.
    ("flagged", (("at", "ms"), ("side", "side")) + CLOCKS),
    # Both clocks were stopped; by: white, black, arbiter, computer (the arbiter's word there) or none (the board); why:
    # call, flag, or what the arbiter says or does next; next: whose time runs when it goes on.
    ("stopped", (("at", "ms"), ("by", "text"), ("why", "text"), ("next", "text")) + CLOCKS),
    # The game goes on; by: arbiter, computer, or both players.
    ("continued", (("at", "ms"), ("by", "text")) + CLOCKS),
    # The arbiter ruled; act: a word of ACTS (play/arbiter.py); by: arbiter, computer, or both players where there is
    # none. The clocks are those after it.
    (
        "ruled",
        (("at", "ms"), ("act", "text"), ("side", "text"), ("value", "text"), ("by", "text"), ("next", "text")) + CLOCKS,
    ),
    # The player to move sealed his move, and the game is adjourned. code: the move, hidden until it is played.
    ("sealed", (("at", "ms"), ("side", "side"), ("code", "text"), ("next", "text")) + CLOCKS),
    # The end was overruled: the game goes on.
    ("reopened", (("at", "ms"), ("by", "text"), ("next", "text")) + CLOCKS),
    # The sensors read men who are not there, and the game hears nothing until they read as before; the corners among
    # which a contact lets current run backwards.
    ("phantom", (("at", "ms"), ("squares", "text"))),
    # The sensors of these squares may be bad: each explains presses that no move explains, or the only one flickers.
    ("suspected", (("at", "ms"), ("squares", "text"))),
    # These squares, and no others, are played around: their sensors are not heard, for both players have agreed.
    ("masked", (("at", "ms"), ("squares", "text"))),
    # A player announced that he adjusts men (`I adjust`).
    ("adjusting", (("at", "ms"), ("side", "side"))),
    # The board came back after a reset or power cut.
    ("resumed", (("at", "ms"), ("white", "ms"), ("black", "ms"))),
    # The game is over. result as in PGN; reason: a word of REASONS.
    ("ended", (("at", "ms"), ("result", "text"), ("reason", "text"), ("white", "ms"), ("black", "ms"))),
    # The end of the journal, or all of it, was found damaged; the name under which it was put aside on the board.
    ("damaged", (("at", "ms"), ("name", "text"))),
    # The board's flash may have no room for a long game, and no game may go before a computer has acknowledged it.
    ("crowded", (("at", "ms"), ("free_kb", "int"))),
    # A part was lost, or the firmware caught an exception of its own; the game goes on.
    ("faulted", (("at", "ms"), ("text", "text"))),
)

# Why a game ended.
REASONS = (
    "checkmate",  # mate on the board
    "stalemate",  # the player to move has no legal move and is not in check
    "insufficient",  # neither side can mate with the men on the board
    "dead",  # no series of legal moves can mate either side
    "fivefold",  # the same position for the fifth time
    "seventyfive",  # seventy-five moves of each side without a capture or a pawn move
    "resignation",  # a player resigned with his own button
    "threefold",  # the same position for the third time, on a claim or by a setting
    "fifty",  # fifty moves of each side without a capture or a pawn move, likewise
    "agreement",  # a draw offer was accepted
    "kings",  # both kings in the centre told the result, and both players confirmed it
    "time",  # a flag fell
    "illegal",  # a player completed as many illegal moves as lose
    "award",  # the arbiter awarded or corrected the result
    "abandoned",  # ended from the computer or by a new game
)

# Why something was refused: (reason, on the faces, in words); %d is the number that the record carries.
REFUSALS = (
    ("threefold", "%doF3", "the position has occurred %d of 3 times"),
    ("fifty", "%doF", "%d of 50 moves without capture or pawn move"),
    ("early", "no%d", "no agreement before move %d"),
    ("never", "Arb", "no agreement without the arbiter"),
)

# Commands go from the computer to the board as `>id name fields`; each gets exactly one answer `<id name fields`.
COMMANDS = (
    # Open a conversation; epoch: seconds since 1970 (UTC). Answer: hello.
    ("hello", (("protocol", "int"), ("epoch", "int"))),
    # Send all records from this number on, and go on sending new ones. Answer: ok.
    ("from", (("seq", "int"),)),
    # Set up a new game: time control (`5+3`, `-` for none), position (`-` for the array), profile (`-` to keep). A
    # running game ends as abandoned. Answer: ok.
    ("new", (("control", "text"), ("fen", "text"), ("profile", "text"))),
    # End the running game. Answer: ok.
    ("end", (("result", "text"), ("reason", "text"))),
    # The arbiter does something: a word of ACTS (play/arbiter.py), or stop, continue, flag (he has seen one), reopen
    # (the end was wrong). side: white, black or none; value as in the record `ruled`, of stop: why. Answer: ok.
    ("rule", (("act", "text"), ("side", "text"), ("value", "text"))),
    # Seal a move (UCI) and adjourn. Answer: ok.
    ("seal", (("move", "text"),)),
    # Change a setting of the board (play/settings.py); it is kept. `-` `-` changes nothing. Answer: settings.
    ("set", (("setting", "text"), ("value", "text"))),
    # Test a part: an act of ACTS (selftest.py). Answer: tested.
    ("test", (("act", "text"), ("value", "text"))),
    # How the board feels. Answer: health.
    ("health", ()),
    # What the sensor of a square has done since power-on. Answer: sensor.
    ("sensor", (("square", "square"),)),
)

ANSWERS = (
    # Who the board is: unique id, journal id, digest of this table, numbers of the first and the last record that it
    # has. Those before the first have made room, for a computer had acknowledged them.
    (
        "hello",
        (
            ("protocol", "int"),
            ("firmware", "text"),
            ("board", "text"),
            ("unique", "text"),
            ("journal", "text"),
            ("digest", "text"),
            ("first", "int"),
            ("last", "int"),
        ),
    ),
    # Bytes of the heap in use and free, after a collection; the longest time by which a step came too late; number
    # of the last record, for all that has happened is written now; the squares whose sensors are suspected or played
    # around.
    ("health", (("used", "int"), ("free", "int"), ("late", "ms"), ("last", "int"), ("squares", "text"))),
    # What is thought of a sensor: good, stuck, dead or flickers; whether it is played around (1); changes that held and
    # that did not, those that took 60 ms or more, and the longest that one took.
    (
        "sensor",
        (
            ("verdict", "text"),
            ("masked", "int"),
            ("toggles", "int"),
            ("bounces", "int"),
            ("slow", "int"),
            ("longest", "ms"),
        ),
    ),
    # What a test has to say.
    ("tested", (("text", "text"),)),
    # All settings of the board: `turned=off lights=10`.
    ("settings", (("text", "text"),)),
    # Done.
    ("ok", ()),
    # Not done, and why.
    ("error", (("text", "text"),)),
)


def fields(table, name):
    """Return the `((field, type), ...)` of an entry; KeyError if the table has no such name."""
    for entry in table:
        if entry[0] == name:
            return entry[1]
    raise KeyError(name)
