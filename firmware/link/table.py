# SPDX-License-Identifier: GPL-3.0-or-later
"""The one table of all records and messages that a board and a computer exchange.

Code, documents and tests read this table; a name or a field that is not in it does not exist.
Field types: `int`, `ms` (milliseconds) and `ply` are whole numbers; `square`, `move` (UCI), `side` (`white`,
`black`) and `text` are text. Every record begins with `at`: milliseconds of board time since its game started.
"""

PROTOCOL = 1
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

# (name, ((field, type), ...), meaning)
RECORDS = (
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
        "A game begins. epoch: seconds since 1970 (UTC), 0 where the board was never told the time; "
        "white, black: the clocks.",
    ),
    ("lifted", (("at", "ms"), ("square", "square")), "A piece left a square (raw, debounced)."),
    ("placed", (("at", "ms"), ("square", "square")), "A piece came to stand on a square (raw, debounced)."),
    ("pressed", (("at", "ms"), ("side", "side")), "A player pressed his clock (raw)."),
    (
        "moved",
        (("at", "ms"), ("ply", "ply"), ("move", "move")) + CLOCKS,
        "A move stands. ply counts from 1; the clocks are those after it, the increment included if the press made it.",
    ),
    (
        "completed",
        (("at", "ms"), ("ply", "ply")) + CLOCKS,
        "The press of a move that had been made before, by the opponent's answer: its clocks count.",
    ),
    (
        "taken_back",
        (("at", "ms"), ("ply", "ply")) + CLOCKS,
        "The last move was taken back on the board; ply: how many are left. The clocks are as they were before it.",
    ),
    (
        "clocked",
        (("at", "ms"),) + CLOCKS,
        "The clocks in the middle of a long think, or when they start.",
    ),
    (
        "offered",
        (("at", "ms"), ("side", "side"), ("when", "text")),
        "A draw offer; when: made (in order) or early (out of order).",
    ),
    ("declined", (("at", "ms"), ("side", "side")), "The standing draw offer was declined by this player."),
    (
        "breached",
        (("at", "ms"), ("side", "side"), ("duty", "text")),
        "The move recorded next broke touch-move; duty: move, capture, both, castle, or rook-first.",
    ),
    (
        "complained",
        (("at", "ms"), ("side", "side")),
        "The opponent complained of the breach: the move is taken back, and the duty stands.",
    ),
    ("adjusting", (("at", "ms"), ("side", "side")), "A player announced that he adjusts men (`I adjust`)."),
    ("resumed", (("at", "ms"), ("white", "ms"), ("black", "ms")), "The board came back after a reset or power cut."),
    (
        "ended",
        (("at", "ms"), ("result", "text"), ("reason", "text"), ("white", "ms"), ("black", "ms")),
        "The game is over. result as in PGN; reason: a word of REASONS.",
    ),
    ("faulted", (("at", "ms"), ("text", "text")), "The firmware caught an exception of its own; the game goes on."),
)

REASONS = (
    ("checkmate", "mate on the board"),
    ("stalemate", "the player to move has no legal move and is not in check"),
    ("insufficient", "neither side can mate with the men on the board"),
    ("resignation", "a player resigned with his own button"),
    ("agreement", "a draw offer was accepted"),
    ("kings", "both kings in the centre told the result, and both players confirmed it"),
    ("time", "a flag fell"),
    ("abandoned", "ended from the computer or by a new game"),
)

# Commands go from the computer to the board as `>id name fields`; each gets exactly one answer `<id name fields`.
COMMANDS = (
    (
        "hello",
        (("protocol", "int"), ("epoch", "int")),
        "Open a conversation; epoch: seconds since 1970 (UTC). Answer: hello.",
    ),
    ("from", (("seq", "int"),), "Send all records from this number on, and go on sending new ones. Answer: ok."),
    (
        "new",
        (("control", "text"), ("fen", "text"), ("profile", "text")),
        "Set up a new game: time control (`5+3`, `-` for none), position (`-` for the array), profile (`-` to keep). "
        "A running game ends as abandoned. Answer: ok.",
    ),
    ("end", (("result", "text"), ("reason", "text")), "End the running game. Answer: ok."),
    ("health", (), "How the board feels. Answer: health."),
)

ANSWERS = (
    (
        "hello",
        (
            ("protocol", "int"),
            ("firmware", "text"),
            ("board", "text"),
            ("unique", "text"),
            ("journal", "text"),
            ("digest", "text"),
            ("last", "int"),
        ),
        "Who the board is: unique id, journal id, digest of this table, number of the last record.",
    ),
    (
        "health",
        (("used", "int"), ("free", "int"), ("late", "ms"), ("last", "int")),
        "Bytes of the heap in use and free, after a collection; the longest time by which a step came too late; "
        "number of the last record.",
    ),
    ("ok", (), "Done."),
    ("error", (("text", "text"),), "Not done, and why."),
)


def fields(table, name):
    """Return the `((field, type), ...)` of an entry; KeyError if the table has no such name."""
    for entry in table:
        if entry[0] == name:
            return entry[1]
    raise KeyError(name)
