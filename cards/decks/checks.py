"""Which formats a deck may be played in, and what is in the way, by name. Nothing here refuses anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.drafts import DECK_SIZE, MAX_CARDS, DeckDraft
from cards.models import Card, Deck, Kind
from engine.decks.game.decks import faults_of_cards
from engine.decks.rules.abilities import SEASON_1, SEASON_2

SETS_OF_MUTATION: Final = 2  # a session is drafted from two expansions (ruling 9.1)
_EDITION_NUMBERS: Final = {SEASON_1: 1, SEASON_2: 2}


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """Something that is in the way: a stable ``code``, and in words."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Check:
    """A way to play: its stable ``code``, its name, the modes that it is for, and the problems, if any."""

    code: str
    name: str
    modes: str
    problems: tuple[DeckProblem, ...]

    @property
    def passes(self) -> bool:
        """Whether the deck may be played so."""
        return not self.problems


def checks_of(draft: DeckDraft, preconstructed: Iterable[frozenset[int]] = ()) -> list[Check]:
    """Every format with its problems; ``preconstructed`` are the cards' ids of each deck that comes with the site."""
    is_preconstructed = frozenset(card.pk for card in draft.cards) in set(preconstructed)
    beside = tuple(_champion_problems(draft))
    duels = _("Duel, Free-for-All, Teams")
    everything = _("Duel, Solo, Co-op, Free-for-All, Teams")
    drafted = tuple(_drafted(draft))
    return [
        Check(
            "constructed-2",
            _("Constructed, season 2"),
            duels,
            (*_size(draft.cards), *_cards(draft.cards, SEASON_2), *beside),
        ),
        Check(
            "constructed-1",
            _("Constructed, season 1"),
            duels,
            (*_size(draft.cards), *_cards(draft.cards, SEASON_1), *beside),
        ),
        Check("draft", _("Draft: this deck can be drafted"), everything, (*drafted, *beside)),
        Check("solo", _("Against an AI"), _("Solo, Co-op"), () if is_preconstructed else (*drafted, *beside)),
        Check("mutation", _("Mutation"), _("four players, Duels"), tuple(_mutation(draft))),
    ]


def remarks_on(draft: DeckDraft) -> list[DeckProblem]:
    """Problems whatever the format is."""
    remarks = []
    if draft.stronghold is None:
        remarks.append(DeckProblem("no-stronghold", _("No Stronghold chosen yet (any will do).")))
    if draft.missing:
        remarks.append(
            DeckProblem(
                "missing-cards",
                ngettext(
                    "%(count)d card doesn't exist, or you can't see it.",
                    "%(count)d cards don't exist, or you can't see them.",
                    len(draft.missing),
                )
                % {"count": len(draft.missing)},
            )
        )
    if draft.cards and all(card.kind == Kind.INCANTATION for card in draft.deck):
        remarks.append(DeckProblem("no-creatures", _("No Creature: Incantations alone can't attack a Fort.")))
    return remarks


def preconstructed_decks() -> list[frozenset[int]]:
    """The cards' ids of each deck that comes with the site."""
    decks = Deck.objects.filter(owner=None).exclude(slug="").prefetch_related("places")
    return [frozenset(place.card_id for place in deck.places.all()) for deck in decks]


def _size(cards: tuple[Card, ...]) -> Iterator[DeckProblem]:
    if len(cards) < DECK_SIZE:
        text = ngettext("%(count)d card missing.", "%(count)d cards missing.", DECK_SIZE - len(cards))
        yield DeckProblem("wrong-deck-size", text % {"count": DECK_SIZE - len(cards)})
    elif len(cards) > DECK_SIZE:
        text = ngettext("%(count)d card too many.", "%(count)d cards too many.", len(cards) - DECK_SIZE)
        yield DeckProblem("wrong-deck-size", text % {"count": len(cards) - DECK_SIZE})


def _cards(cards: tuple[Card, ...], edition: str) -> Iterator[DeckProblem]:
    """The engine's faults of cards that come into one deck, in words."""
    for fault in faults_of_cards((card.printed for card in cards), edition, ""):
        card = cards[int(str(fault.at or "/0").rpartition("/")[2])]
        if fault.code == "duplicate-card":
            yield DeckProblem(fault.code, _("“%(card)s” is in the deck twice.") % {"card": card.title})
        else:
            number = _EDITION_NUMBERS[edition]
            text = _("“%(card)s” has an ability that isn't in season %(edition)d.")
            yield DeckProblem(fault.code, text % {"card": card.title, "edition": number})


def _champion_problems(draft: DeckDraft) -> Iterator[DeckProblem]:
    champion = draft.champion
    if champion is not None and champion in draft.cards:
        text = _("“%(card)s” is in the deck, so it can't be the Champion.") % {"card": champion.title}
        yield DeckProblem("champion-in-deck", text)


def _drafted(draft: DeckDraft) -> Iterator[DeckProblem]:
    """A draft deals the cards of one set, or of several that are shuffled together: here of one."""
    yield from _size(draft.cards)
    yield from _cards(draft.cards, SEASON_2)
    yield from _from_sets(draft.cards, 1)


def _from_sets(cards: tuple[Card, ...], limit: int) -> Iterator[DeckProblem]:
    if any(card.set_id is None for card in cards):
        yield DeckProblem("card-of-no-set", _("Cards that are in no set can't be drafted."))
    sets = {card.set_id: card.set_for(None) for card in cards if card.set_id is not None}
    if len(sets) > limit:
        named = sorted(card_set.title for card_set in sets.values() if card_set is not None)
        names = ", ".join(named if len(named) == len(sets) else [*named, "…"])
        text = (
            _("Its cards come from %(count)d sets (%(sets)s); a draft uses one.")
            if limit == 1
            else _("Its cards come from %(count)d sets (%(sets)s); a draft uses two.")
        )
        yield DeckProblem("too-many-sets", text % {"count": len(sets), "sets": names})


def _mutation(draft: DeckDraft) -> Iterator[DeckProblem]:
    """Eight of sixteen drafted cards are the deck, the others the Laboratory (ruling 9.1)."""
    if len(draft.cards) < MAX_CARDS:
        text = ngettext(
            "A draft deck has eight cards and a Laboratory of eight: %(count)d missing.",
            "A draft deck has eight cards and a Laboratory of eight: %(count)d missing.",
            MAX_CARDS - len(draft.cards),
        )
        yield DeckProblem("wrong-deck-size", text % {"count": MAX_CARDS - len(draft.cards)})
    yield from _cards(draft.cards, SEASON_2)
    yield from _from_sets(draft.cards, SETS_OF_MUTATION)
