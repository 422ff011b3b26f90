"""View models of single cards and sets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Owner
from accounts.requests import SiteRequest
from cards.abilities import ability_name, ability_text
from cards.icons import icon_of_ability
from cards.likes import LikesOf, likes_of
from cards.models import PLAYABLE, VALUED, Card, CardSet, Deck, Kind
from cards.queries import (
    PAGE_SIZE,
    cards_in_set,
    decks_with,
    neighbours,
    printings_of,
    reference_of,
    visible_cards,
    visible_sets,
)
from cards.sections import PageSection, sections_on
from cards.tiles import CardTile, RenderedFace, drawings_of, tile_of, tiles_of
from cards.workshop.assessment import Judgement, judge
from cards.workshop.queries import original_of, remixes_of
from engine.decks.rules.abilities import AURA_PREFIX, SEASON_1
from web.languages import current_language

PNG_DPI: Final = (300, 600)


@dataclass(frozen=True, slots=True)
class Explained:
    """An ability as a card's page explains it.

    ``lent`` is the slug of the ability itself where an Aura lends it, else the same as ``slug``; ``season_1`` is its
    text in season 1 where that differs, else empty.
    """

    slug: str
    lent: str
    name: str
    icon: str
    aura: bool
    text: str
    season_1: str


def explained(slug: str, language: str) -> Explained:
    text, season_1 = ability_text(slug, language), ability_text(slug, language, SEASON_1)
    aura = slug.startswith(AURA_PREFIX)
    lent = slug.removeprefix(AURA_PREFIX)
    name = ability_name(slug, language)
    return Explained(slug, lent, name, icon_of_ability(slug), aura, text, "" if season_1 == text else season_1)


@dataclass(frozen=True)
class CardDetails:
    """A card with all that its page says about it."""

    tile: CardTile
    drawings: tuple[RenderedFace, ...]
    abilities: list[Explained]
    set: CardSet | None  # when the reader may see it
    before: Card | None
    after: Card | None
    decks: list[Deck]
    sections: list[PageSection]
    is_own: bool
    links: dict[str, str] = field(default_factory=dict)
    original: Card | None = None  # what it is a remix of, when the reader may see it
    remixes: list[Card] = field(default_factory=list)  # cards that were made from it
    judgement: Judgement | None = None  # what it should cost
    likes: LikesOf | None = None
    printings: list[Card] = field(default_factory=list)  # the other cards of this name

    @property
    def summary(self) -> str:
        """The card in one sentence, for whoever gets a link to it."""
        words = self.tile.label.split(", ", 1)[-1]
        return f"{words}. {self.tile.card.line}".strip()

    @cached_property
    def values(self) -> list[tuple[str, int]]:
        card = self.tile.card
        if card.kind not in VALUED:
            return []
        named = [(_("Mana cost"), card.cost), (_("Attack value"), card.av)]
        return [*named, (_("Health Points"), card.hp)] if card.hp is not None else named


def card_details(card: Card, request: SiteRequest) -> CardDetails:
    """All that a card's page says to whoever asks."""
    owner, language = request.owner, request.language
    before, after = neighbours(card)
    return CardDetails(
        tile_of(card, language),
        drawings_of(card, language),
        [explained(slug, language) for slug in card.abilities],
        card.set_for(owner),
        before,
        after,
        decks_with(card, owner),
        sections_on(card, request),
        card.is_owned_by(owner),
        links_of(card),
        original_of(card, owner),
        remixes_of(card, owner),
        judge(card.printed, language) if card.kind in VALUED else None,
        likes_of(card, owner),
        printings_of(card, owner),
    )


def links_of(card: Card) -> dict[str, str]:
    """The actions that a card offers, by name: where each leads."""
    links = {"report": reverse("accounts:report", args=["card", card.token])}
    links["remix"] = reverse("cards:remix", args=[card.token])
    links["edit"] = reverse("cards:edit", args=[card.token])
    for dpi in PNG_DPI:
        links[f"png_{dpi}"] = reverse("files:face", args=[card.token, current_language(), dpi])
    if card.kind in PLAYABLE:
        links["deck"] = reverse("cards:new_deck") + "?" + urlencode({"cards": reference_of(card)}, safe="/")
    return links


# Sets


@dataclass(frozen=True, slots=True)
class SetEntry:
    """A set in the list of sets, with its number of cards and the names of its abilities."""

    card_set: CardSet
    count: int
    abilities: list[Explained]


def set_list(owner: Owner | None) -> list[SetEntry]:
    counts = dict(visible_cards(owner).order_by().values_list("set").annotate(Count("pk")))
    language = current_language()
    return [
        SetEntry(card_set, counts.get(card_set.pk, 0), [explained(slug, language) for slug in card_set.abilities])
        for card_set in visible_sets(owner)
    ]


@dataclass(frozen=True)
class SetDetails:
    """A page of a set: its abilities, and some of its cards by type, of which there are ``count`` in all.

    A group is its name, how many cards of the type are in the set, and the tiles that are on this page.
    """

    groups: list[tuple[str, int, list[CardTile]]]
    page: Page[Any]
    abilities: list[Explained]
    before: CardSet | None
    after: CardSet | None
    count: int


_ORDER: Final = (Kind.CREATURE, Kind.INCANTATION, Kind.CHAMPION, Kind.BRIDGE, Kind.STRONGHOLD)
_ORDER_OF_KINDS: Final = Case(*(When(kind=kind, then=place) for place, kind in enumerate(_ORDER)))


def set_details(card_set: CardSet, owner: Owner | None, language: str, number: str | None = None) -> SetDetails:
    """All that a page of a set shows; a ``number`` that is none gives the first page or the last."""
    places = _ORDER_OF_KINDS, "number", "name", "pk"
    kinds = cards_in_set(card_set, owner).order_by(*places).values_list("kind", "pk")
    page = Paginator(list(kinds), PAGE_SIZE).get_page(number)
    totals = Counter(kind for kind, _pk in page.paginator.object_list)
    cards = Card.objects.filter(pk__in=[pk for _kind, pk in page]).order_by(*places).with_set()
    tiles = tiles_of(cards, language)
    abilities = [explained(slug, language) for slug in card_set.abilities]
    sets = [candidate for candidate in visible_sets(owner) if candidate.owner_id is None]
    at = next((place for place, candidate in enumerate(sets) if candidate.pk == card_set.pk), None)
    return SetDetails(
        [(_plural(kind), totals[kind], list(group)) for kind, group in groupby(tiles, key=lambda tile: tile.card.kind)],
        page,
        abilities,
        sets[at - 1] if at else None,
        sets[at + 1] if at is not None and at + 1 < len(sets) else None,
        len(page.paginator.object_list),
    )


def _plural(kind: str) -> str:
    return {
        Kind.CREATURE: pgettext("several", "Creatures"),
        Kind.INCANTATION: pgettext("several", "Incantations"),
        Kind.CHAMPION: pgettext("several", "Champions"),
        Kind.BRIDGE: pgettext("several", "Bridges"),
        Kind.STRONGHOLD: pgettext("several", "Strongholds"),
    }[Kind(kind)]
