# SPDX-License-Identifier: GPL-3.0-or-later
"""What players said and what was decided on it, in words: for the score, and for whoever watches.

Why the board refused something is said by the link's own table; a face shows the code of the same line.
"""

from collections.abc import Sequence

from touchmove.firmware.link import table

from .record import Record

_PLAYERS = {"white": ("White", "Black"), "black": ("Black", "White")}
_CLAIMED = {
    "threefold": "{} claims a draw: the position has occurred three times",
    "fifty": "{} claims a draw: fifty moves without capture or pawn move",
    "move": "{} announces a claim of a draw with the next move",
    "none": "{} leaves the announcement",
}
_SAID = ("offered", "claimed")


def words(record: Record, before: Sequence[Record] = ()) -> str:
    """Return what a record says to a reader of the score, "" for nothing. before: the game's records, in order."""
    player, other = _PLAYERS.get(str(record.get("side", "")), ("", ""))
    match record.name:
        case "offered":
            order = "" if record["when"] == "made" else ", out of order"
            return f"{player} offers a draw{order}"
        case "declined":
            return f"{player} declines the draw"
        case "claimed":
            return _CLAIMED[record["what"]].format(player)
        case "refused":
            return _refused(record, player, other)
        case "illegal":
            return f"{player}'s illegal move number {record['count']}{_added(record, other)}"
        case "ended":
            return _agreed(record["reason"], before)
    return ""


def refusal(reason: str, number: int) -> str:
    """Return in words why something was refused: what the faces show as a code."""
    for name, _, text in table.REFUSALS:
        if name == reason:
            return str(text).replace("%d", str(number))
    return reason


def _refused(record: Record, player: str, other: str) -> str:
    if record["reason"] in ("threefold", "fifty"):
        what = f"{player}'s claim"
    else:
        what = f"{player}'s wish for a draw" if player else "A draw by agreement"
    return f"{what} is refused: {refusal(record['reason'], record['number'])}{_added(record, other)}"


def _added(record: Record, other: str) -> str:
    """Say what the opponent gets."""
    seconds = record["added"] // 1000
    return f": {other} gets {seconds // 60}:{seconds % 60:02}" if seconds else ""


def _agreed(reason: str, before: Sequence[Record]) -> str:
    """Say how a draw that a player asked for came about."""
    said = [record for record in before if record.name in _SAID]
    if not said:
        return ""
    player, other = _PLAYERS[said[-1]["side"]]
    if reason == "agreement":
        return f"{other} accepts the draw"
    return f"{player}'s claim is granted" if reason in ("threefold", "fifty") and said[-1].name == "claimed" else ""
