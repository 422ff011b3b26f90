"""The pages that search engines may know of, each in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.urls import reverse

from cards.models import Card, CardSet
from contract.registry import GAMES
from engine.decks.rules.abilities import FLAG_OF_SLUG, SEASON_2
from grimoire.models import Book, Puzzle
from rulings.catalogue import numbers_by_id
from rulings.games.registry import plain_games
from rulings.matrix import cells
from rulings.models import EditorialRuling
from rulings.rulebook import chapters


class Bilingual(Sitemap):
    """Pages in every language, each naming the others."""

    i18n = True
    alternates = True
    x_default = True


class Pages(Bilingual):
    """Addresses as the name of a page and what it takes: so many to a page, in all languages together."""

    limit = 150
    pages: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def items(self) -> list[tuple[str, tuple[str, ...]]]:
        return list(self.pages)

    def location(self, item: tuple[str, tuple[str, ...]]) -> str:
        name, arguments = item
        return reverse(name, args=arguments)


class Doors(Pages):
    """Where the parts of the site begin."""

    pages = (
        *(
            (name, (game.name,))
            for game in GAMES.values()
            for name, part in (
                ("play:another_game", game.setup_form),
                ("play:game_cards", game.setup_form),
                ("play:first_game_of", game.setup_form and game.moments()),
                ("kits:kit", game.kit),
            )
            if part
        ),
        *(
            (name, ())
            for name in (
                "home:home",
                "play:index",
                "board:board",
                "grimoire:index",
                "grimoire:search",
                "grimoire:challenges",
                "grimoire:contests",
                "grimoire:championships",
                "grimoire:daily",
                "grimoire:training",
                "grimoire:download",
                "play:first_game",
                "play:statistics",
                "mutation:index",
                "tournaments:index",
                "scores:index",
                "cards:catalogue",
                "cards:sets",
                "champions:gallery",
                "rulings:index",
                "rulings:rules",
                "rulings:abilities",
                "rulings:glossary",
                "rulings:matrix",
                "api_guide:guide",
                "home:releases",
                "home:bots",
            )
        ),
    )


class Rules(Pages):
    """Rulebooks, abilities, rulings, and the cells of the matrix that say something; then the other games."""

    def items(self) -> list[tuple[str, tuple[str, ...]]]:
        pairs = [pair for pair, cell in cells(SEASON_2).items() if cell.sentences]
        answers = EditorialRuling.objects.values_list("pk", flat=True)
        return [
            *(("rulings:chapter", (chapter.slug,)) for chapter in chapters("en")),
            *(("rulings:ability", (slug,)) for slug in ("aura", *FLAG_OF_SLUG)),
            *(("rulings:ruling", (name,)) for name in (*numbers_by_id(), *answers)),
            *(("rulings:cell", pair) for pair in pairs),
            *((f"rulings:{name}", (game,)) for game in plain_games() for name in ("game", "game-rules", "game-matrix")),
            *(("rulings:game-ruling", (game.name, number)) for game in plain_games().values() for number in game.ids()),
        ]


class InEachLanguage(Sequence[tuple[Any, str]]):
    """Things of the database with each language in turn, of which only those are read that a page shows."""

    def __init__(self, things: QuerySet[Any], languages: Sequence[str]) -> None:
        self.things = things
        self.languages = languages

    def __len__(self) -> int:
        return self.things.count() * len(self.languages)

    def __getitem__(self, index: Any) -> Any:
        """A part from ``asked.start`` to ``asked.stop``, which divide by the number of languages, as pages do."""
        many = len(self.languages)
        part = self.things[index.start // many : index.stop // many]
        return [(thing, language) for thing in part for language in self.languages]


class Things(Bilingual):
    """Things of the database that everybody finds in lists: so many addresses to a page, the rest on further ones."""

    limit = 150  # so that none takes a tenth of a second of the processor, on a slow machine either

    def items(self) -> QuerySet[Any]:
        raise NotImplementedError

    def _items(self) -> InEachLanguage:
        # Django keeps _languages to itself, so its types do not know it.
        return InEachLanguage(self.items(), self._languages())  # type: ignore[attr-defined]

    def lastmod(self, item: Any) -> Any:
        return item.updated

    def get_latest_lastmod(self) -> Any:
        return self.items().aggregate(latest=Max("updated"))["latest"]


class Cards(Things):
    """The cards, those of readers too."""

    def items(self) -> QuerySet[Any]:
        fields = ("token", "owner", "kind", "slug", "updated", "set__slug")
        return Card.objects.listed().select_related("set").only(*fields).order_by("pk")


class Sets(Things):
    def items(self) -> QuerySet[Any]:
        return CardSet.objects.listed().order_by("pk")


class Puzzles(Things):
    """The published pages of the Grimoire."""

    def items(self) -> QuerySet[Any]:
        return Puzzle.objects.published().only("token", "game", "updated").order_by("pk")


class Books(Things):
    """The public books that have pages."""

    def items(self) -> QuerySet[Any]:
        return Book.objects.listed().filter(pages__isnull=False).distinct().order_by("pk")


SITEMAPS: Final = {
    "pages": Doors,
    "rules": Rules,
    "cards": Cards,
    "sets": Sets,
    "puzzles": Puzzles,
    "books": Books,
}
