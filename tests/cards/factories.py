"""Cards, sets, decks and owners for tests, each with what a test does not care about filled in."""

from __future__ import annotations

from itertools import count
from typing import Any

from django.conf import settings
from django.core.signing import get_cookie_signer
from django.test import Client

from accounts.models import Owner, User, Visibility
from accounts.owners import COOKIE, SALT
from cards.models import Card, CardSet, Deck, DeckCard, Kind

_numbers = count(1001)  # of one length, so that their order is the same as text and as numbers


def make_owner(name: str = "") -> Owner:
    """A guest, or somebody with an account of this name."""
    if not name:
        return Owner.objects.create()
    return Owner.objects.create(user=User.objects.create_user(name, password="correct horse battery"))


def guest_cookie(owner: Owner) -> str:
    """What the browser of a guest has in its cookie."""
    return get_cookie_signer(salt=COOKIE + SALT).sign(str(owner.pk))


def browser_of(owner: Owner) -> Client:
    """A new client as this owner."""
    return sign_in(Client(), owner)


def sign_in(client: Client, owner: Owner) -> Client:
    """The client as this owner: by the account, or by a guest's cookie."""
    if owner.user is not None:
        client.force_login(owner.user)
    else:
        client.cookies[COOKIE] = guest_cookie(owner)
    assert settings.SESSION_COOKIE_SECURE is False
    return client


def make_set(slug: str = "", owner: Owner | None = None, **fields: Any) -> CardSet:
    """A set; the site's own unless an owner is given."""
    slug = slug or f"set-{next(_numbers)}"
    usual: dict[str, Any] = {"name": slug.title(), "visibility": Visibility.PUBLIC, "place": next(_numbers)}
    return CardSet.objects.create(**{**usual, **fields, "slug": slug, "owner": owner})


def make_card(name: str = "", card_set: CardSet | None = None, owner: Owner | None = None, **fields: Any) -> Card:
    """A public Creature of cost 2 with 2 attack and 3 HP; of a set, or somebody's own."""
    number = next(_numbers)
    usual: dict[str, Any] = {
        "name": name or f"Card {number}",
        "slug": "" if card_set is None else f"card-{number}",
        "number": number,
        "kind": Kind.CREATURE,
        "cost": 2,
        "av": 2,
        "hp": 3,
        "visibility": Visibility.PUBLIC,
    }
    return Card.objects.create(**{**usual, **fields, "set": card_set, "owner": owner})


def make_cards(how_many: int, card_set: CardSet | None = None, **fields: Any) -> list[Card]:
    """Several different cards."""
    return [make_card(card_set=card_set, **fields) for _ in range(how_many)]


def make_deck(name: str = "A deck", cards: list[Card] | None = None, owner: Owner | None = None, **fields: Any) -> Deck:
    """A public deck of these cards."""
    deck = Deck.objects.create(**{"name": name, "visibility": Visibility.PUBLIC, **fields, "owner": owner})
    DeckCard.objects.bulk_create(DeckCard(deck=deck, card=card, place=at) for at, card in enumerate(cards or []))
    return deck
