"""Cards as requests name them: sets, decks of the site, ``set:number``, ``set/card``, cards written out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, Final, Protocol

from accounts.models import Owner
from cards.models import Card as SiteCard
from cards.models import CardSet, Deck
from cards.queries import cards_by_reference, cards_of_set
from cards.sets import SLUGS, card_of, champions, read_set
from engine.decks.formats.card_reading import read_card
from engine.decks.game.decks import face
from engine.decks.rules.abilities import ABILITIES_OF_EDITION
from engine.decks.rules.cards import Card
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from tables.occasions import Occasion, occasions
from web.refusals import RequestRefused

DEFAULT_SETS: Final = ("initiation",)


class DeckSource(Protocol):
    """Decks that a room above has: ``NAME:REFERENCE`` in the place of a token, by the name of its occasion."""

    def choices(self, owner: Owner | None, references: Collection[str]) -> list[tuple[str, str]]:
        """The references of those that are offered to somebody, with their names; of those asked for, too."""
        ...

    def cards(self, reference: str, owner: Owner | None) -> tuple[Card, ...] | None:
        """The cards of one; None where there is none for this owner."""
        ...

    @property
    def label(self) -> str: ...


class DeckOccasion(Occasion):
    """An occasion that has decks."""

    decks: DeckSource


def deck_sources() -> dict[str, DeckSource]:
    """The decks of rooms above, by the names of their occasions."""
    return {name: occasion.decks for name, occasion in occasions.items() if isinstance(occasion, DeckOccasion)}


def cards_of_sets(slugs: Iterable[str], edition: str, owner: Owner | None) -> tuple[Card, ...]:
    """The cards of sets that an edition can be played with, each face once.

    Raises ``RequestRefused`` for a set that there is not, or that is not for this owner.
    """
    by_face: dict[tuple[object, ...], Card] = {}
    for slug in slugs:
        for card in _cards_of_set(slug, owner):
            if not (card.abilities | card.auras) & ~ABILITIES_OF_EDITION[edition]:
                by_face.setdefault(face(card), card)
    return tuple(by_face.values())


def decks_of_sets(slugs: Iterable[str]) -> tuple[tuple[Card, ...], ...]:
    """The preconstructed decks of sets. Raises ``RequestRefused`` for a set that there is not."""
    decks: list[tuple[Card, ...]] = []
    for slug in slugs:
        if slug not in SLUGS:
            raise _unknown_set(slug)
        decks += [tuple(set_card.card for set_card in deck.cards) for deck in read_set(slug).decks]
    return tuple(decks)


def _cards_of_set(slug: str, owner: Owner | None) -> list[Card]:
    if slug in SLUGS:
        return [set_card.card for set_card in read_set(slug).cards]
    card_set = CardSet.objects.readable_by(owner).filter(slug=slug).first()
    if card_set is None:
        raise _unknown_set(slug)
    return [card.printed for card in cards_of_set(card_set, owner) if card.kind in ("creature", "incantation")]


def _unknown_set(slug: str) -> RequestRefused:
    return RequestRefused(422, "unknown-set", f"there is no set '{slug[:60]}'", "/sets")


def deck_of(reader: Reader, data: Any, at: str, edition: str, owner: Owner | None) -> tuple[Card, ...]:
    """A deck: a token of the site, a deck of a ``DeckSource``, or a list of cards. Faults of form go to the reader."""
    if not isinstance(data, str):
        read = [card_named(reader, part, f"{at}/{n}", edition, owner) for n, part in enumerate(reader.list(data, at))]
        return tuple(card for card in read if card is not None)
    source, _colon, reference = data.partition(":")
    if (decks := deck_sources().get(source)) is not None:
        elsewhere = decks.cards(reference, owner)
        if elsewhere is None:
            raise RequestRefused(422, "unknown-deck", "this deck doesn't exist, or you can't see it", at)
        return elsewhere
    deck = Deck.objects.readable_by(owner).filter(token=data.replace("\0", "")[:16]).first()
    if deck is None:
        raise RequestRefused(422, "unknown-deck", "no deck has this token", at)
    places = deck.places.select_related("card__set")
    return tuple(place.card.printed for place in places if place.card.kind in ("creature", "incantation"))


def written_deck(token: str, edition: str, owner: Owner | None) -> list[dict[str, Any]]:
    """The cards of a deck, each written out, so that they stay what they are. Raises ``RequestRefused``."""
    return [card.written_out() for card in deck_of(Reader(), token, "/decks/A", edition, owner)]


def card_named(reader: Reader, data: Any, at: str, edition: str, owner: Owner | None) -> Card | None:
    """A card by its name in a request, or written out; None after a fault of form, which goes to the reader.

    Raises ``RequestRefused`` (``unknown-card``) for a name that no card has.
    """
    if not isinstance(data, str):
        return read_card(reader, data, at, edition, optional=("abilities",))
    data = data.replace("\0", "")
    slug, _colon, text = data.partition(":")
    number = whole_number(text, 4)
    if number is not None and slug in SLUGS:
        for set_card in read_set(slug).cards:
            if set_card.number == number:
                return set_card.card
    with suppress(KeyError):
        return card_of(data).card
    card: SiteCard | None = cards_by_reference([data], owner).get(data)
    if card is None and number is not None:
        cards = SiteCard.objects.readable_by(owner).filter(set__slug=slug, number=number)
        card = cards.select_related("set").first()
    if card is None or card.kind not in ("creature", "incantation", "champion"):
        raise RequestRefused(422, "unknown-card", f"there is no card '{data[:60]}'", at)
    return card.printed


@cache
def site_champions(edition: str) -> tuple[Card, ...]:
    """The site's own Champions that an edition can be played with."""
    cards = (
        Card(champion.name.en, True, champion.cost, champion.av, champion.hp, champion.abilities)
        for champion in champions()
    )
    return tuple(card for card in cards if not (card.abilities | card.auras) & ~ABILITIES_OF_EDITION[edition])
