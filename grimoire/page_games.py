"""The games whose positions are pages of the Grimoire: what is different from game to game, behind one Protocol.

Each game is registered under its name (``Puzzle.game``, ``Book.game``) in ``grimoire.apps``. Attempts, ratings, books
and lists ask here and know no game; pages on which something is solved are each game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.safestring import SafeString

from grimoire.models import Attempt, Book, Puzzle
from web.registry import Registry


class PageGame(Protocol):
    """A game whose positions are pages.

    ``rules_version`` is that of the rules that proofs are made by. ``is_collected``: its pages are found by the search,
    go into readers' books and onto paper.
    """

    rules_version: int
    is_collected: bool

    def title(self) -> str:
        """The game's name, in the language of the moment."""
        ...

    def proof_key(self, position: Mapping[str, Any]) -> str:
        """The key of a position's proof: another one under other rules."""
        ...

    def engine_version(self) -> str:
        """Which engine proofs are made with, for whoever reads them later."""
        ...

    def derive(self, puzzle: Puzzle) -> Puzzle:
        """Works out and saves what lists and searches need of a page with its proof."""
        ...

    def mini(self, puzzle: Puzzle) -> SafeString: ...

    def goal_short(self, puzzle: Puzzle, language: str) -> str: ...

    def can_be_played(self, attempt: Attempt) -> bool:
        """Whether what is laid out on a page can be played there; lays it out."""
        ...


page_games: Registry[PageGame] = Registry()


def game_of(thing: Puzzle | Book) -> PageGame:
    """The game of a page, or of a book."""
    return page_games[thing.game]
