"""What the pages of single cards and sets show."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.models import Owner
from accounts.owners import owner_of
from cards.abilities import AURA, ability_name, ability_text
from cards.icons import icon_of_ability
from cards.models import PLAYABLE, VALUED, Card, CardSet, Deck, Kind
from cards.queries import cards_of_set, decks_with, neighbours, reference_of, visible_cards, visible_sets
from cards.related import Section, sections_about
from cards.tiles import Drawing, Tile, drawings_of, icons_of, tile_of, tiles_of
from cards.workshop.queries import original_of
from engine.abilities import AURA_PREFIX, SEASON_1

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
    """An ability in words."""
    text, season_1 = ability_text(slug, language), ability_text(slug, language, SEASON_1)
    aura = slug.startswith(AURA_PREFIX)
    lent = slug.removeprefix(AURA_PREFIX)
    name = ability_name(slug, language)
    return Explained(slug, lent, name, icon_of_ability(slug), aura, text, "" if season_1 == text else season_1)


@dataclass(frozen=True)
class CardDetails:
    """A card with all that its page says about it."""

    tile: Tile
    drawings: tuple[Drawing, ...]
    abilities: list[Explained]
    set: CardSet | None  # when the reader may see it
    before: Card | None
    after: Card | None
    decks: list[Deck]
    sections: list[Section]
    is_own: bool
    links: dict[str, str] = field(default_factory=dict)
    original: Card | None = None  # what it is a remix of, when the reader may see it

    @property
    def icons(self) -> set[str]:
        """What the page's sprite must define."""
        symbols = {self.set.symbol} if self.set else set()
        drawn = {name for drawing in self.drawings for name in drawing.icons}
        told = {name for section in self.sections for name in section.icons}
        abilities = {one.icon for one in self.abilities} | {icon_of_ability(AURA)}
        return icons_of([self.tile]) | drawn | symbols | told | abilities

    @property
    def summary(self) -> str:
        """The card in one sentence, for whoever gets a link to it."""
        words = self.tile.label.split(", ", 1)[-1]
        return f"{words}. {self.tile.card.line}".strip()

    @cached_property
    def values(self) -> list[tuple[str, int]]:
        """The numbers on the face, with their names."""
        card = self.tile.card
        if card.kind not in VALUED:
            return []
        named = [(_("Mana cost"), card.cost), (_("Attack value"), card.av)]
        return [*named, (_("Health Points"), card.hp)] if card.hp is not None else named


def card_details(card: Card, request: HttpRequest) -> CardDetails:
    """All that a card's page says to whoever asks."""
    owner, language = owner_of(request), get_language() or "en"
    before, after = neighbours(card)
    return CardDetails(
        tile_of(card, language),
        drawings_of(card, language),
        [explained(slug, language) for slug in card.abilities],
        card.set if card.set_id is not None and card.set.is_readable_by(owner) else None,
        before,
        after,
        decks_with(card, owner),
        sections_about(card, request),
        card.is_owned_by(owner),
        links_of(card),
        original_of(card, owner),
    )


def links_of(card: Card) -> dict[str, str]:
    """What can be done with a card, by name: where each leads."""
    links = {"report": reverse("accounts:report", args=["card", card.token])}
    links["remix"] = reverse("cards:remix", args=[card.token])
    links["edit"] = reverse("cards:edit", args=[card.token])
    for dpi in PNG_DPI:
        links[f"png_{dpi}"] = reverse("files:face", args=[card.token, get_language() or "en", dpi])
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
    """All sets that may be seen."""
    counts = dict(visible_cards(owner).order_by().values_list("set").annotate(Count("pk")))
    language = get_language() or "en"
    return [
        SetEntry(one, counts.get(one.pk, 0), [explained(slug, language) for slug in one.abilities])
        for one in visible_sets(owner)
    ]


@dataclass(frozen=True)
class SetDetails:
    """A set's page: its abilities, and its cards by type."""

    groups: list[tuple[str, list[Tile]]]
    abilities: list[Explained]
    before: CardSet | None
    after: CardSet | None
    icons: set[str]
    count: int


_ORDER = (Kind.CREATURE, Kind.INCANTATION, Kind.CHAMPION, Kind.BRIDGE, Kind.STRONGHOLD)


def set_details(card_set: CardSet, owner: Owner | None, language: str) -> SetDetails:
    """All that a set's page shows."""
    tiles = sorted(tiles_of(cards_of_set(card_set, owner), language), key=_place)
    abilities = [explained(slug, language) for slug in card_set.abilities]
    sets = [one for one in visible_sets(owner) if one.owner_id is None]
    at = next((place for place, one in enumerate(sets) if one.pk == card_set.pk), None)
    return SetDetails(
        [(_plural(kind), list(group)) for kind, group in groupby(tiles, key=lambda tile: tile.card.kind)],
        abilities,
        sets[at - 1] if at else None,
        sets[at + 1] if at is not None and at + 1 < len(sets) else None,
        icons_of(tiles) | {card_set.symbol} | {one.icon for one in abilities},
        len(tiles),
    )


def _place(tile: Tile) -> tuple[int, int, str]:
    card = tile.card
    return (_ORDER.index(Kind(card.kind)), card.number, card.name)


def _plural(kind: str) -> str:
    return {
        Kind.CREATURE: pgettext("several", "Creatures"),
        Kind.INCANTATION: pgettext("several", "Incantations"),
        Kind.CHAMPION: pgettext("several", "Champions"),
        Kind.BRIDGE: pgettext("several", "Bridges"),
        Kind.STRONGHOLD: pgettext("several", "Strongholds"),
    }[Kind(kind)]
