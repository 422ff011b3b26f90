"""A deck in figures: its curve, what it is made of, its abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from cards.abilities import ability_name
from cards.faces import Badge, badge_of
from cards.models import Card, Kind

LAST_COST: Final = 8  # this and all higher costs share a bar


@dataclass(frozen=True, slots=True)
class Step:
    """A bar of the curve: ``label`` is the cost; the cards of it that are Creatures and Incantations, by height.

    ``height`` is in hundredths of the highest bar, ``drop`` what is missing to it; ``share`` is the Incantations' part.
    """

    label: str
    count: int
    height: int
    share: int

    @property
    def drop(self) -> int:
        return 100 - self.height


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums and averages of a deck. Averages are rounded to tenths."""

    count: int
    fighters: int
    incantations: int
    total_cost: int
    average_cost: float
    attack: int  # of the Creatures together
    health: int
    steps: tuple[Step, ...]
    abilities: tuple[tuple[Badge, int], ...]


def figures_of(cards: Sequence[Card], language: str) -> Figures:
    """The figures of a deck's cards, without Stronghold and Champion."""
    fighters = [card for card in cards if card.kind == Kind.CREATURE]
    total = sum(card.cost for card in cards)
    name_of = partial(ability_name, language=language)
    counted = Counter(slug for card in cards for slug in dict.fromkeys(card.abilities))
    badges = ((badge_of(slug, name_of), count) for slug, count in counted.items())
    return Figures(
        count=len(cards),
        fighters=len(fighters),
        incantations=len(cards) - len(fighters),
        total_cost=total,
        average_cost=round(total / len(cards), 1) if cards else 0.0,
        attack=sum(card.av for card in fighters),
        health=sum(card.hp or 0 for card in fighters),
        steps=_steps(cards),
        abilities=tuple(sorted(badges, key=lambda item: (-item[1], item[0].name))),
    )


def _steps(cards: Sequence[Card]) -> tuple[Step, ...]:
    by_cost = Counter(min(card.cost, LAST_COST) for card in cards)
    spells = Counter(min(card.cost, LAST_COST) for card in cards if card.kind == Kind.INCANTATION)
    tallest = max(by_cost.values(), default=1)
    return tuple(
        Step(
            f"{cost}+" if cost == LAST_COST else str(cost),
            by_cost[cost],
            round(100 * by_cost[cost] / tallest),
            round(100 * spells[cost] / tallest),
        )
        for cost in range(LAST_COST + 1)
    )
