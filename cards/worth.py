"""The worth of cards, for searching and sorting: fair cost by our model, share of wins in games here.

Neither is kept with the card: the one follows from its values and the model of the day, the other from the games so
far, which a room above counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from cards.costs import fair_cost
from cards.models import VALUED, Card, Kind
from config.registry import Registry
from engine.decks.rules.cards import Card as EngineCard

# Who counts games: by a card's reference (``set/card``) its share of wins in percent, of cards with enough games.
shares_of_wins: Final[Registry[Callable[[], Mapping[str, float]]]] = Registry()
_KNOWN: Final = 65536  # different cards of which the fair cost is remembered


@lru_cache(_KNOWN)
def _fair(is_creature: bool, av: int, hp: int, abilities: tuple[str, ...]) -> float:
    card = EngineCard("", is_creature, 0, av, hp, abilities)
    return round(2 * fair_cost(card)) / 2


def fair_costs() -> dict[int, float]:
    """Primary key to fair cost in Mana, to the half, of every card that has a cost. Empty where no model was fitted."""
    rows = Card.objects.filter(kind__in=VALUED).order_by().values_list("pk", "kind", "av", "hp", "abilities")
    try:
        return {
            pk: _fair(kind != Kind.INCANTATION, av, hp or 0, tuple(abilities)) for pk, kind, av, hp, abilities in rows
        }
    except FileNotFoundError:
        return {}


def wins() -> dict[int, float]:
    """Primary key to the share of wins in percent, of the site's cards that were in enough games."""
    known: dict[str, float] = {}
    for counted in shares_of_wins:
        known |= counted()
    if not known:
        return {}
    rows: Iterable[tuple[int, str, str]] = (
        Card.objects.filter(owner=None, set__isnull=False).order_by().values_list("pk", "set__slug", "slug")
    )
    return {pk: known[f"{slug}/{own}"] for pk, slug, own in rows if f"{slug}/{own}" in known}


WORTHS: Final[dict[str, Callable[[], dict[int, float]]]] = {"fair": fair_costs, "wins": wins}
