"""How a page looks in a list: its starting position small, title, objective, level, rating, how far the reader is.

Nothing of a tile comes from the proof but the level: what the solution turns on is not told before it is earned.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Owner
from contract.registry import GAMES
from grimoire.browsing.filter_names import level_name
from grimoire.browsing.states import NAMES, UNTRIED, favourites_of, states_of
from grimoire.models import Puzzle
from grimoire.models.puzzles import DECKS, PuzzleQuerySet
from grimoire.puzzle_games import game_of

SURE: Final[float] = 110.0  # a rating that may be off by more is marked as uncertain
# What a list does not need of a page, some of it secret or long.
_NOT_NEEDED: Final = ("intended", "afterword", "afterword_fr", "words", "words_fr", "search_text", "fingerprint")


@dataclass(frozen=True, slots=True)
class PuzzleTile:
    """A page in a list.

    ``state`` is one of ``grimoire.browsing.states``, ``rating`` None until somebody was rated on it; ``where`` is added
    to the address (``?book=...``), so that the page knows what it was opened from; ``number`` its number in a book;
    ``game`` the title of its game, where that has to be said.
    """

    puzzle: Puzzle
    board: SafeString
    goal: str
    state: str = UNTRIED
    favourite: bool = False
    where: str = ""
    number: int | None = None
    game: str = ""

    @property
    def href(self) -> str:
        return self.puzzle.get_absolute_url() + self.where

    @property
    def level(self) -> int | None:
        return self.puzzle.level

    @property
    def level_name(self) -> str:
        return level_name(self.puzzle.level)

    @property
    def rating(self) -> int | None:
        return round(self.puzzle.rating) if self.puzzle.rated_count else None

    @property
    def is_sure(self) -> bool:
        """Whether the rating rests on enough solvers."""
        return self.puzzle.deviation <= SURE

    @property
    def state_name(self) -> str:
        return str(NAMES[self.state])

    @property
    def is_done(self) -> bool:
        """Whether the reader has solved it, however often they had to try."""
        return self.state in ("first", "solved")

    @property
    def label(self) -> str:
        """The tile in one sentence, as a link is read out."""
        words = [self.puzzle.heading, self.game, self.goal, self.level_name]
        if self.state != UNTRIED:
            words.append(self.state_name)
        if self.puzzle.featured:
            words.append(_("showpiece"))
        if self.favourite:
            words.append(_("favourite"))
        if self.number is not None:
            words.insert(0, str(self.number))
        return ", ".join(word for word in words if word)


def for_tiles(puzzles: PuzzleQuerySet) -> PuzzleQuerySet:
    """The pages with what tiles need in one query, and without what they do not need."""
    return puzzles.select_related("owner__user").defer(*_NOT_NEEDED)


def tiles_of(puzzles: Iterable[Puzzle], owner: Owner | None, language: str, where: str = "") -> list[PuzzleTile]:
    """Tiles of pages in this order, for this reader. Two queries, whatever their number, if ``for_tiles`` got them."""
    listed = list(puzzles)
    states, liked = states_of(listed, owner), favourites_of(listed, owner)
    return [tile_of(puzzle, language, states.get(puzzle.pk, UNTRIED), puzzle.pk in liked, where) for puzzle in listed]


def tile_of(
    puzzle: Puzzle,
    language: str,
    state: str = UNTRIED,
    favourite: bool = False,
    where: str = "",
    number: int | None = None,
    among: str = DECKS,
) -> PuzzleTile:
    """The tile of a page whose state is known, in a list of the game ``among``: of another the title is said."""
    game, title = game_of(puzzle), "" if puzzle.game == among else GAMES[puzzle.game].title
    goal = game.goal_short(puzzle, language)
    return PuzzleTile(puzzle, game.mini(puzzle), goal, state, favourite, where, number, title)
