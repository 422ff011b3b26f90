"""A deck as it has mutated in a session: what was cut from which Laboratory card and put where, by the page's address.

The rules and prices are the engine's (``engine.decks.game.mutations``, rulings 9.2 to 9.4). Here they meet kept
decks: the first eight cards mutate, the others are the Laboratory. A list of mutations is text such as
``2.av.3;4.rage.1.cursed``: the place in the deck, the element, the place in the Laboratory, and the abilities that it
covers; places from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _

from cards.decks.drafts import DeckDraft
from cards.faces import Face, Patch, patched_face
from cards.models import Card
from cards.showing import faces_of_card
from engine.decks.game.mutations import ABILITY, AV, COST, HP, Mutant, Mutation, MutationError, mutate
from engine.decks.rules.abilities import AURA_PREFIX

LONGEST: Final = 4000  # letters of a list
MAX_MUTATIONS: Final = 64
_VALUES: Final = (COST, AV, HP)
_WRITTEN: Final = re.compile(r"(\d{1,2})\.([a-z:-]{2,40})\.(\d{1,2})(?:\.([a-z:,-]{2,90}))?")


class MutationsError(Exception):
    """Mutations that cannot be: the ``number`` of the first of them, from 1, and why in the language of the moment."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


@dataclass(frozen=True, slots=True)
class MutationRequest:
    """A mutation by places, from 1; ``element`` is ``cost``, ``av``, ``hp`` or a slug."""

    place: int
    element: str
    source: int
    covers: tuple[str, ...] = ()

    def __str__(self) -> str:
        covered = f".{','.join(self.covers)}" if self.covers else ""
        return f"{self.place}.{self.element}.{self.source}{covered}"


@dataclass(frozen=True, slots=True)
class Done:
    """A mutation that was carried out, with its price in Mutation Points."""

    request: MutationRequest
    price: Decimal
    before: int | None  # the value that it covers, of an ability None
    after: int | None


@dataclass(frozen=True)
class MutatedDeck:
    """A deck with its mutations: ``mutants`` for each card of the deck, ``done`` in the order of asking."""

    draft: DeckDraft
    mutants: tuple[Mutant, ...]
    done: tuple[Done, ...]

    @property
    def points(self) -> Decimal:
        return sum((mutation.price for mutation in self.done), Decimal(0))

    @property
    def text(self) -> str:
        """The list, for an address."""
        return written(mutation.request for mutation in self.done)

    def patches(self, place: int) -> tuple[Patch, ...]:
        """The scraps on a card of the deck, place from 1: those that nothing covers."""
        requests = {mutation.request.element: mutation.request for mutation in self.done_on(place)}
        cards = self.draft.laboratory
        return tuple(
            Patch(element, cards[request.source - 1].title, request.covers) for element, request in requests.items()
        )

    def done_on(self, place: int) -> list[Done]:
        return [mutation for mutation in self.done if mutation.request.place == place]

    def without(self, request: MutationRequest) -> str:
        """The list without one of them and without those after it on the same card, which may rest on it."""
        remaining, gone = [], False
        for mutation in self.done:
            gone = gone or mutation.request == request
            if not (gone and mutation.request.place == request.place):
                remaining.append(mutation.request)
        return written(remaining)

    def face(self, place: int, language: str, *, paper: bool = False) -> Face:
        """The face of a card of the deck as it is now, in the language of the moment."""
        card, mutant = self.draft.deck[place - 1], self.mutants[place - 1]
        (face,) = faces_of_card(card, language, paper=paper, printed=mutant.card)
        return patched_face(face, self.patches(place), card.printed.slugs)


def written(requests: Iterator[MutationRequest] | Sequence[MutationRequest]) -> str:
    return ";".join(map(str, requests))


def read(text: str) -> tuple[MutationRequest, ...]:
    """The mutations of a text. Raises ``MutationsError``."""
    requests = []
    for number, part in enumerate(filter(None, text[:LONGEST].split(";")), 1):
        match = _WRITTEN.fullmatch(part.strip())
        if match is None or number > MAX_MUTATIONS:
            raise MutationsError(number, _("unreadable"))
        covers = tuple(match[4].split(",")) if match[4] else ()
        requests.append(MutationRequest(int(match[1]), match[2], int(match[3]), covers))
    return tuple(requests)


def mutated(draft: DeckDraft, requests: Sequence[MutationRequest]) -> MutatedDeck:
    """The deck with these mutations, one after another. Raises ``MutationsError``."""
    mutants = [Mutant(card.printed) for card in draft.deck]
    mutations: list[Done] = []
    for number, request in enumerate(requests, 1):
        try:
            mutations.append(_carry_out(draft, mutants, request, mutations))
        except MutationError as wrong:
            raise MutationsError(number, why(wrong.code)) from wrong
    return MutatedDeck(draft, tuple(mutants), tuple(mutations))


def _carry_out(draft: DeckDraft, mutants: list[Mutant], request: MutationRequest, mutations: Sequence[Done]) -> Done:
    if not 1 <= request.place <= len(mutants) or not 1 <= request.source <= len(draft.laboratory):
        raise MutationError("not-on-that-card", request.element)
    if any(
        (mutation.request.source, mutation.request.element) == (request.source, request.element)
        for mutation in mutations
    ):
        raise MutationError("not-on-that-card", request.element)  # it has been cut out before
    before = mutants[request.place - 1]
    after, price = mutate(before, _mutation(request, draft.laboratory[request.source - 1]))
    mutants[request.place - 1] = after
    values = (
        (getattr(before.card, request.element), getattr(after.card, request.element))
        if request.element in _VALUES
        else None
    )
    return Done(request, price, *(values or (None, None)))


def _mutation(request: MutationRequest, source: Card) -> Mutation:
    if request.element in _VALUES:
        return Mutation(source.printed, request.element)
    return Mutation(source.printed, ABILITY, request.element, request.covers)


def offers(deck: MutatedDeck, place: int) -> list[Done]:
    """All that may be put on a card of the deck next, place from 1, cheapest first."""
    possible = []
    for request in _conceivable(deck, place):
        mutants = list(deck.mutants)
        try:
            possible.append(_carry_out(deck.draft, mutants, request, deck.done))
        except MutationError:
            continue
    return sorted(possible, key=lambda mutation: (mutation.price, mutation.request.source))


def _conceivable(deck: MutatedDeck, place: int) -> Iterator[MutationRequest]:
    own = deck.mutants[place - 1].card.slugs
    for source, card in enumerate(deck.draft.laboratory, 1):
        for value in _VALUES:
            yield MutationRequest(place, value, source)
        for slug in card.printed.slugs:
            for count in (1, 2) if slug.startswith(AURA_PREFIX) else (1,):
                for covers in combinations(own, count):
                    yield MutationRequest(place, slug, source, covers)


def why(code: str) -> str:
    """Why the rules do not allow a mutation, by the engine's code."""
    return {
        "only-creatures-mutate": _("only Creatures mutate"),
        "not-on-that-card": _("that Laboratory card doesn't have it, or no longer does"),
        "already-mutated": _("a mutation never covers another"),
        "value-lowered": _("a value can't be lowered"),
        "value-too-high": _("values go up to 9"),
        "covers-nothing": _("an ability covers an existing one; an Aura covers another Aura, or two that aren't Auras"),
        "ability-twice": _("the card already has this ability"),
        "second-aura": _("a card has at most one Aura"),
        "not-for-sale": _("it isn't in the price list"),
    }[code]
