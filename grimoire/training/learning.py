"""Three puzzles of the site's books for each ability: it alone, with another ability, and on the enemy's side or hard.

``learning.toml`` names them. They are solved on their own pages: nothing of a solution is told here but the abilities
that an ability's page already searches puzzles by.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.abilities import ability_name
from grimoire.book_loading import token_of_reference
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.models import Puzzle

SIMPLE: Final = "simple"
TOGETHER: Final = "together"
FACING: Final = "facing"
HARD: Final = "hard"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A puzzle of an ability: what it is for, in words, and the puzzle as a tile."""

    title: str
    about: str
    tile: PuzzleTile

    @property
    def as_list(self) -> list[PuzzleTile]:
        """The tile alone, as lists of tiles are shown."""
        return [self.tile]


@cache
def learning() -> dict[str, dict[str, str]]:
    """For each ability its puzzles (``book/page``) by kind, in the order in which they are to be played."""
    return tomllib.loads((Path(__file__).resolve().parent / "learning.toml").read_text(encoding="utf-8"))


def lessons_of(slug: str, owner: Owner | None, language: str) -> list[Lesson]:
    """The puzzles to learn an ability by; those that the site has not loaded are left out. Raises ``KeyError``."""
    references = learning()[slug]
    tokens = {token_of_reference(reference): kind for kind, reference in references.items()}
    by_token = {puzzle.token: puzzle for puzzle in for_tiles(Puzzle.objects.published().filter(token__in=tokens))}
    puzzles = {kind: by_token[token] for token, kind in tokens.items() if token in by_token}
    tiles = tiles_of(list(puzzles.values()), owner, language)
    name = ability_name(slug, language)
    words = _words(name)
    return [Lesson(*words[kind], tile) for kind, tile in zip(puzzles, tiles, strict=True)]


def _words(name: str) -> dict[str, tuple[str, str]]:
    return {
        SIMPLE: (_("Simple"), _("What %(ability)s does, in a position with little else.") % {"ability": name}),
        TOGETHER: (
            _("With another ability"),
            _("%(ability)s isn't enough: another ability has to do its part.") % {"ability": name},
        ),
        FACING: (
            _("Against its grain"),
            _("Here %(ability)s is your enemy's. Turn it to your advantage.") % {"ability": name},
        ),
        HARD: (
            _("Against its grain"),
            _("Here %(ability)s doesn't work the way you expect at first.") % {"ability": name},
        ),
    }
