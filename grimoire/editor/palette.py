"""The cards to stamp with: what the catalogue's search finds for somebody, their own cards and Champions too."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.models import Kind
from cards.queries import CardResults, Order, search, visible_sets, vocabulary_of
from cards.searching import LONGEST, QueryError, understand
from cards.tiles import CardTile, tiles_of
from champions.boards import spelled

SIZE: Final = 30  # cards of one page
CAN_STAND: Final = "t:creature,incantation,champion"


@dataclass(frozen=True, slots=True)
class Offer:
    """A card to stamp with: its tile, and the card as ``clash-position/1`` writes it."""

    tile: CardTile
    written: str

    @property
    def is_champion(self) -> bool:
        return bool(self.tile.card.kind == Kind.CHAMPION)


@dataclass
class Palette:
    """One page of cards; with an ``error`` in the query there is none."""

    query: str
    error: QueryError | None = None
    results: CardResults | None = None
    offers: list[Offer] = field(default_factory=list)

    def to(self, query: str, page: int = 1) -> str:
        params = {"q": query} if page == 1 else {"q": query, "page": page}
        return f"{reverse('grimoire:editor_palette')}?{urlencode(params)}"

    @property
    def kinds(self) -> list[tuple[str, str, str, bool]]:
        """The links that filter with one click: the query, its name, where it leads, whether it is chosen."""
        named = (
            ("", _("All cards")),
            ("t:creature", _("Creatures")),
            ("t:incantation", _("Incantations")),
            ("t:champion", _("Champions")),
            ("by:me", _("My own")),
        )
        return [(query, name, self.to(query), query == self.query) for query, name in named]

    @property
    def before(self) -> str:
        """The address of the page before; empty on the first."""
        return self.to(self.query, self.results.page - 1) if self.results and self.results.page > 1 else ""

    @property
    def after(self) -> str:
        """The address of the next page; empty on the last."""
        more = self.results is not None and self.results.page < self.results.pages
        return self.to(self.query, self.results.page + 1) if more and self.results else ""


def palette_for(query: str, page: int, owner: Owner | None, language: str) -> Palette:
    """The cards that a query finds, as far as they can stand in a position."""
    palette = Palette(" ".join(query[: 2 * LONGEST].replace("\0", " ").split()))
    vocabulary = vocabulary_of(visible_sets(owner))
    try:
        search_query = understand(palette.query, vocabulary)
    except QueryError as error:
        palette.error = error
        return palette
    search_query = replace(search_query, spans=(*search_query.spans, *understand(CAN_STAND, vocabulary).spans))
    order = Order("number" if palette.query else "cost")
    palette.results = search(search_query, owner, order, page, language, SIZE)
    palette.offers = [
        Offer(tile, json.dumps(spelled(tile.card).to_json(), ensure_ascii=False))
        for tile in tiles_of(palette.results.cards, language)
    ]
    return palette
