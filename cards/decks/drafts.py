"""A deck while it is being composed: it lives in the address of the page until somebody saves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.models import PLAYABLE, Card, Deck, Kind
from cards.queries import cards_by_reference, reference_of
from engine.kernel.numbers import whole_number

DECK_SIZE: Final = 8
NAME_LENGTH: Final = 60
ABOUT_LENGTH: Final = 400
MAX_CARDS: Final = 16  # a deck and the Laboratory that goes with it in Mutation
CHAMPIONS: Final = (Kind.CHAMPION, Kind.CREATURE)  # any Creature that is not in the deck may be made the Champion
_MAX_GIVEN: Final = 40  # references in an address


@dataclass(frozen=True)
class DeckDraft:
    """Cards in order with a Stronghold, a Champion, a name and what it is about, each of which may still be missing.

    The first eight cards are the deck, others the Laboratory of a Mutation session. ``missing`` are references that
    lead to nothing which the reader may see; ``notes`` say what was left out of the text that it was read from.
    """

    cards: tuple[Card, ...] = ()
    stronghold: Card | None = None
    champion: Card | None = None
    name: str = ""
    missing: tuple[str, ...] = field(default=(), compare=False)
    about: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def deck(self) -> tuple[Card, ...]:
        return self.cards[:DECK_SIZE]

    @property
    def laboratory(self) -> tuple[Card, ...]:
        """The cards beyond the eighth."""
        return self.cards[DECK_SIZE:]

    @property
    def everything(self) -> list[Card]:
        return [*self.cards, *(card for card in (self.stronghold, self.champion) if card is not None)]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The parameters of addresses and forms: (name, value)."""
        written = [("cards", ",".join(map(reference_of, self.cards)))]
        if self.stronghold is not None:
            written.append(("stronghold", reference_of(self.stronghold)))
        if self.champion is not None:
            written.append(("champion", reference_of(self.champion)))
        return written

    def query(self, **more: Any) -> str:
        """The part of an address that holds it, with whatever else the address says."""
        named = [(key, value) for key, value in (("name", self.name), ("about", self.about)) if value]
        others = [(key, value) for key, value in more.items() if value not in ("", None)]
        return urlencode([*self.fields, *named, *others], safe=",/")

    @property
    def share(self) -> str:
        """The address where whoever gets it finds the same deck, to look at and to change for themselves."""
        return f"{reverse('cards:new_deck')}?{self.query()}"

    def has(self, card: Card) -> bool:
        """Whether a card is part of it in whatever role."""
        return card in self.cards or card in (self.stronghold, self.champion)


def read_draft(data: Mapping[str, str], owner: Owner | None, deck: Deck | None = None) -> DeckDraft:
    """The draft of an address or a form; where it does not say ``cards``, what the deck holds (or nothing)."""
    if deck is not None and "cards" not in data:
        return draft_of(deck, owner)
    listed = list(dict.fromkeys(part for part in data.get("cards", "")[:4000].split(",") if part))[:_MAX_GIVEN]
    alone = {role: data.get(role, "")[:120] for role in ("stronghold", "champion")}
    by_reference = cards_by_reference([*listed, *filter(None, alone.values())], owner)
    cards: list[Card] = []
    missing: list[str] = []
    for reference in listed:
        card = by_reference.get(reference)
        if card is None or card.kind not in PLAYABLE or len(cards) == MAX_CARDS:
            missing.append(reference[:120])
        elif card not in cards:
            cards.append(card)
    roles: dict[str, Card | None] = {}
    for role, kinds in (("stronghold", (Kind.STRONGHOLD,)), ("champion", CHAMPIONS)):
        card = by_reference.get(alone[role])
        roles[role] = card if card is not None and card.kind in kinds else None
        if alone[role] and roles[role] is None:
            missing.append(alone[role])
    name, about = data.get("name", "")[:NAME_LENGTH], data.get("about", "")[:ABOUT_LENGTH]
    return DeckDraft(tuple(cards), roles["stronghold"], roles["champion"], name, tuple(missing), about)


def draft_of(deck: Deck, owner: Owner | None) -> DeckDraft:
    """The draft of a kept deck, as far as this owner may see it; ``missing`` counts the rest, without naming it."""
    places = deck.places.select_related("card__set", "card__picture", "card__owner__user").order_by("place")
    cards = [place.card for place in places]
    visible = [card for card in cards if card.deleted_at is None and _shows(card, owner)]
    roles = [card if card is not None and _shows(card, owner) else None for card in (deck.stronghold, deck.champion)]
    return DeckDraft(tuple(visible), roles[0], roles[1], deck.title, ("",) * (len(cards) - len(visible)), deck.intro)


def _shows(card: Card, owner: Owner | None) -> bool:
    return card.deleted_at is None and card.is_readable_by(owner)


# Changes: each answers the new draft, and a note when something could not be done as asked.

Change = tuple[DeckDraft, str]


def add(draft: DeckDraft, card: Card, place: int | None = None) -> Change:
    """Puts a card where it belongs by its type: at the end of the deck, or at a place of it, or beside it."""
    if card.kind == Kind.STRONGHOLD:
        return replace(draft, stronghold=card), ""
    if card.kind == Kind.CHAMPION:
        return replace(draft, champion=card), ""
    if card.kind not in PLAYABLE:
        return draft, _("“%(card)s” is a Bridge. It can't go in a deck.") % {"card": card.title}
    if card in draft.cards:
        return draft, _("“%(card)s” is already in the deck.") % {"card": card.title}
    if len(draft.cards) >= MAX_CARDS:
        return draft, _("Sixteen cards at most (deck and Laboratory). Remove one first.")
    at = len(draft.cards) if place is None else min(max(place, 0), len(draft.cards))
    return replace(draft, cards=(*draft.cards[:at], card, *draft.cards[at:])), ""


def remove(draft: DeckDraft, card: Card) -> Change:
    """Takes a card away, whatever its role."""
    return replace(
        draft,
        cards=tuple(other_card for other_card in draft.cards if other_card != card),
        stronghold=None if draft.stronghold == card else draft.stronghold,
        champion=None if draft.champion == card and card not in draft.cards else draft.champion,
    ), ""


def move(draft: DeckDraft, card: Card, place: int) -> Change:
    """Puts a card of the deck to another place, counted from 0."""
    if card not in draft.cards:
        return draft, ""
    others = [other_card for other_card in draft.cards if other_card != card]
    at = min(max(place, 0), len(others))
    return replace(draft, cards=(*others[:at], card, *others[at:])), ""


def crown(draft: DeckDraft, card: Card) -> Change:
    """Makes a card the Champion; one of the deck stops being in it."""
    if card.kind not in CHAMPIONS:
        return draft, _("“%(card)s” isn't a Creature, so it can't be the Champion.") % {"card": card.title}
    return replace(
        draft, champion=card, cards=tuple(other_card for other_card in draft.cards if other_card != card)
    ), ""


_VERBS: Final[dict[str, Callable[[DeckDraft, Card], Change]]] = {"add": add, "remove": remove, "champion-of": crown}


def is_change(data: Iterable[str]) -> bool:
    return any(verb in data for verb in (*_VERBS, "move"))


def apply_change(draft: DeckDraft, data: Mapping[str, str], owner: Owner | None) -> Change:
    """Carries out what an address asks for: ``add``, ``remove``, ``move`` (with ``to``) or ``champion-of``."""
    place = whole_number(data.get("to", ""), 3)
    for verb in (*_VERBS, "move"):
        if verb not in data:
            continue
        reference = data[verb][:120]
        card = cards_by_reference([reference], owner).get(reference)
        if card is None:
            return draft, _("No card is called “%(card)s”.") % {"card": reference}
        if verb == "move":
            return move(draft, card, place or 0)
        return add(draft, card, place) if verb == "add" else _VERBS[verb](draft, card)
    return draft, ""
