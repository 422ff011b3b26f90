"""View model of a mutated deck: each card as it is now, what could be put on it next, and the points."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.abilities import ability_name
from cards.decks.drafts import DeckDraft
from cards.decks.mutations import Done, MutatedDeck, MutationsError, mutated, offers, read, written
from cards.faces import Face
from cards.models import Deck
from cards.tiles import CardTile, tiles_of
from engine.decks.game.mutations import AV, COST, GAMES_EACH, HP, POINTS_BEFORE_A_GAME

ALL_POINTS: Final = POINTS_BEFORE_A_GAME * GAMES_EACH


@dataclass(frozen=True, slots=True)
class MutationRow:
    """A mutation in words, where it comes from, its price, and the address that adds it or takes it away."""

    words: str
    source: str
    price: Decimal
    href: str


@dataclass(frozen=True)
class MutationSlot:
    number: int
    name: str
    face: Face
    is_creature: bool
    done: list[MutationRow]
    offers: list[MutationRow]

    @property
    def html(self) -> SafeString:
        return mark_safe(render_to_string("cards/face.html", {"face": self.face}))


@dataclass
class MutationPage:
    """A deck and its mutations. ``problem`` says why those of the address cannot be; what came before them still is."""

    deck: Deck
    mutant: MutatedDeck
    places: list[MutationSlot]
    laboratory: list[CardTile]
    problem: str = ""
    limit: Decimal = ALL_POINTS

    @property
    def print_href(self) -> str:
        query = {"deck": self.deck.token, **({"m": self.mutant.text} if self.mutant.done else {})}
        return f"{reverse('cards:print')}?{urlencode(query, safe=';,:')}"

    @property
    def plain_href(self) -> str:
        """The deck without mutations."""
        return reverse("cards:mutations", args=[self.deck.token])


def mutation_page(deck: Deck, draft: DeckDraft, text: str, language: str) -> MutationPage:
    """The page of a deck with the mutations of an address; the language must be that of the moment."""
    mutant, problem = _read(draft, text)
    address = reverse("cards:mutations", args=[deck.token])
    places = [_place(mutant, number, language, address) for number in range(1, len(draft.deck) + 1)]
    laboratory = tiles_of(draft.laboratory, language)
    return MutationPage(deck, mutant, places, laboratory, problem)


def _read(draft: DeckDraft, text: str) -> tuple[MutatedDeck, str]:
    """The mutations as far as they can be, and what is wrong with the first that cannot."""
    try:
        requests = read(text)
    except MutationsError as wrong:
        return mutated(draft, ()), _problem(wrong)
    try:
        return mutated(draft, requests), ""
    except MutationsError as wrong:
        return mutated(draft, requests[: wrong.number - 1]), _problem(wrong)


def _problem(wrong: MutationsError) -> str:
    parts = {"number": wrong.number, "why": wrong}
    return _("Mutation %(number)d isn't allowed: %(why)s.") % parts


def _place(mutant: MutatedDeck, number: int, language: str, address: str) -> MutationSlot:
    card = mutant.draft.deck[number - 1]
    requests = [mutation.request for mutation in mutant.done]

    def line(mutation: Done, text: str) -> MutationRow:
        source = mutant.draft.laboratory[mutation.request.source - 1].title
        href = f"{address}?{urlencode({'m': text}, safe=';,:')}" if text else address
        return MutationRow(_words(mutation, language), source, mutation.price, href)

    return MutationSlot(
        number=number,
        name=card.title,
        face=mutant.face(number, language),
        is_creature=mutant.mutants[number - 1].card.is_creature,
        done=[line(mutation, mutant.without(mutation.request)) for mutation in mutant.done_on(number)],
        offers=[line(offer, written([*requests, offer.request])) for offer in offers(mutant, number)],
    )


def _words(mutation: Done, language: str) -> str:
    if mutation.after is not None:
        names = {COST: _("Mana cost"), AV: _("Attack value"), HP: _("HP")}
        change = {"name": names[mutation.request.element], "before": mutation.before, "after": mutation.after}
        return _("%(name)s %(before)d → %(after)d") % change
    covered = _(" and ").join(ability_name(slug, language) for slug in mutation.request.covers)
    return _("%(ability)s over %(covered)s") % {
        "ability": ability_name(mutation.request.element, language),
        "covered": covered,
    }
