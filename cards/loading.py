"""The site's own sets, from the files of ``cards.sets`` into the database: as often as one likes, by content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from accounts.shipping import Loaded, token_of, unlist_or_delete, write, write_all
from cards.models import Card, CardSet, Deck, DeckCard, Kind
from cards.sets import ChampionCard, Scenic, SetCard, SetFile, all_sets, champions
from cards.sets import PreconstructedDeck as DeckOfFile

TOKEN_LENGTH: Final = 16


@transaction.atomic
def load_sets(*, files: Iterable[SetFile] | None = None) -> Loaded:
    """Brings sets, cards, Bridges, Strongholds and preconstructed decks in line with the files.

    What is gone from the files is deleted, except for cards that decks or remixes need: those are unlisted.
    Nothing that has an owner is touched.
    """
    report = Loaded()
    every = tuple(all_sets() if files is None else files)
    decks: list[Deck] = []
    for place, file in enumerate(every):
        card_set = write(CardSet, {"slug": file.slug}, {**_set_fields(file), "place": place}, report)
        cards: dict[str, Card] = write_all(Card, {"set": card_set}, dict(_cards(file)), report)
        _retire(Card.objects.filter(set=card_set).exclude(pk__in=[card.pk for card in cards.values()]), report)
        decks += _load_decks(file, cards, report)
    _drop_decks(decks, report)
    gone = CardSet.objects.filter(shipped=True).exclude(slug__in=[file.slug for file in every])
    _retire(Card.objects.filter(set__in=gone), report)
    for card_set in gone:
        unlist_or_delete(card_set, card_set.cards.exists(), report)
    return report


@transaction.atomic
def load_champions() -> Loaded:
    """Brings the site's own Champions in line with their file, in the same way. They belong to no set."""
    report = Loaded()
    loaded = write_all(
        Card, {"set": None}, {champion.slug: _champion(champion) for champion in champions()}, report
    ).values()
    own = Card.objects.champions().filter(owner=None, set=None)
    _retire(own.exclude(pk__in=[card.pk for card in loaded]), report)
    return report


def _set_fields(file: SetFile) -> dict[str, Any]:
    return {
        "token": token_of(file.slug),
        "name": file.name.en,
        "name_fr": file.name.fr,
        "about": file.about.en,
        "about_fr": file.about.fr,
        "accent": file.accent,
        "symbol": file.symbol,
        "abilities": list(file.abilities),
        "shipped": True,
    }


def _cards(file: SetFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """(slug, fields) of all the cards of a set, numbered: Creatures and Incantations, Bridges, Strongholds."""
    for card in file.cards:
        yield card.slug, {**_common(file, card, card.number), **_values(card)}
    scenery = [(Kind.BRIDGE, bridge) for bridge in file.bridges] + [
        (Kind.STRONGHOLD, stronghold) for stronghold in file.strongholds
    ]
    for number, (kind, piece) in enumerate(scenery, len(file.cards) + 1):
        yield piece.slug, {**_common(file, piece, number), "kind": kind}


def _common(file: SetFile, card: SetCard | Scenic, number: int) -> dict[str, Any]:
    return {
        "token": token_of(f"{file.slug}/{card.slug}"),
        "number": number,
        "name": card.name.en,
        "name_fr": card.name.fr,
        "art": card.art.to_json(),
    }


def _values(card: SetCard) -> dict[str, Any]:
    return {
        "kind": Kind.CREATURE if card.is_creature else Kind.INCANTATION,
        "cost": card.cost,
        "av": card.av,
        "hp": card.hp if card.is_creature else None,
        "abilities": list(card.abilities),
        "flavour": card.flavour.en,
        "flavour_fr": card.flavour.fr,
    }


def _champion(card: ChampionCard) -> dict[str, Any]:
    return {
        "token": token_of(f"champions/{card.slug}"),
        "kind": Kind.CHAMPION,
        "name": card.name.en,
        "name_fr": card.name.fr,
        "cost": card.cost,
        "av": card.av,
        "hp": card.hp,
        "abilities": list(card.abilities),
        "flavour": card.flavour.en,
        "flavour_fr": card.flavour.fr,
        "art": card.art.to_json(),
    }


def _load_decks(file: SetFile, cards: dict[str, Card], report: Loaded) -> Iterator[Deck]:
    """The preconstructed decks. The set's Strongholds go round among them, since a file does not say whose is whose."""
    for number, entry in enumerate(file.decks):
        stronghold = cards[file.strongholds[number % len(file.strongholds)].slug] if file.strongholds else None
        deck = write(Deck, {"slug": entry.slug}, {**_deck_fields(entry), "stronghold": stronghold}, report)
        wanted = [cards[card.slug].pk for card in entry.cards]
        if list(deck.places.values_list("card_id", flat=True)) != wanted:
            deck.places.all().delete()
            DeckCard.objects.bulk_create(DeckCard(deck=deck, card_id=pk, place=at) for at, pk in enumerate(wanted))
        yield deck


def _deck_fields(deck: DeckOfFile) -> dict[str, Any]:
    return {
        "token": deck.slug if len(deck.slug) <= TOKEN_LENGTH else token_of(f"deck/{deck.slug}"),
        "name": deck.name.en,
        "name_fr": deck.name.fr,
        "about": deck.about.en,
        "about_fr": deck.about.fr,
    }


def _drop_decks(decks: list[Deck], report: Loaded) -> None:
    """Deletes the preconstructed decks that the files no longer have: the site's own decks that have a slug."""
    gone = Deck.objects.filter(owner=None).exclude(slug="").exclude(pk__in=[deck.pk for deck in decks])
    report.deleted += gone.count()
    gone.delete()


def _retire(cards: models.QuerySet[Card], report: Loaded) -> None:
    """Takes cards out of the catalogue: those that something needs are kept, for whoever has their address."""
    used = Exists(DeckCard.objects.filter(card=OuterRef("pk")))
    needed = Q(used) | Exists(Deck.objects.filter(Q(stronghold=OuterRef("pk")) | Q(champion=OuterRef("pk"))))
    for card in cards.annotate(needed=models.ExpressionWrapper(needed, output_field=models.BooleanField())):
        unlist_or_delete(card, card.needed or card.remixes.exists(), report)
