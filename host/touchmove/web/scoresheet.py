# SPDX-License-Identifier: GPL-3.0-or-later
"""The game as the computer knows it: from the bridge and the archive, never from the wood."""

from collections.abc import Callable

from .. import mirror
from ..archive import Archive
from ..bridge import Change, State, Stored
from . import messages
from .pages import Tell


class Scoresheet:
    """Hand it every change of the bridge, in order, in one thread; it publishes the topics link, game and games.

    now_ms: the board's time.
    """

    def __init__(
        self, archive: Archive, publish: Callable[[str, Tell], None], simulated: bool, now_ms: Callable[[], int]
    ) -> None:
        self._archive = archive
        self._publish = publish
        self._simulated = simulated
        self._now_ms = now_ms
        self._journal = ("", "")
        self._mirror = mirror.Mirror()
        self._known_ms = 0  # when the last record came
        self._number = 0
        self._publish_game()
        self._publish_games()

    def take(self, change: Change) -> None:
        if change.board is not None:
            self._turn_to(change.board.unique, change.board.journal)
        if isinstance(change, State):
            self._publish("link", lambda: messages.link(change, self._simulated))
        else:
            self._take_record(change)

    def _take_record(self, change: Stored) -> None:
        self._mirror.take(change.record)
        self._known_ms = self._now_ms()
        self._publish_game()
        if change.record.name in ("started", "ended"):
            self._publish_games()

    def _turn_to(self, board: str, journal: str) -> None:
        """Take up the latest game of another journal. What was told meanwhile comes again, which does no harm."""
        if self._journal == (board, journal):
            return
        self._journal = (board, journal)
        self._mirror = mirror.Mirror()
        for record in self._archive.latest(board, journal):
            self._mirror.take(record)
        self._known_ms = self._now_ms()
        self._publish_game()

    def _publish_game(self) -> None:
        game = self._mirror.game
        if game is not None:
            self._number = self._archive.number(*self._journal, game.first)
        self._publish("game", lambda: messages.game(self._number, game, self._now_ms() - self._known_ms))

    def _publish_games(self) -> None:
        said = messages.games(self._archive.games())
        self._publish("games", lambda: said)
