"""A bot's decisions in a session, from what its seat may see: it picks, chooses its deck, mutates and confirms.

Cards are judged by the cost model (``cards.costs``): what a card should cost less what it costs is what it brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from cards.costs import fair_cost
from engine.decks.game.decks import DECK_SIZE
from engine.decks.rules.cards import Card
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import CONFIRM, DECK, PICK, READY
from engine.decks.sessions.mutation_sets import mutation_sets
from engine.decks.sessions.schedule import SEATS
from engine.kernel.chance import Chance
from mutation.services import waiting
from mutation.services.waiting import Waiting

RANDOM: Final = "random"
SETS_LOOKED_AT: Final = 3000
MIN_CREATURES: Final = 5  # of a deck, where there are as many

Event = dict[str, Any]


@lru_cache(4096)
def bargain(card: Card, edition: str) -> float:
    """A card's worth beyond its cost, in Mana."""
    return fair_cost(card, edition) - card.cost


def events_for(ledger: SessionLedger, task: Waiting, level: str, seed: int) -> list[Event]:
    """The events with which a bot does what it is waited for; none for what is not done in the ledger."""
    chance = Chance(seed, f"{task.seat} {len(ledger)}")
    if task.what == waiting.PICK:
        return [_pick(ledger, task.seat, level, chance)]
    if task.what == waiting.CHOOSE:
        return [_deck(ledger, task.seat, level, chance)]
    if task.what == waiting.MUTATE:
        return [*_mutations(ledger, task, level, chance), {"by": task.seat, "kind": READY, "game": task.game}]
    if task.what == waiting.CONFIRM:
        return [{"by": task.seat, "kind": CONFIRM, "game": task.game}]
    return []


def _pick(ledger: SessionLedger, seat: str, level: str, chance: Chance) -> Event:
    hand = ledger.state.seats[SEATS.index(seat)].hand
    chosen = hand[chance.below(len(hand))] if level == RANDOM else max(hand, key=_worth(ledger))
    return {"by": seat, "kind": PICK, "card": chosen}


def _worth(ledger: SessionLedger) -> Any:
    header = ledger.header
    return lambda card_id: bargain(header.card(card_id), header.edition)


def _deck(ledger: SessionLedger, seat: str, level: str, chance: Chance) -> Event:
    drafted = list(ledger.state.seats[SEATS.index(seat)].drafted)
    if level == RANDOM:
        chance.shuffle(drafted)
        return {"by": seat, "kind": DECK, "cards": drafted[:DECK_SIZE]}
    ranked = sorted(drafted, key=_worth(ledger), reverse=True)
    return {"by": seat, "kind": DECK, "cards": _balanced(ranked, ledger.header.cards)}


def _balanced(ranked: Sequence[str], cards: Mapping[str, Any]) -> list[str]:
    """The best cards, with enough Creatures among them: Incantations alone win nothing, and do not mutate."""
    creatures = [card for card in ranked if cards[card].card.is_creature]
    others = [card for card in ranked if card not in creatures]
    least = creatures[:MIN_CREATURES]
    remaining = [card for card in ranked if card not in least]
    deck = [*least, *remaining[: DECK_SIZE - len(least)]]
    return [card for card in ranked if card in deck] if len(deck) == DECK_SIZE else [*least, *others][:DECK_SIZE]


def _mutations(ledger: SessionLedger, task: Waiting, level: str, chance: Chance) -> list[Event]:
    """The set of mutations that gains most by the cost model, or any of the first ones; none that would only lose."""
    edition = ledger.header.edition

    def gain(before: Card, after: Card) -> float:
        return bargain(after, edition) - bargain(before, edition)

    suggestions = mutation_sets(ledger.state, task.seat, gain, shown=8, looked_at=SETS_LOOKED_AT).shown
    good = [suggestion for suggestion in suggestions if suggestion.gain > 0]
    if not good:
        return []
    chosen = good[chance.below(len(good))] if level == RANDOM else good[0]
    return [offer.to_event(task.seat, task.game) for offer in chosen.mutations]
